import type { Inputs, Row, Scalar, Variable } from '../../api/types.ts';
import { extent } from '../../plots/scale.ts';
import { parseNumber } from '../../text/numbers.ts';
import { rangeOf } from './variable-range.ts';

/** A value in the middle of a variable: the setting nearest to the midpoint, first category, middle allowed value. */
export function middle(variable: Variable): Scalar {
  if (variable.categories?.length) return variable.categories[0] as string;
  if (variable.allowed_values?.length)
    return variable.allowed_values[Math.floor(variable.allowed_values.length / 2)] as number;
  const [low = 0, high = 1] = variable.bounds ?? [];
  return nearestSetting(variable, (low + high) / 2);
}

/** The value nearest to a number that a numeric variable can be set to: within its range, and of its steps or its list. */
export function nearestSetting(variable: Variable, value: number): number {
  if (variable.allowed_values?.length)
    return variable.allowed_values.reduce((a, b) => (Math.abs(b - value) < Math.abs(a - value) ? b : a));
  const [low = value, high = value] = rangeOf(variable) ?? [];
  const within = Math.min(high, Math.max(low, value));
  const step = variable.step ?? (variable.type === 'integer' ? 1 : undefined);
  if (step === undefined) return within;
  const last = Math.floor((high - low) / step + 1e-9);
  // 0.3, not 0.30000000000000004.
  return Number((low + step * Math.min(last, Math.round((within - low) / step))).toPrecision(12));
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

/** Least and greatest number of a variable: of its range, or where it has none, as an observed one may, of the runs. */
const spanOf = (variable: Variable, seen: readonly Row[]): readonly [number, number] | undefined => {
  const numberIn = ({ [variable.name]: value }: Row) => (typeof value === 'number' ? value : null);
  return rangeOf(variable) ?? extent(seen.map(numberIn));
};

/** Values along a variable: `steps` over its range, evenly on its scale, or each of its values. */
export function along(variable: Variable, steps: number, seen: readonly Row[]): Scalar[] {
  if (variable.categories?.length) return [...variable.categories];
  if (variable.allowed_values?.length) return [...variable.allowed_values];
  const [from, to] = spanOf(variable, seen) ?? [0, 1];
  if (variable.type === 'integer' && to - from <= steps)
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const shares = Array.from({ length: steps }, (_, i) => i / (steps - 1));
  if (isLogarithmic(variable)) return shares.map((share) => from ** (1 - share) * to ** share);
  return shares.map((share) => from + (to - from) * share);
}

/**
 * Rows that lie near a slice of the model: labels as the slice has them, numbers within a tenth of their range.
 * @param point of the slice, or that which a row is compared with
 * @param free variables that the picture runs over, whose values do not matter
 */
export function nearSlice(
  rows: readonly Row[],
  variables: readonly Variable[],
  point: Inputs | ((row: Row) => Inputs),
  free: readonly string[],
): Row[] {
  const held = variables
    .filter(({ name }) => !free.includes(name))
    .map((variable) => {
      const [low, high] = spanOf(variable, rows) ?? [0, 0];
      return { name: variable.name, reach: 0.1 * (high - low) * (1 + 1e-9) };
    });
  return rows.filter((row) => {
    const settings = typeof point === 'function' ? point(row) : point;
    return held.every(({ name, reach }) => {
      const value = row[name];
      const wanted = settings[name];
      if (typeof value !== 'number' || typeof wanted !== 'number') return value === wanted;
      return Math.abs(value - wanted) <= reach;
    });
  });
}
