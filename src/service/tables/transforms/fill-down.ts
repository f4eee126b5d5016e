import type { ImportColumnPatch } from '../../../contract/imports.ts';
import type { Table, TableCell } from '../table.ts';

/** The table with the empty cells of some columns filled from above, except in rows that sum others up. */
export function withFilledDown(table: Table, patches: readonly ImportColumnPatch[]): Table {
  const filled = new Set(patches.flatMap(({ column, fill_down }) => (fill_down ? [column] : [])));
  const places = table.columns.flatMap((column, at) => (filled.has(column) ? [at] : []));
  if (places.length === 0) return table;
  const above = new Map<number, TableCell>();
  const rows = table.rows.map((row, i) => {
    if (table.summary.has(i)) return row;
    const cells = [...row];
    for (const at of places) {
      if (cells[at] === '') cells[at] = above.get(at) ?? '';
      else above.set(at, cells[at] as TableCell);
    }
    return cells;
  });
  return { ...table, rows };
}
