import type { StoredVariable } from '../../contract/variables.ts';
import { ValueError } from '../../engine/errors.ts';
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
