import { runColumns } from '../../../contract/experiments/bookkeeping.ts';
import type { ColumnFacts } from '../cells/column-facts.ts';
import type { Table } from '../table.ts';
import { isResult } from './guess.ts';
import { aNote, type Guess } from './guessed.ts';

/** Whether a column has a text, as only variables of an exported table have: results are numbers, limits or empty. */
const hasTexts = ({ texts, missing, blank, failed, unstated }: ColumnFacts): boolean =>
  texts + missing - blank + failed + unstated > 0;

/** The last column with a value in a run that failed: such a run has settings and no results; -1 without one. */
function lastSetting({ columns, rows }: Pick<Table, 'columns' | 'rows'>, end: number): number {
  const status = columns.indexOf('Status', end);
  const failed = rows.filter((row) => String(row[status] ?? '').startsWith('failed'));
  const lastIn = (row: Table['rows'][number]) => row.slice(0, end).findLastIndex((cell) => cell !== '');
  return failed.reduce((last, row) => Math.max(last, lastIn(row)), -1);
}

/**
 * Where the objectives of an exported table begin, which are behind all variables: at the first column, right of those with
 * texts and of the settings of failed runs, that is named as a result or has gaps or limits, or else at the last one.
 */
function firstObjective(
  found: readonly Guess[],
  facts: readonly ColumnFacts[],
  table: Pick<Table, 'columns' | 'rows'>,
  end: number,
): number {
  const own = facts.slice(0, end);
  const start =
    Math.max(
      own.findLastIndex((one) => hasTexts(one)),
      lastSetting(table, end),
    ) + 1;
  const at = own.findIndex(
    (one, i) => i >= start && (isResult(found[i] as Guess) || one.blank + one.censored > 0),
  );
  return at < 0 ? end - 1 : at;
}

/**
 * What the columns of an exported table are: variables and then objectives stand left of the bookkeeping, and what was kept
 * beside the runs stands right of it, whatever their names are.
 */
export function guessesOfExport(
  found: readonly Guess[],
  table: Pick<Table, 'columns' | 'rows' | 'variables'>,
  facts: readonly ColumnFacts[],
): Guess[] {
  const { columns, variables } = table;
  const places = runColumns.flatMap((name) => (columns.includes(name) ? [columns.indexOf(name)] : []));
  const [first, last] = [Math.min(...places), Math.max(...places)];
  const start = firstObjective(found, facts, table, first);
  return found.map((guess, i) => {
    if (i > last && ['input', 'output', 'noise'].includes(guess.meaning))
      return aNote('kept beside the exported runs');
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
