import type { StoredVariable } from '../../contract/variables.ts';
import { ValueError } from '../../engine/errors.ts';
import { list } from '../../engine/words.ts';
import { checkedColumns, type ListColumn } from '../candidate-columns.ts';
import { readCell } from './cell.ts';
import { readTable } from './read-table.ts';
import { checkRepeated, variableColumns } from './variable-columns.ts';

/** A file of runs that may be proposed, and the variables that it must have. */
export interface CandidateFile {
  readonly bytes: Uint8Array;
  readonly settable: readonly StoredVariable[];
}

/**
 * The columns of a file, in the order of the variables.
 *
 * @throws ValueError it cannot be read, or a row does not fit the variables
 */
export async function readCandidates({ bytes, settable }: CandidateFile): Promise<readonly ListColumn[]> {
  const table = await readTable(bytes);
  checkRepeated(table);
  const { rows, settings } = table;
  const settableNames = settable.map(({ name }) => name);
  const held = variableColumns(table.columns, settableNames);
  const columns = table.columns.map((name, k) => held.get(k) ?? name);
  checkColumns(columns, settableNames);
  if (rows.length === 0) throw new ValueError('candidates: the file has no row below its header');
  const numeric = new Set(settable.flatMap(({ name, type }) => (type === 'categorical' ? [] : [name])));
  const numberOf = (cell: string | number) => {
    const reading = readCell(cell, settings.decimal);
    return reading.kind === 'number' ? reading.value : undefined;
  };
  const named = rows.map((row) =>
    Object.fromEntries(
      columns.map((name, k) => {
        const cell = row[k] ?? '';
        return [name, numeric.has(name) ? (numberOf(cell) ?? cell) : cell];
      }),
    ),
  );
  const work = checkedColumns(settable, named);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** @throws ValueError the file lacks the column of a variable, or has one that is of none */
function checkColumns(columns: readonly string[], variables: readonly string[]): void {
  const missing = variables.filter((name) => !columns.includes(name));
  if (missing.length > 0) {
    throw new ValueError(
      `candidates: the file has no column for ${list(missing)}; it has ${list(columns)}, and needs a column for each variable that is set`,
    );
  }
  const unknown = columns.filter((name) => !variables.includes(name));
  if (unknown.length > 0) {
    throw new ValueError(
      `candidates: ${list(unknown)} ${unknown.length === 1 ? 'is a column of the file and not a controllable variable' : 'are columns of the file and not controllable variables'}; remove ${unknown.length === 1 ? 'it' : 'them'}, the variables are ${list(variables)}`,
    );
  }
}
