import type { Inputs, Row, Scalar, Variable } from '../api/types.ts';
import { parseNumber } from '../text/numbers.ts';
import { rangeOf } from './variable-range.ts';

/** A value in the middle of a variable: midpoint, first category, middle allowed value. */
export function middle(variable: Variable): Scalar {
  if (variable.categories?.length) return variable.categories[0] as string;
  if (variable.allowed_values?.length)
    return variable.allowed_values[Math.floor(variable.allowed_values.length / 2)] as number;
  const [low = 0, high = 1] = variable.bounds ?? [];
  return variable.type === 'integer' ? Math.round((low + high) / 2) : (low + high) / 2;
}

/** A recorded value as the variable allows it now: its range may have been narrowed since. */
function allowed(variable: Variable, value: unknown): Scalar | undefined {
  if (variable.type === 'categorical') return variable.categories?.find((one) => one === value);
  if (typeof value !== 'number') return undefined;
  if (variable.allowed_values?.length)
    return variable.allowed_values.reduce((a, b) => (Math.abs(b - value) < Math.abs(a - value) ? b : a));
  const [low = value, high = value] = rangeOf(variable) ?? [];
  return Math.min(high, Math.max(low, value));
}

/** The point that pictures of the model go through: values typed, else those of a row, within the ranges, else the middle. */
export function pointOf(
  variables: readonly Variable[],
  row: Row | undefined,
  typed: Readonly<Record<string, string>>,
): Inputs {
  const point: Inputs = {};
  for (const variable of variables) {
    const text = typed[variable.name];
    const value = text === undefined ? undefined : variable.type === 'categorical' ? text : parseNumber(text);
    point[variable.name] = value ?? allowed(variable, row?.[variable.name]) ?? middle(variable);
  }
  return point;
}

/** Whether a variable is drawn along its logarithm. */
export const isLogarithmic = (variable: Variable): boolean =>
  variable.scale === 'log' && (rangeOf(variable)?.[0] ?? 1) > 0;

/** Values along a variable: `steps` over its range, evenly on its scale, or each of its values. */
export function along(variable: Variable, steps: number, seen: readonly Row[]): Scalar[] {
  if (variable.categories?.length) return [...variable.categories];
  if (variable.allowed_values?.length) return [...variable.allowed_values];
  let [low, high] = variable.bounds ?? [];
  if (low === undefined || high === undefined) {
    const values = seen.flatMap((row) =>
      typeof row[variable.name] === 'number' ? [Number(row[variable.name])] : [],
    );
    low = values.length > 0 ? Math.min(...values) : 0;
    high = values.length > 0 ? Math.max(...values) : 1;
  }
  const [from, to] = [low, high];
  if (variable.type === 'integer' && to - from <= steps)
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const shares = Array.from({ length: steps }, (_, i) => i / (steps - 1));
  if (isLogarithmic(variable)) return shares.map((share) => from ** (1 - share) * to ** share);
  return shares.map((share) => from + (to - from) * share);
}

/**
 * Rows that lie near a slice of the model: labels as the slice has them, numbers within a tenth of their range.
 * @param free variables that the picture runs over, whose values do not matter
 */
export function nearSlice(
  rows: readonly Row[],
  variables: readonly Variable[],
  point: Inputs,
  free: readonly string[],
): Row[] {
  const held = variables.filter((variable) => !free.includes(variable.name));
  return rows.filter((row) =>
    held.every((variable) => {
      const value = row[variable.name];
      const wanted = point[variable.name];
      if (typeof value !== 'number' || typeof wanted !== 'number') return value === wanted;
      const [low, high] = rangeOf(variable) ?? [];
      if (low === undefined || high === undefined) return false;
      return Math.abs(value - wanted) <= 0.1 * (high - low) + 1e-12;
    }),
  );
}
