import { unitsMark, variableSheet } from '../../contract/bookkeeping.ts';
import type { ColumnFacts } from './column-facts.ts';
import { type Guess, isNumeric } from './guess.ts';
import type { ExportedVariable, TableCell } from './table.ts';

const always = ['Iteration', 'Reason', 'ProvenanceId'];
const bookkeeping = [...always, 'Noise'];

/** Whether this server exported a table: it has the bookkeeping columns of every export. */
export const isExported = (columns: readonly TableCell[]): boolean =>
  always.every((name) => columns.includes(name));

/** Whether the line below the names of an exported table is that of its units. */
export const isExportedUnits = (
  names: readonly TableCell[],
  line: readonly TableCell[] | undefined,
): boolean => isExported(names) && line?.[names.indexOf('ProvenanceId')] === unitsMark;

/** Whether a sheet of an exported workbook is that of its variables. */
export const isVariableSheet = (name: string, [first = []]: readonly (readonly unknown[])[]): boolean =>
  name === variableSheet.name && variableSheet.columns.every((column, i) => first[i] === column);

const types = ['real', 'integer', 'discrete', 'categorical'] as const;

/** The variables of that sheet, by their names; of ranges only those that a range can have. */
export function exportedVariables(
  lines: readonly (readonly unknown[])[],
): ReadonlyMap<string, ExportedVariable> {
  const found = new Map<string, ExportedVariable>();
  for (const [name, kind, low, high, _unit, ...listed] of lines.slice(1)) {
    const type = types.find((one) => one === String(kind).replace(variableSheet.observed, ''));
    if (typeof name !== 'string' || type === undefined) continue;
    const isRange = typeof low === 'number' && typeof high === 'number' && low < high;
    found.set(name, {
      type,
      role: String(kind).endsWith(variableSheet.observed) ? 'observed' : 'controllable',
      ...(isRange && { bounds: [low, high] }),
      categories: listed.flatMap((text) => (text === null || text === '' ? [] : [String(text)])),
      allowed_values: listed.filter((value) => typeof value === 'number'),
    });
  }
  return found;
}

/**
 * What the columns of an exported table are: variables and then objectives stand left of the bookkeeping, and what was kept
 * beside the runs stands right of it. Only objectives have gaps, and all columns behind the first of them are some.
 */
export function guessesOfExport(
  found: readonly Guess[],
  columns: readonly string[],
  facts: readonly ColumnFacts[],
): Guess[] {
  const places = bookkeeping.flatMap((name) => (columns.includes(name) ? [columns.indexOf(name)] : []));
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const isOutput = found.map(
    ({ meaning }, i) =>
      i < first &&
      (meaning === 'output' ||
        (meaning === 'input' && isNumeric(facts[i] as ColumnFacts) && (facts[i] as ColumnFacts).missing > 0)),
  );
  const start = isOutput.indexOf(true);
  return found.map((guess, i) => {
    if (i > last && ['input', 'output', 'noise'].includes(guess.meaning))
      return { meaning: 'note', why: 'kept beside the runs that were exported' };
    return i < first && start >= 0 && i > start && guess.meaning === 'input'
      ? { meaning: 'output', why: 'stands behind an objective in an exported table' }
      : isOutput[i] === true && guess.meaning === 'input'
        ? { meaning: 'output', why: 'has gaps, which only objectives of an exported table have' }
        : guess;
  });
}
