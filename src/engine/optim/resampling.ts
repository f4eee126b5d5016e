import type { Steps } from '../compute/lockstep.ts';
import { createGenerator, type Generator } from '../random/generator.ts';
import { advance, choleskyOf } from './hamiltonian.ts';

/** A density that is close to a normal one, and how many draws of it are wanted. */
export interface ResamplingTask {
  /** [V] where the density is largest. */
  readonly mode: Float64Array;
  /** [V, V] positive definite: the curvature of the negated log density there. */
  readonly curvature: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Negated log densities [points]; the buffer may be reused. */
  readonly evaluate: (xs: Float64Array, points: number) => Steps<{ readonly values: Float64Array }>;
  /** Points of the normal distribution, more than are drawn. */
  readonly points: number;
  readonly draws: number;
  readonly seed: number | string;
}

export interface ResamplingResult {
  /** [draws, V] */
  readonly draws: Float64Array;
  /** Effective number of the points, (Σw)²/Σw²: near 1 where the density is far from the normal one, NaN where it is finite nowhere. */
  readonly effective: number;
}

/**
 * Sampling importance resampling: points of the normal distribution around the mode with the inverse curvature as covariance, some of which are kept with
 * chances in proportion to density over normal density, none twice. Weights count up to √points times their mean, so that no single point decides.
 * Points beyond the bounds have density 0. Cost: one density, without gradient, per point.
 *
 * Source: Rubin 1987, doi:10.1080/01621459.1987.10478461 (resampling); Ionides 2008, doi:10.1198/106186008X320456 (truncated weights).
 */
export function* resamplingSteps(task: ResamplingTask): Steps<ResamplingResult> {
  const { mode, lower, upper, points } = task;
  const V = mode.length;
  const L = choleskyOf(task.curvature, V);
  const generator = createGenerator(`resampling/${task.seed}`);
  const normals = generator.normals(points * V);
  const xs = new Float64Array(points * V);
  for (let b = 0; b < points; b++) {
    xs.set(mode, b * V);
    advance(L, V, normals, 1, xs, b * V);
  }
  const inside = xs.map((x, i) => Math.min(upper[i % V], Math.max(lower[i % V], x)));
  const { values } = yield* task.evaluate(inside, points);
  const logWeights = Float64Array.from({ length: points }, (_, b) => {
    let log = -values[b];
    for (let k = b * V; k < (b + 1) * V; k++) {
      if (xs[k] !== inside[k]) return Number.NEGATIVE_INFINITY;
      log += 0.5 * normals[k] ** 2;
    }
    return log;
  });
  const top = logWeights.reduce((most, log) => Math.max(most, log), Number.NEGATIVE_INFINITY);
  const ratios = logWeights.map((log) => Math.exp(log - top));
  const most = sumOf(ratios) / Math.sqrt(points);
  const weights = ratios.map((ratio) => Math.min(ratio, most));
  const draws = new Float64Array(task.draws * V);
  chosen(weights, task.draws, generator).forEach((b, at) => {
    draws.set(xs.subarray(b * V, (b + 1) * V), at * V);
  });
  return { draws, effective: sumOf(weights) ** 2 / sumOf(weights.map((weight) => weight ** 2)) };
}

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

/** Places of `count` weights, drawn one after the other in proportion to what is left. */
function chosen(weights: Float64Array, count: number, generator: Generator): number[] {
  const left = weights.slice();
  return Array.from({ length: count }, () => {
    let rest = generator.uniform() * sumOf(left);
    let at = 0;
    while (at < left.length - 1 && !(rest < left[at])) rest -= left[at++];
    left[at] = 0;
    return at;
  });
}
