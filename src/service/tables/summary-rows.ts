import type { TableCell } from './table.ts';

/** What people write beside sums and means below a table. */
const words =
  /^(?:total|sum|subtotal|mean|average|avg\.?|median|std\.?|stdev|st\.? ?dev\.?|s\.?d\.?|rsd|variance|min\.?|max\.?|minimum|maximum|count|range|summe|gesamt|mittel|mittelwert|durchschnitt|stabw\.?|standardabweichung|anzahl|somme|moyenne|m[ée]diane|[ée]cart-type|suma|media|promedio|x̄|ø|σ|Σ)(?:\s*\(.*\))?\s*:?$/iu;

const isSummary = (row: readonly TableCell[]): boolean => {
  const first = row.find((cell) => cell !== '');
  return typeof first === 'string' && words.test(first.trim());
};

/** Rows (from 0) at the end of a table that sum it up: their first cell says so. */
export function summaryRows(rows: readonly (readonly TableCell[])[]): Set<number> {
  const found = new Set<number>();
  for (let i = rows.length - 1; i > 0 && isSummary(rows[i] as readonly TableCell[]); i--) found.add(i);
  return found;
}
