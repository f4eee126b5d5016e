import type { Inputs, Scalar, Variable } from '../../api/types.ts';

/** Steps of a low-discrepancy sequence: powers of the root of x^(d+1) = x + 1 (Roberts 2018). */
function steps(dimensions: number): number[] {
  let root = 1.5;
  for (let i = 0; i < 60; i++) root = (1 + root) ** (1 / (dimensions + 1));
  return Array.from({ length: dimensions }, (_, i) => root ** -(i + 1));
}

/** Value of a variable at a share (0 to 1) of its range or list. */
function valueAt(variable: Variable, share: number): Scalar {
  const list = variable.categories?.length ? variable.categories : variable.allowed_values;
  if (list?.length) return list[Math.min(list.length - 1, Math.floor(share * list.length))] as Scalar;
  const [low = 0, high = 1] = variable.bounds ?? [];
  const value = low + share * (high - low);
  return variable.type === 'integer' ? Math.round(value) : value;
}

/** Points at which a model is asked, to find how much each variable changes the prediction. */
export interface Plan {
  /** `base` points, then for each variable the same points with only that variable drawn again. */
  readonly inputs: Inputs[];
  readonly base: number;
}

/** An even spread over all ranges, the same each time; about 2,000 points in all at most. */
export function sensitivityPlan(variables: readonly Variable[]): Plan {
  const d = variables.length;
  const base = Math.max(16, Math.min(256, Math.floor(2000 / (d + 1))));
  const step = steps(2 * d);
  const share = (i: number, k: number): number => (0.5 + (i + 1) * (step[k] as number)) % 1;
  const point = (i: number, redrawn: number): Inputs =>
    Object.fromEntries(
      variables.map((variable, k) => [variable.name, valueAt(variable, share(i, k === redrawn ? d + k : k))]),
    );
  const inputs: Inputs[] = [];
  for (let redrawn = -1; redrawn < d; redrawn++)
    for (let i = 0; i < base; i++) inputs.push(point(i, redrawn));
  return { inputs, base };
}

/**
 * Total effects: the share of the variation of the model's mean over the ranges that would be gone if a variable
 * stood still. With interactions they add up to more than 1.
 *
 * @param mean  predictions at the points of the plan, in its order
 * @returns one share per variable; zeros where the model is flat
 *
 * Source: Jansen 1999, Computer Physics Communications 117, 35–43.
 */
export function totalEffects(mean: readonly number[], base: number): number[] {
  const first = mean.slice(0, base);
  const average = first.reduce((sum, value) => sum + value, 0) / base;
  const variance = first.reduce((sum, value) => sum + (value - average) ** 2, 0) / base;
  const variables = mean.length / base - 1;
  return Array.from({ length: variables }, (_, k) => {
    let sum = 0;
    for (let i = 0; i < base; i++) sum += ((first[i] as number) - (mean[(k + 1) * base + i] as number)) ** 2;
    return variance > 0 ? sum / (2 * base) / variance : 0;
  });
}
