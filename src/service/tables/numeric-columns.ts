import { readCell } from './cell.ts';
import type { Table } from './table.ts';

/** Digits that are no number: `00042`, and more of them than a number keeps. */
const isCode = (text: string): boolean => /^0\d/.test(text.trim()) || text.replaceAll(/\D/g, '').length > 15;

/** The number that a text spells, without unit, error or limit. */
export function bareNumber(cell: string, decimal: '.' | ','): number | undefined {
  const reading = readCell(cell, decimal);
  const isNumber = reading.kind === 'number' && reading.unit === null && reading.error === null;
  return isNumber && !isCode(cell) ? reading.value : undefined;
}

/**
 * Columns (from 0) of a CSV file whose texts are numbers: `7` beside `A12` is a name of something. Other formats know numbers themselves.
 */
export function numericColumns(
  { rows, summary, settings: { format, decimal } }: Table,
  width: number,
): Set<number> {
  const numeric = new Set(format === 'csv' ? Array.from({ length: width }, (_, at) => at) : []);
  for (const [i, row] of rows.entries()) {
    if (summary.has(i)) continue;
    for (const at of numeric) {
      const cell = row[at] ?? '';
      if (typeof cell === 'number' || readCell(cell, decimal).kind === 'missing') continue;
      if (bareNumber(cell, decimal) === undefined) numeric.delete(at);
    }
  }
  return numeric;
}
