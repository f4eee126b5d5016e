import { variableSheet } from '../../contract/bookkeeping.ts';
import type { ImportColumn, ImportedRow } from '../../contract/imports.ts';
import type { Table } from './table.ts';

/** The smallest and largest number; null where they are one, or there is none. */
function boundsOf(values: readonly (number | string)[]): number[] | null {
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === 0) return null;
  const low = numbers.reduce((a, b) => Math.min(a, b));
  const high = numbers.reduce((a, b) => Math.max(a, b));
  return low < high ? [low, high] : null;
}

/**
 * New variables with the range, the categories or the allowed values of the rows that are recorded: neither rows that are left out nor cells
 * that were corrected count. Those that the file states count, too.
 */
export const withRanges = (
  columns: readonly ImportColumn[],
  rows: readonly ImportedRow[],
  { variables }: Pick<Table, 'variables'>,
): ImportColumn[] =>
  columns.map((column) => {
    const { meaning, exists, name, type, bounds } = column;
    if (meaning !== 'input' || exists) return column;
    const values = rows.flatMap(({ inputs }) => inputs[name] ?? []);
    const stated = variables?.get(column.column);
    if (type === 'categorical')
      return { ...column, categories: [...new Set([...(stated?.categories ?? []), ...values.map(String)])] };
    if (type === 'discrete') {
      const numbers = [...(stated?.allowed_values ?? []), ...values].filter((one) => typeof one === 'number');
      return { ...column, allowed_values: [...new Set(numbers)].sort((a, b) => a - b) };
    }
    return { ...column, bounds: bounds ?? boundsOf([...values, ...(stated?.bounds ?? [])]) };
  });

/** That new variables have types, ranges and categories which their rows alone would not give. */
export const statedRanges = (
  { variables }: Pick<Table, 'variables'>,
  columns: readonly ImportColumn[],
): string[] =>
  columns.some(({ meaning, exists, column }) => meaning === 'input' && !exists && variables?.has(column))
    ? [`new variables are as the sheet '${variableSheet.name}' says`]
    : [];
