import type { ImportColumn } from '../../../contract/imports/imports.ts';
import type { Table } from '../table.ts';

/**
 * Rows that repeat an earlier one in every cell, its identifier included, in words: a replicate has another identifier, or another
 * result. Nothing is said where identifiers recur anyway, such as those of samples.
 */
export function duplicateRows(table: Table, columns: readonly ImportColumn[]): string[] {
  const id = columns.findIndex(({ meaning }) => meaning === 'id');
  const rows = table.rows.flatMap((row, i) =>
    table.summary.has(i) || (row[id] ?? '') === '' ? [] : [{ i, row, id: row[id] }],
  );
  if (new Set(rows.map((one) => one.id)).size * 2 <= rows.length) return [];
  const first = new Map<string, number>();
  const doubled = rows.flatMap(({ i, row, id: name }) => {
    const key = JSON.stringify(row);
    const at = first.get(key);
    if (at === undefined) first.set(key, i);
    return at === undefined ? [] : [{ i, at, name }];
  });
  const [one, ...others] = doubled;
  if (one === undefined) return [];
  const { lines } = table;
  const where = lines ? ` (lines ${lines[one.at]} and ${lines[one.i]})` : '';
  const more =
    others.length === 0
      ? ''
      : `, and ${others.length} more ${others.length === 1 ? 'row repeats' : 'rows repeat'} an earlier one`;
  return [
    `rows ${one.at + 1} and ${one.i + 1}${where} are equal in every cell, identifier '${one.name}' included${more}; skip the row that was entered twice`,
  ];
}
