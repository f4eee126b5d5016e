import { parseCovariance } from './covariance/bound.ts';
import { need, needDims, type TsOp } from './op.ts';
import { dot } from './product.ts';
import { solveLowerRows, solveUpperRows } from './triangular.ts';

/** Test points worked on together. */
const CHUNK = 64;

/**
 * Latent posterior at test points: mean = m + k*ᵀα, variance = k** − |L⁻¹k*|², and their gradients by the test point:
 * ∂mean = Σ_j α_j ∂k*_j, ∂variance = ∂k** − 2 Σ_j (A⁻¹k*)_j ∂k*_j. Variances below 0 (rounding) are given as 0.
 *
 * Source: Rasmussen and Williams 2006, equations 2.25 and 2.26. Cost O(B m n²), O(B m n) for means alone.
 */
export const gpPredict: TsOp = (dims, inputs, outputs) => {
  needDims('gp_predict', dims, 6);
  const [batch, n, d, parameters, m, wanted] = dims;
  const covariance = parseCovariance(dims.subarray(6), d);
  const X = need('gp_predict', 'input', inputs, 0, [n, d]);
  const thetas = need('gp_predict', 'input', inputs, 1, [batch, parameters]);
  const Ls = need('gp_predict', 'input', inputs, 2, [batch, n, n]);
  const alphas = need('gp_predict', 'input', inputs, 3, [batch, n]);
  const Xs = need('gp_predict', 'input', inputs, 4, [m, d]);
  const wantsVariance = (wanted & 2) !== 0;
  const wantsGradient = (wanted & 4) !== 0;
  const means = wanted & 1 ? need('gp_predict', 'output', outputs, 0, [batch, m]) : undefined;
  const variances = wantsVariance ? need('gp_predict', 'output', outputs, 1, [batch, m]) : undefined;
  const dMeans = wantsGradient ? need('gp_predict', 'output', outputs, 2, [batch, m, d]) : undefined;
  const dVariances = wantsGradient ? need('gp_predict', 'output', outputs, 3, [batch, m, d]) : undefined;
  const rows = new Float64Array(CHUNK * n);
  const own = new Float64Array(1);
  const discard = new Float64Array(covariance.parameters);
  const cotangent = new Float64Array(Math.max(n, m));
  dMeans?.fill(0, 0, batch * m * d);
  dVariances?.fill(0, 0, batch * m * d);
  for (let b = 0; b < batch; b++) {
    const mean = thetas[(b + 1) * parameters - 1];
    const alpha = alphas.subarray(b * n, (b + 1) * n);
    for (let start = 0; start < m; start += CHUNK) {
      const count = Math.min(CHUNK, m - start);
      const points = Xs.subarray(start * d, (start + count) * d);
      const cross = covariance.bind(thetas, b * parameters, points, count, X, n, wantsGradient);
      const self = covariance.bind(thetas, b * parameters, points, count, points, count);
      const first = b * m + start;
      for (let i = 0; i < count; i++) {
        cross.forward(i, 0, n, rows, i * n);
        if (means) means[first + i] = mean + dot(rows, i * n, alpha, 0, n);
        if (dMeans) cross.backward(i, 0, n, alpha, discard, dMeans, (first + i) * d);
      }
      if (!wantsVariance && !dVariances) continue;
      solveLowerRows(Ls, b * n * n, n, rows, 0, n, count);
      for (let i = 0; variances && i < count; i++) {
        self.forward(i, i, i + 1, own, -i);
        variances[first + i] = Math.max(0, own[0] - dot(rows, i * n, rows, i * n, n));
      }
      if (!dVariances) continue;
      solveUpperRows(Ls, b * n * n, n, rows, 0, n, count);
      for (let i = 0; i < count; i++) {
        for (let j = 0; j < n; j++) cotangent[j] = -2 * rows[i * n + j];
        cross.backward(i, 0, n, cotangent, discard, dVariances, (first + i) * d);
        self.forward(i, i, i + 1, own, -i);
        cotangent[i] = 2;
        self.backward(i, i, i + 1, cotangent, discard, dVariances, (first + i) * d);
      }
    }
  }
};
