import type { StoredVariable } from '../../contract/variables.ts';
import { ValueError } from '../../engine/errors.ts';
import { list } from '../../engine/words.ts';
import { checkedColumns, type ListColumn } from '../candidate-columns.ts';
import { readCell } from './cell.ts';
import { CELL_END } from './cell-end.ts';
import { splitUnit } from './column-name.ts';
import { readTable } from './read-table.ts';
import { isSameUnit } from './same-unit.ts';
import type { Table } from './table.ts';
import { checkRepeated, variableColumns } from './variable-columns.ts';

/** A file of runs that may be proposed, and the variables that it must have. */
export interface CandidateFile {
  readonly bytes: Uint8Array;
  readonly settable: readonly StoredVariable[];
}

/** The list of a file as it crosses a thread border: many texts would hold up the thread that takes them. */
export interface PackedCandidates {
  readonly columns: readonly ListColumn[];
  /** Columns of no variable, their cells in one text. */
  readonly labels: readonly { readonly name: string; readonly text: string }[];
  /** Line of the sheet in which each run stands. */
  readonly lines: Uint32Array | undefined;
}

/**
 * The columns of a file, those of the variables in their order.
 *
 * @throws ValueError it cannot be read, or a row does not fit the variables
 */
export async function readCandidates({ bytes, settable }: CandidateFile): Promise<PackedCandidates> {
  const table = await readTable(bytes);
  checkRepeated(table);
  const { rows, settings, lines } = table;
  const settableNames = settable.map(({ name }) => name);
  const held = variableColumns(table.columns, settableNames);
  const names = table.columns.map((name, k) => held.get(k) ?? name);
  checkColumns(names, settableNames);
  checkUnits(table, held, settable);
  if (rows.length === 0) throw new ValueError('candidates: the file has no row below its header');
  const numeric = new Set(settable.flatMap(({ name, type }) => (type === 'categorical' ? [] : [name])));
  const numberOf = (cell: string | number) => {
    const reading = readCell(cell, settings.decimal);
    return reading.kind === 'number' ? reading.value : undefined;
  };
  const named = rows.map((row) =>
    Object.fromEntries(
      names.map((name, k) => {
        const cell = row[k] ?? '';
        return [name, numeric.has(name) ? (numberOf(cell) ?? cell) : cell];
      }),
    ),
  );
  const work = checkedColumns(settable, named, (row) => (lines ? `line ${lines[row]}` : `row ${row + 1}`));
  for (;;) {
    const step = work.next();
    if (step.done) {
      const { columns, labels } = step.value;
      return {
        columns,
        labels: labels.map(({ name, values }) => ({ name, text: values.join(CELL_END) })),
        lines: lines && Uint32Array.from(lines),
      };
    }
  }
}

/** @throws ValueError a column is in another unit than its variable */
function checkUnits(
  { columns, units }: Table,
  held: ReadonlyMap<number, string>,
  variables: readonly StoredVariable[],
): void {
  for (const [k, name] of held) {
    const column = columns[k] as string;
    const expected = variables.find((one) => one.name === name)?.unit ?? null;
    const unit = (column === name ? null : splitUnit(column).unit) ?? units[k] ?? null;
    if (unit === null || expected === null || isSameUnit(unit, expected)) continue;
    throw new ValueError(
      `candidates: column '${column}' is in ${unit}, and the variable '${name}' in ${expected}; convert the values, or name the column '${name}' if they are in ${expected}`,
    );
  }
}

/** @throws ValueError the file lacks the column of a variable */
function checkColumns(columns: readonly string[], variables: readonly string[]): void {
  const missing = variables.filter((name) => !columns.includes(name));
  if (missing.length > 0) {
    throw new ValueError(
      `candidates: the file has no column for ${list(missing)}; it has ${list(columns)}, and needs a column for each variable that is set`,
    );
  }
}
