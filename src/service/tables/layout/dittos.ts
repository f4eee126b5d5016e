import { counted } from '../../../engine/words.ts';
import { filledFromAbove, type Table, type TableCell } from '../table.ts';

/** What people write for the cell above: a ditto mark, or a word for it. */
const ditto = /^(?:〃|"|″|-"-|ditt?o\.?|dto\.?|idem|(?:same )?as above|s\. ?o\.|wie oben|同上)$/i;

/** Rows whose ditto marks are the cells above them; marks in the first row stay. */
export function withoutDittos(rows: Table['rows']): { rows: Table['rows']; remarks: string[] } {
  const isDitto = (cell: TableCell) => ditto.test(String(cell));
  const marked = rows.filter((row, i) => i > 0 && row.some(isDitto));
  if (marked.length === 0) return { rows, remarks: [] };
  return {
    rows: filledFromAbove(rows, isDitto),
    remarks: [`ditto marks in ${counted(marked.length, 'row')} were read as the cells above`],
  };
}
