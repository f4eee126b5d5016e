import type { Constraint } from '../contract/variables/constraints.ts';
import { breaks, isAbove, sumOf } from '../contract/variables/linear-sums.ts';
import type { Rules } from '../contract/variables/rules.ts';
import type { StoredVariable } from '../contract/variables/variables.ts';
import { list } from '../engine/words.ts';

type Values = Readonly<Record<string, unknown>>;

const named = (coefficients: object): string =>
  Object.keys(coefficients)
    .map((name) => `'${name}'`)
    .join(', ');

/** How values break the safety limits, in words that name variable and limit; a sum with a value missing is not judged. */
export function brokenLimits(
  {
    limits,
    linear,
  }: {
    readonly limits: readonly Readonly<Rules['limits'][number]>[];
    readonly linear: readonly Readonly<Rules['linear'][number]>[];
  },
  inputs: Values,
): string[] {
  const single = limits.flatMap(({ variable, at_least, at_most }) => {
    const value = inputs[variable];
    if (typeof value !== 'number') return [];
    if (at_least != null && value < at_least)
      return [`variable '${variable}': ${value} is below the safety limit ${at_least}`];
    if (at_most != null && value > at_most)
      return [`variable '${variable}': ${value} is above the safety limit ${at_most}`];
    return [];
  });
  const sums = linear.flatMap(({ name, coefficients, at_most }) => {
    const sum = sumOf(coefficients, inputs);
    return isAbove(sum, at_most)
      ? [`variables ${named(coefficients)}: ${sum} is above the safety limit '${name}', ${at_most}`]
      : [];
  });
  return [...single, ...sums];
}

/** How values that were set break constraints; a sum with a value missing is not judged. */
export function brokenConstraints(constraints: readonly Constraint[], inputs: Values): string[] {
  return constraints.flatMap(({ name, type, coefficients, rhs }) => {
    const sum = sumOf(coefficients, inputs);
    if (!breaks(sum, { type, rhs })) return [];
    const sign = type === 'equality' ? 'differs from' : 'is above';
    return [`constraint '${name}' of ${named(coefficients)}: ${Number(sum.toPrecision(12))} ${sign} ${rhs}`];
  });
}

/** Values of variables as sets. */
const valueSets = new WeakMap<readonly (string | number)[], ReadonlySet<string | number>>();

/** Whether a variable has a value. Rows are checked one by one, so the values are looked up and not searched. */
export function hasValue(values: readonly (string | number)[], value: string | number): boolean {
  let known = valueSets.get(values);
  if (known === undefined) {
    known = new Set(values);
    valueSets.set(values, known);
  }
  return known.has(value);
}

/** How a number is none that the variable is set to, in words; it may have been measured. */
export function brokenRange(
  {
    name,
    type,
    min,
    max,
    allowed_values,
  }: Pick<StoredVariable, 'name' | 'type' | 'min' | 'max' | 'allowed_values'>,
  value: number,
): string | undefined {
  const who = `variable '${name}'`;
  if (min !== undefined && max !== undefined && (value < min || value > max))
    return `${who}: ${value} is outside its bounds [${min}, ${max}]`;
  if (type === 'integer' && !Number.isInteger(value)) return `${who}: ${value} is not a whole number`;
  if (allowed_values !== undefined && !hasValue(allowed_values, value))
    return `${who}: ${value} is not an allowed value (${list(allowed_values)})`;
  return undefined;
}

/** Why a number cannot be one of the variable at all. */
export const brokenScale = (
  { name, scale }: Pick<StoredVariable, 'name' | 'scale'>,
  value: number,
): string | undefined =>
  scale === 'log' && value <= 0
    ? `variable '${name}': its scale is logarithmic, so values are above 0, got ${value}`
    : undefined;
