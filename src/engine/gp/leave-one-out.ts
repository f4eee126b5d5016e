import { inverseFromFactor } from './inverse.ts';

/**
 * Leave-one-out predictions of every row in closed form: mean y_i − α_i/(A⁻¹)_ii, variance 1/(A⁻¹)_ii, noise included.
 *
 * Model scale. Source: Rasmussen and Williams 2006, equation 5.12. Cost O(n³).
 */
export function leaveOneOut(
  L: Float64Array,
  alpha: Float64Array,
  y: Float64Array,
  n: number,
): { mean: Float64Array; variance: Float64Array } {
  const inverse = inverseFromFactor(L, n);
  const variance = Float64Array.from({ length: n }, (_, i) => 1 / inverse[i * (n + 1)]);
  return { mean: y.map((value, i) => value - alpha[i] * variance[i]), variance };
}
