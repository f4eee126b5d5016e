import type { Problem } from '../../acquisition/problem.ts';
import { isNoisy } from '../../acquisition/search/repeats.ts';
import { sidesOf } from '../../gp/censoring/censored.ts';
import { mixtureMoments } from '../../gp/ensemble/mixture.ts';
import type { Predictor } from '../surrogates.ts';
import type { LeaveOneOutPrediction } from '../task.ts';

/** Leave-one-out deviations by which a result must be better than the others suggest. */
const SUSPICIOUS = 3;

/**
 * The recorded row that leads and is better than the other rows suggest, where measurements are noisy and it was
 * measured once: it decides where the campaign continues, so it is measured again first.
 */
export function suspiciousRow(problem: Problem): number | undefined {
  const { posteriors, signs, task } = problem;
  const [posterior] = posteriors;
  if (!isNoisy(posterior)) return undefined;
  const { X, y, n, d } = task.models[0];
  if (n < 2 * d + 3) return undefined;
  let best = 0;
  for (let i = 1; i < n; i++) if (signs[0] * (y[i] - y[best]) > 0) best = i;
  const at = (row: number, points: Float64Array) => points.subarray(row * d, (row + 1) * d);
  const same = (a: Float64Array, b: Float64Array) => a.every((value, k) => value === b[k]);
  const point = at(best, X);
  for (const [column, value] of task.fixed) if (point[column] !== value) return undefined;
  for (let i = 0; i < n; i++) if (i !== best && same(at(i, X), point)) return undefined;
  for (let j = 0; j < task.pending.length / d; j++) if (same(at(j, task.pending), point)) return undefined;
  const { mean, variance } = posterior.leaveOneOut();
  const surprise = (signs[0] * (y[best] - mean[best])) / Math.sqrt(variance[best]);
  return surprise > SUSPICIOUS ? best : undefined;
}

/** log density of a normal distribution less its constant. */
const logHeight = (value: number, mean: number, variance: number): number =>
  -0.5 * (Math.log(variance) + (value - mean) ** 2 / variance);

/**
 * What the other runs say about the recorded one at a point: members of the model count by their shares without its result.
 *
 * @returns undefined where the point was measured never, or more than once, or has a limit for a result
 */
export function leaveOneOutPrediction(
  { parts, warp, output }: Predictor,
  point: Float64Array,
): LeaveOneOutPrediction | undefined {
  const [{ posterior }] = parts;
  const { X, y, n, d, censored } = posterior.model;
  const rows = Array.from(y.keys()).filter((i) => point.every((value, k) => value === X[i * d + k]));
  const [row] = rows;
  if (rows.length !== 1 || sidesOf(n, censored)[row] !== 0) return undefined;
  const left = parts.map(({ posterior: part }) => part.leaveOneOut());
  const means = left.map(({ mean }) => mean[row]);
  const variances = left.map(({ variance }) => variance[row]);
  const heights = means.map((mean, k) => logHeight(y[row], mean, variances[k]));
  const least = heights.reduce((a, b) => Math.min(a, b));
  const shares = parts.map(({ weight }, k) => weight * Math.exp(least - heights[k]));
  const all = shares.reduce((a, b) => a + b);
  const weights = shares.map((share) => share / all);
  const others = mixtureMoments({ weights, means, deviations: variances.map(Math.sqrt) });
  if (!(Number.isFinite(others.mean) && others.std > 0)) return undefined;
  const [low, mean, high] = [-1, 0, 1].map((side) => output(others.mean + side * others.std));
  const std = warp ? 0.5 * (high - low) : others.std;
  return { output: output(y[row]), mean, std, away: (y[row] - others.mean) / others.std };
}
