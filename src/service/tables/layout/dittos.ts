import { counted } from '../../../engine/words.ts';
import type { TableCell } from '../table.ts';

/** What people write for the cell above: a ditto mark, or a word for it. */
const ditto = /^(?:〃|"|″|-"-|ditt?o\.?|dto\.?|idem|(?:same )?as above|s\. ?o\.|wie oben|同上)$/i;

/** Rows whose ditto marks are the cells above them; marks in the first row stay. */
export function withoutDittos(rows: readonly TableCell[][]): {
  rows: readonly TableCell[][];
  remarks: string[];
} {
  const marked = rows.filter((row, i) => i > 0 && row.some((cell) => ditto.test(String(cell))));
  if (marked.length === 0) return { rows, remarks: [] };
  let above: readonly TableCell[] = [];
  const read = rows.map((row) => {
    above = row.map((cell, at) => (ditto.test(String(cell)) ? (above[at] ?? cell) : cell));
    return [...above];
  });
  return {
    rows: read,
    remarks: [`ditto marks in ${counted(marked.length, 'row')} were read as the cells above`],
  };
}
