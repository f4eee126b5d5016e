import type { ImportColumnPatch } from '../../../contract/imports/imports.ts';
import { filledFromAbove, type Table, type TableCell } from '../table.ts';

/** The table with the empty cells of some columns filled from above, except in rows that sum others up. */
export function withFilledDown(table: Table, patches: readonly ImportColumnPatch[]): Table {
  const filled = new Set(patches.flatMap(({ column, fill_down }) => (fill_down ? [column] : [])));
  if (filled.size === 0) return table;
  const isGap = (cell: TableCell, at: number) => cell === '' && filled.has(table.columns[at] as string);
  return { ...table, rows: filledFromAbove(table.rows, isGap, (row) => table.summary.has(row)) };
}
