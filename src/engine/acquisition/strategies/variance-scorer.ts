import type { Posterior } from '../../gp/posterior/posterior.ts';
import { inverseByElimination } from '../../linalg/elimination.ts';
import { gramOf, multiply } from '../../linalg/products.ts';
import { createCrossCovariance } from '../models/linear-functional.ts';
import type { Scorer } from '../search/climb.ts';

/**
 * Negative integrated posterior variance after a batch of q points will have been measured with `noise`.
 *
 * With C = cov(R, x) [r, q] and S = cov(x, x) + noise·I the variance at the r points R falls by the diagonal of
 * C S⁻¹ Cᵀ; the value is minus the average of what is left, output units squared. Goals play no part.
 * C, S and the noise count in variances of the outputs: products of four outputs may leave the range of numbers.
 *
 * Source: Seo et al. 2000 (active learning Cohn); gradients by the cotangents of C (2 C S⁻¹) and S (−S⁻¹CᵀC S⁻¹).
 * Cost per batch O(q(n + r)d + q n r).
 *
 * @param over  [r, d] raw points that stand for the region
 * @param noise variance of a measurement, output units squared
 */
export function integratedVarianceScorer(
  posterior: Posterior,
  over: Float64Array,
  q: number,
  noise: number,
): Scorer {
  const { d } = posterior.model;
  const cross = createCrossCovariance(posterior, over);
  const { r } = cross;
  const scale = posterior.outputScale ** 2;
  const { std } = posterior.predict(over, r);
  const before = std.reduce((sum, value) => sum + value * value, 0) / r;

  function run(points: Float64Array, withGradient: boolean) {
    const groups = points.length / (q * d);
    const C = cross.at(points, groups * q).map((value) => value / scale);
    const cov = posterior.joint(points, groups, q).cov.map((value) => value / scale);
    const value = new Float64Array(groups);
    const cotangentC = new Float64Array(withGradient ? C.length : 0);
    const cotangentS = new Float64Array(withGradient ? cov.length : 0);
    for (let g = 0; g < groups; g++) {
      const inverse = inverseOf(cov.subarray(g * q * q, (g + 1) * q * q), q, noise / scale);
      const block = C.subarray(g * q * r, (g + 1) * q * r);
      const gram = gramOf(block, q, r);
      let reduction = 0;
      for (let i = 0; i < q * q; i++) reduction += inverse[i] * gram[i];
      value[g] = (scale * reduction) / r - before;
      if (!withGradient) continue;
      const T = multiply(inverse, block, q, q, r);
      for (let i = 0; i < q * r; i++) cotangentC[g * q * r + i] = (2 * T[i]) / r;
      const weights = gramOf(T, q, r);
      for (let i = 0; i < q * q; i++) cotangentS[g * q * q + i] = -weights[i] / r;
    }
    if (!withGradient) return { value, gradient: new Float64Array(0) };
    const gradient = cross.pullback(points, groups * q, cotangentC);
    const through = posterior.jointGradient(points, groups, q, new Float64Array(groups * q), cotangentS);
    return { value, gradient: gradient.map((slope, i) => slope + through[i]) };
  }

  return { q, values: (points) => run(points, false).value, gradients: (points) => run(points, true) };
}

/** (cov + noise·I)⁻¹; a tiny amount is added so that repeated points without noise stay invertible. */
function inverseOf(cov: Float64Array, q: number, noise: number): Float64Array {
  const A = cov.slice();
  let trace = 0;
  for (let i = 0; i < q; i++) trace += A[i * q + i];
  for (let i = 0; i < q; i++) A[i * q + i] += noise + (1e-10 * trace) / q + 1e-300;
  return inverseByElimination(A, q);
}
