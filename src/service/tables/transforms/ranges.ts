import type { ImportColumn, ImportedRow } from '../../../contract/imports/imports.ts';
import { type ExportedVariable, variableSheetName } from '../../../contract/variables/variable-sheet.ts';
import type { Table } from '../table.ts';

/** The smallest and largest number; null where they are one, or there is none. */
function boundsOf(values: readonly (number | string)[]): number[] | null {
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === 0) return null;
  const low = numbers.reduce((a, b) => Math.min(a, b));
  const high = numbers.reduce((a, b) => Math.max(a, b));
  return low < high ? [low, high] : null;
}

/** A range that rows made longer than stated begins a whole number of steps below the stated one. */
function onSteps(range: number[] | null, { bounds, step }: ExportedVariable): number[] | null {
  if (range === null || bounds === undefined || step === undefined) return range;
  const [[low, high], [stated]] = [range as [number, number], bounds];
  if (low >= stated) return range;
  return [Number((stated - Math.ceil((stated - low) / step - 1e-9) * step).toPrecision(12)), high];
}

/** What the file says about a new variable besides its values, as far as it fits the type and the range. */
function statedSettings(
  { type, role, bounds, allowed_values: allowed }: ImportColumn,
  { step, scale, changes, description }: ExportedVariable,
): Partial<ImportColumn> {
  const [low = allowed?.[0] ?? 0, high = low] = bounds ?? [];
  const isSet = role === 'controllable';
  const hasSteps =
    isSet &&
    step !== undefined &&
    step <= high - low &&
    (type === 'real' || (type === 'integer' && Number.isInteger(step)));
  return {
    step: hasSteps ? step : null,
    scale: type !== 'categorical' && low > 0 ? (scale ?? null) : null,
    changes: isSet ? (changes ?? null) : null,
    description: description ?? null,
  };
}

/** The range, the categories or the allowed values of a new variable with these values. */
function rangeOf(
  { type, bounds }: ImportColumn,
  values: readonly (number | string)[],
  stated: ExportedVariable | undefined,
): Partial<ImportColumn> {
  if (type === 'categorical')
    return { categories: [...new Set([...(stated?.categories ?? []), ...values.map(String)])] };
  if (type === 'discrete') {
    const numbers = [...(stated?.allowed_values ?? []), ...values].filter((one) => typeof one === 'number');
    return { allowed_values: [...new Set(numbers)].sort((a, b) => a - b) };
  }
  const range = boundsOf([...values, ...(stated?.bounds ?? [])]);
  return { bounds: bounds ?? (stated === undefined ? range : onSteps(range, stated)) };
}

/**
 * New variables with the range, the categories or the allowed values of the rows that are recorded: neither rows that are left out nor cells
 * that were corrected count. Those that the file states count, too, and so do its steps, scales and descriptions.
 */
export const withRanges = (
  columns: readonly ImportColumn[],
  rows: readonly ImportedRow[],
  { variables }: Pick<Table, 'variables'>,
): ImportColumn[] =>
  columns.map((column) => {
    if (column.meaning !== 'input' || column.exists) return column;
    const values = rows.flatMap(({ inputs }) => inputs[column.name] ?? []);
    const stated = variables?.get(column.column);
    const ranged = { ...column, ...rangeOf(column, values, stated) };
    return stated === undefined ? ranged : { ...ranged, ...statedSettings(ranged, stated) };
  });

/** That new variables have types, ranges and categories which their rows alone would not give. */
export const statedRanges = (
  { variables }: Pick<Table, 'variables'>,
  columns: readonly ImportColumn[],
): string[] =>
  columns.some(({ meaning, exists, column }) => meaning === 'input' && !exists && variables?.has(column))
    ? [`new variables are described by the sheet '${variableSheetName}'`]
    : [];
