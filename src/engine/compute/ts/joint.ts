import type { Covariance } from './covariance/bound.ts';
import { dot } from './product.ts';
import { solveLowerRows, solveUpperRows } from './triangular.ts';

/** What a joint posterior is taken from: one model. */
export interface JointModel {
  readonly covariance: Covariance;
  readonly X: Float64Array;
  readonly theta: Float64Array;
  readonly L: Float64Array;
  readonly alpha: Float64Array;
  readonly n: number;
  readonly d: number;
  /** Constant prior mean. */
  readonly mean: number;
}

/** Joint posterior of one group of q points. */
export interface JointGroup {
  readonly mean: Float64Array;
  /** [q, q], both triangles. */
  readonly cov: Float64Array;
  /** Adds the derivative of Σ gMean·mean + Σ gCov·cov by points first … q − 1 to dX [q − first, d] at dX0. */
  pullback(gMean: Float64Array, gCov: Float64Array, first: number, dX: Float64Array, dX0: number): void;
}

/**
 * Mean m + K*α and covariance K** − V Vᵀ (rows of V: L⁻¹k*) of points [q, d], and the way back:
 * cotangent of row i of K* is gMean_i α − Σ_j C_ij A⁻¹k*_j with C = gCov + gCovᵀ, of K** it is C.
 *
 * Cost O(q n²).
 */
export function jointPosterior(model: JointModel, points: Float64Array, q: number): JointGroup {
  const { covariance, X, theta, L, alpha, n, d } = model;
  const cross = covariance.bind(theta, 0, points, q, X, n, true);
  const self = covariance.bind(theta, 0, points, q, points, q, true);
  const V = new Float64Array(q * n);
  const mean = new Float64Array(q);
  const cov = new Float64Array(q * q);
  for (let i = 0; i < q; i++) {
    cross.forward(i, 0, n, V, i * n);
    mean[i] = model.mean + dot(V, i * n, alpha, 0, n);
    self.forward(i, 0, q, cov, i * q);
  }
  solveLowerRows(L, 0, n, V, 0, n, q);
  for (let i = 0; i < q; i++) {
    for (let j = 0; j <= i; j++) {
      const covered = dot(V, i * n, V, j * n, n);
      cov[i * q + j] -= covered;
      if (j < i) cov[j * q + i] = cov[i * q + j];
      else cov[i * q + i] = Math.max(0, cov[i * q + i]);
    }
  }
  return {
    mean,
    cov,
    pullback(gMean, gCov, first, dX, dX0) {
      const W = V.slice();
      solveUpperRows(L, 0, n, W, 0, n, q);
      const discard = new Float64Array(covariance.parameters);
      const crossCotangent = new Float64Array(n);
      const selfCotangent = new Float64Array(q);
      for (let i = first; i < q; i++) {
        for (let k = 0; k < n; k++) crossCotangent[k] = gMean[i] * alpha[k];
        for (let j = 0; j < q; j++) {
          const c = gCov[i * q + j] + gCov[j * q + i];
          selfCotangent[j] = c;
          for (let k = 0; c !== 0 && k < n; k++) crossCotangent[k] -= c * W[j * n + k];
        }
        cross.backward(i, 0, n, crossCotangent, discard, dX, dX0 + (i - first) * d);
        self.backward(i, 0, q, selfCotangent, discard, dX, dX0 + (i - first) * d);
      }
    },
  };
}
