import { isBounded, type Range } from './limits.ts';
import { logProbabilityWithin } from './within-range.ts';

/**
 * Logarithm of the probability that all outcome constraints are met: Σ log(Φ(b) − Φ(a)) over independent outputs, a and b being the
 * standardized ends of what the limits leave to each.
 *
 * Source: Gardner et al. 2014, Proc. ICML 32(2), 937–945.
 *
 * @param within [objectives] what the limits leave to each output, maximize form; absent: everything
 * @param mean, deviation  [objectives], maximize form, output units
 * @param slopes  [2·objectives]: derivatives by mean, then by deviation, are added
 */
export function logFeasibility(
  within: readonly Range[] | undefined,
  mean: Float64Array,
  deviation: Float64Array,
  slopes?: Float64Array,
): number {
  let total = 0;
  for (let k = 0; within !== undefined && k < within.length; k++) {
    if (!isBounded(within[k])) continue;
    const { value, byMean, byDeviation } = logProbabilityWithin(mean[k], deviation[k], within[k]);
    total += value;
    if (!slopes) continue;
    slopes[k] += byMean;
    slopes[mean.length + k] += byDeviation;
  }
  return total;
}
