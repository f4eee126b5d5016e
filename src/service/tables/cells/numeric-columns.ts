import type { Table } from '../table.ts';
import { readCell } from './cell.ts';

/** Digits that name something and are no amount: `00042`, `1E5`, and more of them than a number keeps. */
export function isCode(cell: string): boolean {
  const text = cell.trim();
  return (
    /^(?:0\d|\d+e\d+$)/i.test(text) ||
    (text.replaceAll(/\D/g, '').length > 15 && String(Number(text)) !== text)
  );
}

/**
 * The number that a text spells, without unit, error or limit.
 *
 * @param isName it names a run: `1.10` is not 1.1, so only what a number is written as is one
 */
export function bareNumber(cell: string, decimal: '.' | ',', isName: boolean): number | undefined {
  const parsed = readCell(cell, decimal);
  if (parsed.kind !== 'number' || parsed.unit !== null || parsed.error !== null) return undefined;
  const isKept = isName ? String(parsed.value) === cell.trim() : !isCode(cell);
  return isKept ? parsed.value : undefined;
}

/**
 * Columns (from 0) of a CSV file whose texts are numbers: `7` beside `A12` is a name of something. Other formats know numbers themselves.
 *
 * @param isName whether a column names runs
 */
export function numericColumns(
  { rows, summary, settings: { format, decimal } }: Table,
  width: number,
  isName: (column: number) => boolean,
): Set<number> {
  const numeric = new Set(format === 'csv' ? Array.from({ length: width }, (_, at) => at) : []);
  for (const [i, row] of rows.entries()) {
    if (summary.has(i)) continue;
    for (const at of numeric) {
      const cell = row[at] ?? '';
      if (typeof cell === 'number' || readCell(cell, decimal).kind === 'missing') continue;
      if (bareNumber(cell, decimal, isName(at)) === undefined) numeric.delete(at);
    }
  }
  return numeric;
}
