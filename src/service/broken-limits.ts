import type { Constraint } from '../contract/constraints.ts';
import type { Rules } from '../contract/rules.ts';

type Values = Readonly<Record<string, unknown>>;

/** Tolerance at a limit, for the rounding of a sum. */
const rounding = (limit: number): number => 1e-9 * Math.max(1, Math.abs(limit));

const sumOf = (coefficients: Readonly<Record<string, number>>, inputs: Values): number =>
  Object.entries(coefficients).reduce((sum, [name, factor]) => sum + factor * Number(inputs[name]), 0);

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
    return sum > at_most + rounding(at_most)
      ? [`variables ${named(coefficients)}: ${sum} is above the safety limit '${name}', ${at_most}`]
      : [];
  });
  return [...single, ...sums];
}

/** Tolerance of the sum of a mixture, because amounts are weighed or written with few digits. */
const WEIGHED = 1e-3;

/** How values that were set break constraints; a sum with a value missing is not judged. */
export function brokenConstraints(constraints: readonly Constraint[], inputs: Values): string[] {
  return constraints.flatMap(({ name, type, coefficients, rhs }) => {
    const sum = sumOf(coefficients, inputs);
    const slack = WEIGHED * Math.max(1, Math.abs(rhs));
    const isBroken = type === 'equality' ? Math.abs(sum - rhs) > slack : sum > rhs + rounding(rhs);
    if (!isBroken) return [];
    const sign = type === 'equality' ? 'differs from' : 'is above';
    return [`constraint '${name}' of ${named(coefficients)}: ${Number(sum.toPrecision(12))} ${sign} ${rhs}`];
  });
}
