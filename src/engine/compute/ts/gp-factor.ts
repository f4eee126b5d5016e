import { arrayOp } from '../array-op.ts';
import { jitterLadder } from '../ops.ts';
import { parseCovariance } from './covariance/bound.ts';
import { cholesky } from './factorize.ts';
import { solveLowerRows, solveUpperRows } from './triangular.ts';

/** Cholesky factor L of A = K + noise and α = A⁻¹(y − mean), per batch member. Cost O(B n³). */
export const gpFactor = arrayOp('gp_factor', (sizes, arrays) => {
  const { batch, n, d, parameters, rest } = sizes;
  const { X, y, noise: noiseVariance, theta: thetas, L, alpha, status } = arrays;
  const covariance = parseCovariance(rest, d);
  const A = new Float64Array(n * n);
  for (let b = 0; b < batch; b++) {
    const theta = thetas.subarray(b * parameters, (b + 1) * parameters);
    const K = covariance.bind(theta, 0, X, n, X, n);
    const noise = Math.exp(theta[parameters - 2]);
    for (let i = 0; i < n; i++) {
      K.forward(i, 0, i + 1, A, i * n);
      A[i * (n + 1)] += noise + noiseVariance[i];
    }
    status[b] = cholesky(A, 0, n, jitterLadder, L, b * n * n);
    for (let i = 0; i < n; i++) alpha[b * n + i] = y[i] - theta[parameters - 1];
    solveLowerRows(L, b * n * n, n, alpha, b * n, n, 1);
    solveUpperRows(L, b * n * n, n, alpha, b * n, n, 1);
  }
});
