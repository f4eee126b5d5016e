import { arrayOp } from '../array-op.ts';
import { parseCovariance } from './covariance/bound.ts';
import { packFactor } from './packed-factor.ts';
import { rowPlace, squaredLengths } from './panels.ts';
import { dot } from './product.ts';
import { borrow, giveBack } from './scratch.ts';

/** Test points worked on together. */
const CHUNK = 64;

/**
 * Latent posterior at test points: mean = m + k*ᵀα, variance = k** − |L⁻¹k*|², and their gradients by the test point:
 * ∂mean = Σ_j α_j ∂k*_j, ∂variance = ∂k** − 2 Σ_j (A⁻¹k*)_j ∂k*_j. Variances below 0 (rounding) are given as 0.
 *
 * Source: Rasmussen and Williams 2006, equations 2.25 and 2.26. Cost O(B m n²), O(B m n) for means alone.
 */
export const gpPredict = arrayOp('gp_predict', (sizes, arrays) => {
  const { batch, n, d, parameters, m, rest } = sizes;
  const { X, theta: thetas, L: Ls, alpha: alphas, Xs } = arrays;
  const { mean: means, variance: variances, dMean: dMeans, dVariance: dVariances } = arrays;
  const covariance = parseCovariance(rest, d);
  const wantsGradient = dMeans !== undefined;
  const row = borrow(n);
  const own = borrow(1);
  const lengths = borrow(CHUNK);
  const discard = borrow(covariance.parameters);
  const cotangent = borrow(Math.max(n, CHUNK));
  dMeans?.fill(0, 0, batch * m * d);
  dVariances?.fill(0, 0, batch * m * d);
  for (let b = 0; b < batch; b++) {
    const mean = thetas[(b + 1) * parameters - 1];
    const alpha = alphas.subarray(b * n, (b + 1) * n);
    const factor =
      variances || wantsGradient
        ? packFactor(Ls, b * n * n, n, Math.min(CHUNK, m), wantsGradient)
        : undefined;
    for (let start = 0; start < m; start += CHUNK) {
      const count = Math.min(CHUNK, m - start);
      const points = Xs.subarray(start * d, (start + count) * d);
      const cross = covariance.bind(thetas, b * parameters, points, count, X, n, wantsGradient);
      const self = covariance.bind(thetas, b * parameters, points, count, points, count);
      const first = b * m + start;
      for (let i = 0; i < count; i++) {
        cross.forward(i, 0, n, row, 0);
        if (means) means[first + i] = mean + dot(row, 0, alpha, 0, n);
        if (dMeans) cross.backward(i, 0, n, alpha, discard, dMeans, (first + i) * d);
        if (!factor) continue;
        const to = factor.X + rowPlace(i, factor.width);
        for (let k = 0; k < n; k++) factor.W[to + 4 * k] = row[k];
      }
      factor?.solve(count);
      if (factor && variances) {
        squaredLengths(factor.W, factor.X, count, factor.width, lengths);
        for (let i = 0; i < count; i++) {
          self.forward(i, i, i + 1, own, -i);
          variances[first + i] = Math.max(0, own[0] - lengths[i]);
        }
      }
      if (factor && dVariances) {
        const Y = factor.solveTransposed(count);
        for (let i = 0; i < count; i++) {
          const from = Y + rowPlace(i, factor.width);
          for (let k = 0; k < n; k++) cotangent[k] = -2 * factor.W[from + factor.column(k)];
          cross.backward(i, 0, n, cotangent, discard, dVariances, (first + i) * d);
          self.forward(i, i, i + 1, own, -i);
          cotangent[i] = 2;
          self.backward(i, i, i + 1, cotangent, discard, dVariances, (first + i) * d);
        }
      }
      cross.release();
      self.release();
    }
    factor?.release();
  }
  giveBack(row, own, lengths, discard, cotangent);
});
