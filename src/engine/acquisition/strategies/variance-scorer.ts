import type { Posterior } from '../../gp/posterior.ts';
import { createCrossCovariance } from '../models/linear-functional.ts';
import type { Scorer } from '../search/climb.ts';

/**
 * Negative integrated posterior variance after a batch of q points will have been measured with `noise`.
 *
 * With C = cov(R, x) [r, q] and S = cov(x, x) + noise·I the variance at the r points R falls by the diagonal of
 * C S⁻¹ Cᵀ; the value is minus the average of what is left, output units squared. Goals play no part.
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
  const { std } = posterior.predict(over, r);
  const before = std.reduce((sum, value) => sum + value * value, 0) / r;

  function run(points: Float64Array, withGradient: boolean) {
    const groups = points.length / (q * d);
    const C = cross.at(points, groups * q);
    const { cov } = posterior.joint(points, groups, q);
    const value = new Float64Array(groups);
    const cotangentC = new Float64Array(withGradient ? C.length : 0);
    const cotangentS = new Float64Array(withGradient ? cov.length : 0);
    for (let g = 0; g < groups; g++) {
      const inverse = inverseOf(cov.subarray(g * q * q, (g + 1) * q * q), q, noise);
      const block = C.subarray(g * q * r, (g + 1) * q * r);
      const gram = gramOf(block, q, r);
      let reduction = 0;
      for (let i = 0; i < q * q; i++) reduction += inverse[i] * gram[i];
      value[g] = reduction / r - before;
      if (!withGradient) continue;
      const T = product(inverse, block, q, q, r);
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

/** B Bᵀ of B [q, r]. */
function gramOf(B: Float64Array, q: number, r: number): Float64Array {
  const gram = new Float64Array(q * q);
  for (let i = 0; i < q; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < r; k++) sum += B[i * r + k] * B[j * r + k];
      gram[i * q + j] = sum;
      gram[j * q + i] = sum;
    }
  }
  return gram;
}

function product(A: Float64Array, B: Float64Array, m: number, k: number, n: number): Float64Array {
  const C = new Float64Array(m * n);
  for (let i = 0; i < m; i++) {
    for (let l = 0; l < k; l++) {
      const a = A[i * k + l];
      for (let j = 0; j < n; j++) C[i * n + j] += a * B[l * n + j];
    }
  }
  return C;
}

/** (cov + noise·I)⁻¹ by Gauss–Jordan; a hair is added so that repeated points without noise do no harm. */
function inverseOf(cov: Float64Array, q: number, noise: number): Float64Array {
  const A = cov.slice();
  const inverse = new Float64Array(q * q);
  let trace = 0;
  for (let i = 0; i < q; i++) trace += A[i * q + i];
  for (let i = 0; i < q; i++) {
    A[i * q + i] += noise + (1e-10 * trace) / q + 1e-300;
    inverse[i * q + i] = 1;
  }
  for (let column = 0; column < q; column++) {
    const pivot = A[column * q + column];
    for (let j = 0; j < q; j++) {
      A[column * q + j] /= pivot;
      inverse[column * q + j] /= pivot;
    }
    for (let i = 0; i < q; i++) {
      if (i === column) continue;
      const factor = A[i * q + column];
      for (let j = 0; j < q; j++) {
        A[i * q + j] -= factor * A[column * q + j];
        inverse[i * q + j] -= factor * inverse[column * q + j];
      }
    }
  }
  return inverse;
}
