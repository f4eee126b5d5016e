import type { Problem } from '../acquisition/problem.ts';
import { isNoisy } from '../acquisition/search/repeats.ts';

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
