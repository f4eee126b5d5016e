import type { TableCell } from './table.ts';

/** What people write beside sums and means below a table. */
const words =
  /^(?:totals?|sums?|subtotal|mean|average|avg\.?|median|std\.?|stdev|st\.? ?dev\.?|s\.?d\.?|rsd|variance|min\.?|max\.?|minimum|maximum|count|range|summe|gesamt|mittel|mittelwert|durchschnitt|stabw\.?|standardabweichung|anzahl|somme|moyenne|m[ée]diane|[ée]cart-type|suma|media|promedio|x̄|ø|σ|Σ|n\s*=\s*\d+)(?:\s*\(.*\))?\s*:?$/iu;

const isSummary = (row: readonly TableCell[]): boolean => {
  const first = row.find((cell) => cell !== '');
  return typeof first === 'string' && words.test(first.trim());
};

/** One text alone in its row, marked as a footnote or of several words. */
const isFootnote = (row: readonly TableCell[]): boolean => {
  const [only, ...more] = row.filter((cell) => cell !== '');
  return (
    row.length > 1 &&
    more.length === 0 &&
    typeof only === 'string' &&
    /^[*†‡#¹²³]|^\S*\p{L}\S*\s+\S/u.test(only)
  );
};

/** Rows (from 0) at the end of a table that are no runs: their first cell names a total or a mean, or is a footnote. */
export function summaryRows(rows: readonly (readonly TableCell[])[]): Set<number> {
  const found = new Set<number>();
  const isNoRun = (row: readonly TableCell[]) => isSummary(row) || isFootnote(row);
  for (let i = rows.length - 1; i > 0 && isNoRun(rows[i] as readonly TableCell[]); i--) found.add(i);
  return found;
}
