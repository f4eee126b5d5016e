import { runColumns, unitsMark, variableSheet } from '../../contract/bookkeeping.ts';
import type { ColumnFacts } from './column-facts.ts';
import type { Guess } from './guess.ts';
import type { Sheet } from './sheets.ts';
import type { ExportedVariable, TableCell } from './table.ts';

const always = runColumns.filter((name) => name !== 'Noise');

/** Whether this server exported a table: it has the bookkeeping columns of every export. */
export const isExported = (columns: readonly TableCell[]): boolean =>
  always.every((name) => columns.includes(name));

/** Whether the line below the names of an exported table is that of its units. */
export const isExportedUnits = (
  names: readonly TableCell[],
  line: readonly TableCell[] | undefined,
): boolean => isExported(names) && line?.[names.indexOf('ProvenanceId')] === unitsMark;

/** Whether a sheet of an exported workbook is that of its variables. */
const isVariableSheet = ({ sheet, data: [first = []] }: Sheet): boolean =>
  sheet === variableSheet.name && variableSheet.always.every((column) => first.includes(column));

/** The sheets of a workbook without that of its variables, and that one. */
export function variableSheetApart<T extends Sheet>(
  sheets: readonly T[],
): { tables: readonly T[]; ofVariables: T | undefined } {
  const ofVariables = sheets.find(isVariableSheet);
  return { tables: sheets.filter((one) => one !== ofVariables), ofVariables };
}

const types = ['real', 'integer', 'discrete', 'categorical'] as const;
const changes = ['hard', 'very_hard'] as const;

/** The variables of that sheet, by their names; of ranges only those that a range can have. */
export function exportedVariables({ data }: Sheet): ReadonlyMap<string, ExportedVariable> {
  const found = new Map<string, ExportedVariable>();
  const [names = [], ...lines] = data;
  const lastColumn = names.indexOf(variableSheet.always.at(-1));
  for (const line of lines) {
    const of = (column: (typeof variableSheet.columns)[number]) =>
      names.includes(column) ? line[names.indexOf(column)] : undefined;
    const [name, kind, low, high, step, text] = [
      of('Name'),
      of('Type'),
      of('Lowest'),
      of('Highest'),
      of('Step'),
      of('Description'),
    ];
    const type = types.find((one) => one === String(kind).replace(variableSheet.observed, ''));
    if (typeof name !== 'string' || type === undefined) continue;
    const isRange = typeof low === 'number' && typeof high === 'number' && low < high;
    const listed = line.slice(lastColumn);
    const change = changes.find((one) => one === of('Changes'));
    found.set(name, {
      type,
      role: String(kind).endsWith(variableSheet.observed) ? 'observed' : 'controllable',
      ...(isRange && { bounds: [low, high] }),
      ...(typeof step === 'number' && step > 0 && { step }),
      ...(of('Scale') === 'log' && { scale: 'log' }),
      ...(change !== undefined && { changes: change }),
      ...(typeof text === 'string' && text !== '' && { description: text }),
      categories: listed.flatMap((text) => (text === null || text === '' ? [] : [String(text)])),
      allowed_values: listed.filter((value) => typeof value === 'number'),
    });
  }
  return found;
}

/** Whether a column has a text, as only variables of an exported table have: results are numbers, limits or empty. */
const hasTexts = ({ texts, missing, blank, failed, unstated }: ColumnFacts): boolean =>
  texts + missing - blank + failed + unstated > 0;

/**
 * Where the objectives of an exported table begin, which stand behind all variables: at the first column, right of those with
 * texts, that is named as a result or has gaps or limits, or else at the last one.
 */
function firstObjective(found: readonly Guess[], facts: readonly ColumnFacts[], end: number): number {
  const own = facts.slice(0, end);
  const start = own.findLastIndex((one) => hasTexts(one)) + 1;
  const at = own.findIndex(
    (one, i) => i >= start && (found[i]?.meaning === 'output' || one.blank + one.censored > 0),
  );
  return at < 0 ? end - 1 : at;
}

/**
 * What the columns of an exported table are: variables and then objectives stand left of the bookkeeping, and what was kept
 * beside the runs stands right of it, whatever their names are.
 *
 * @param variables of the second sheet of an exported workbook, by their names
 */
export function guessesOfExport(
  found: readonly Guess[],
  columns: readonly string[],
  facts: readonly ColumnFacts[],
  variables?: ReadonlyMap<string, unknown>,
): Guess[] {
  const places = runColumns.flatMap((name) => (columns.includes(name) ? [columns.indexOf(name)] : []));
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const start = firstObjective(found, facts, first);
  return found.map((guess, i) => {
    if (i > last && ['input', 'output', 'noise'].includes(guess.meaning))
      return { meaning: 'note', why: 'kept beside the runs that were exported' };
    const isAdded = variables?.has(columns[i] as string) === false && hasTexts(facts[i] as ColumnFacts);
    if (i >= first || isAdded) return guess;
    const isInput = variables === undefined ? i < start : variables.has(columns[i] as string);
    const meaning = isInput ? 'input' : 'output';
    if (guess.meaning === meaning) return guess;
    return {
      meaning,
      why: isInput ? 'a variable of an exported table' : 'an objective of an exported table',
    };
  });
}
