import type { ImportColumn, ImportedRow } from '../../contract/imports.ts';

/** The smallest and largest number; null where they are one, or there is none. */
function boundsOf(values: readonly (number | string)[]): number[] | null {
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === 0) return null;
  const low = numbers.reduce((a, b) => Math.min(a, b));
  const high = numbers.reduce((a, b) => Math.max(a, b));
  return low < high ? [low, high] : null;
}

/**
 * New variables with the range or the categories of the rows that are recorded: neither rows that are left out nor cells
 * that were corrected count.
 */
export const withRanges = (columns: readonly ImportColumn[], rows: readonly ImportedRow[]): ImportColumn[] =>
  columns.map((column) => {
    const { meaning, exists, name, type, bounds } = column;
    if (meaning !== 'input' || exists) return column;
    const values = rows.flatMap(({ inputs }) => inputs[name] ?? []);
    if (type === 'categorical') return { ...column, categories: [...new Set(values.map(String))] };
    return type === 'discrete' ? column : { ...column, bounds: bounds ?? boundsOf(values) };
  });
