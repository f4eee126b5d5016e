import { slackOf, sumOf } from '../../../contract/variables/linear-sums.ts';
import type { Constraint, Inputs, Row, Scalar, Variable } from '../../api/types.ts';
import { isSatisfied } from './expression.ts';
import { along } from './point.ts';
import { isListed, rangeOf } from './variable-range.ts';

type Constraints = readonly Constraint[];

/**
 * The constraint that makes a variable a part of a mixture: the one equality that it is in, a sum of continuous variables whose
 * coefficients have one sign. Undefined where there is none, or another equality holds one of its parts too.
 */
export function mixtureOf(
  name: string,
  variables: readonly Variable[],
  constraints: Constraints,
): Constraint | undefined {
  const equalities = constraints.filter(({ type }) => type === 'equality');
  const [own, other] = equalities.filter(({ coefficients }) => name in coefficients);
  if (!own || other) return undefined;
  const parts = Object.entries(own.coefficients);
  const isSum = parts.every(([part, factor]) => {
    const variable = variables.find((one) => one.name === part);
    const isShared = equalities.some((one) => one !== own && part in one.coefficients);
    return variable?.type === 'real' && !isShared && factor * (parts[0]?.[1] ?? 0) > 0;
  });
  return isSum && parts.length > 1 ? own : undefined;
}

/**
 * A point with other values of some variables. The other parts of a mixture change in proportion, so that the sum stays
 * (Cox's direction; Cox, D. R. (1971), A note on polynomial response functions for mixtures, Biometrika 58, 155–159); where they
 * are all zero, they share the rest equally.
 */
export function withValues(point: Inputs, values: Inputs, mixture: Constraint | undefined): Inputs {
  const moved = { ...point, ...values };
  if (mixture === undefined) return moved;
  const others = Object.entries(mixture.coefficients).filter(([name]) => !(name in values));
  const now = sumOf(Object.fromEntries(others), point);
  const left = mixture.rhs - (sumOf(mixture.coefficients, moved) - now);
  const isNone = Math.abs(now) <= 1e-12 * Math.abs(mixture.rhs);
  for (const [name, factor] of others)
    moved[name] = isNone ? left / (others.length * factor) : (Number(point[name]) * left) / now;
  return moved;
}

/** An upper limit of a sum, and how far beyond it still counts as on it. */
interface Limit {
  readonly coefficients: Readonly<Record<string, number>>;
  readonly most: number;
  readonly slack: number;
}

/** Shares of the way between two ends, cut to where a linear function with these values at the ends keeps a limit. */
function cut(
  [from, to]: readonly [number, number],
  [low, high]: readonly [number, number],
  { most, slack }: Limit,
): [number, number] {
  const isIn = (value: number): boolean => value <= most + slack;
  if (isIn(low) && isIn(high)) return [from, to];
  if (!isIn(low) && !isIn(high)) return [1, 0];
  const share = Math.min(1, Math.max(0, (most - low) / (high - low)));
  return isIn(low) ? [from, Math.min(to, share)] : [Math.max(from, share), to];
}

/** Part of a range of a numeric variable in which a run may lie; settings are linear in its value. Undefined: none may. */
function feasiblePart(
  [low, high]: readonly [number, number],
  settings: (value: number) => Inputs,
  limits: readonly Limit[],
): readonly [number, number] | undefined {
  let shares: [number, number] = [0, 1];
  for (const limit of limits) {
    const [atLow, atHigh] = [
      sumOf(limit.coefficients, settings(low)),
      sumOf(limit.coefficients, settings(high)),
    ];
    if (!Number.isNaN(atLow + atHigh)) shares = cut(shares, [atLow, atHigh], limit);
  }
  const [from, to] = shares;
  return from <= to ? [low + from * (high - low), low + to * (high - low)] : undefined;
}

const negative = (coefficients: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(coefficients).map(([name, factor]) => [name, -factor]));

/** Upper limits that a run keeps besides the range of the variable itself: constraints, and the ranges of the other parts of a mixture. */
function limitsOf(
  name: string,
  variables: readonly Variable[],
  constraints: Constraints,
  mixture: Constraint | undefined,
): Limit[] {
  const sums = constraints.flatMap((one) => {
    if (one === mixture) return [];
    const { coefficients, rhs } = one;
    const upper = { coefficients, most: rhs, slack: slackOf(one) };
    return one.type === 'inequality'
      ? [upper]
      : [upper, { ...upper, coefficients: negative(coefficients), most: -rhs }];
  });
  const ranges = variables.flatMap((variable) => {
    const range = rangeOf(variable);
    if (!range || variable.name === name || !(variable.name in (mixture?.coefficients ?? {}))) return [];
    const slack = 1e-9 * Math.max(...range.map(Math.abs));
    return [
      { coefficients: { [variable.name]: 1 }, most: range[1], slack },
      { coefficients: { [variable.name]: -1 }, most: -range[0], slack },
    ];
  });
  return [...sums, ...ranges];
}

/** Mixtures that these variables are parts of. */
export const mixturesOf = (
  names: readonly string[],
  variables: readonly Variable[],
  constraints: Constraints,
): Constraint[] => [...new Set(names.flatMap((name) => mixtureOf(name, variables, constraints) ?? []))];

/** A point with other values of some variables, in each of these mixtures with the other parts in proportion. */
export const settingsOver = (point: Inputs, values: Inputs, mixtures: Constraints): Inputs =>
  mixtures.reduce((moved, mixture) => withValues(moved, values, mixture), { ...point, ...values });

/** Whether settings of a run keep the constraints and, in mixtures, the ranges of the parts. */
export function isFeasible(
  settings: Inputs,
  variables: readonly Variable[],
  constraints: Constraints,
  mixtures: Constraints,
): boolean {
  const isInRange = (name: string): boolean => {
    const [low, high] = rangeOf(variables.find((one) => one.name === name) as Variable) ?? [];
    const slack = 1e-9 * Math.max(Math.abs(low ?? 0), Math.abs(high ?? 0));
    const value = Number(settings[name]);
    return low === undefined || high === undefined || (value >= low - slack && value <= high + slack);
  };
  return (
    constraints.every((one) => isSatisfied(one, settings)) &&
    mixtures.every(({ coefficients }) => Object.keys(coefficients).every(isInRange))
  );
}

/** A line through a point of the space, along one variable. */
export interface Direction {
  readonly variable: Variable;
  readonly values: readonly Scalar[];
  /** Settings of the run at each value. */
  readonly settings: readonly Inputs[];
  /** Whether such a run keeps constraints and, in a mixture, ranges. */
  readonly feasible: readonly boolean[];
  /** The sum that the variable is a part of: the line then follows Cox's direction, as far as it is feasible. */
  readonly mixture: Constraint | undefined;
}

/**
 * The line through a point along a variable, on `steps` values. That of a part of a mixture keeps the sum and ends where it stops to
 * be feasible; along others nothing else changes, and the ends of the feasible part are among the values.
 */
export function directionOf(
  variable: Variable,
  steps: number,
  {
    variables,
    constraints,
    rows,
    point,
  }: {
    readonly variables: readonly Variable[];
    readonly constraints: Constraints;
    readonly rows: readonly Row[];
    readonly point: Inputs;
  },
): Direction {
  const { name } = variable;
  const mixture = mixtureOf(name, variables, constraints);
  const at = (value: Scalar): Inputs => withValues(point, { [name]: value }, mixture);
  const all = along(variable, steps, rows);
  if (isListed(variable)) {
    const settings = all.map(at);
    const feasible = settings.map((one) => constraints.every((constraint) => isSatisfied(constraint, one)));
    return { variable, values: all, settings, feasible, mixture };
  }
  const ends = [all[0], all.at(-1)] as [number, number];
  const part = feasiblePart(ends, at, limitsOf(name, variables, constraints, mixture));
  const values =
    mixture && part
      ? along({ ...variable, bounds: [...part] }, steps, rows)
      : [...new Set([...all, ...(variable.type === 'integer' ? [] : (part ?? []))] as number[])].sort(
          (a, b) => a - b,
        );
  const isIn = (value: Scalar): boolean =>
    part !== undefined && (mixture !== undefined || (Number(value) >= part[0] && Number(value) <= part[1]));
  return { variable, values, settings: values.map(at), feasible: values.map(isIn), mixture };
}

/** Settings of a line where it is nearest in the value of a row: what the row is compared with. */
export const settingsAt = ({ variable, mixture }: Direction, point: Inputs, row: Row): Inputs => {
  const value = row[variable.name];
  return typeof value === 'number' ? withValues(point, { [variable.name]: value }, mixture) : point;
};
