import { logNormalCdf, normalHazard } from '../../random/normal.ts';
import type { Problem } from '../problem.ts';

/**
 * Logarithm of the probability that all outcome constraints are met: Σ log Φ((μ − limit)/σ), outputs independent.
 *
 * Source: Gardner et al. 2014, Proc. ICML 32(2), 937–945.
 *
 * @param mean, deviation  [objectives], maximize form, output units
 * @param slopes  [2·objectives]: derivatives by mean, then by deviation, are added
 */
export function logFeasibility(
  problem: Pick<Problem, 'task' | 'signs'>,
  mean: Float64Array,
  deviation: Float64Array,
  slopes?: Float64Array,
): number {
  let total = 0;
  for (const { objective, bound, value } of problem.task.outcomeConstraints ?? []) {
    const side = (bound === 'lower' ? 1 : -1) * problem.signs[objective];
    const z = (side * (mean[objective] - problem.signs[objective] * value)) / deviation[objective];
    total += logNormalCdf(z);
    if (!slopes) continue;
    const slope = normalHazard(z) / deviation[objective];
    slopes[objective] += side * slope;
    slopes[mean.length + objective] -= z * slope;
  }
  return total;
}
