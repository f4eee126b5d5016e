import type { Covariance } from './covariance/bound.ts';
import { type PackedFactor, packFactor } from './packed-factor.ts';
import { padded, rowPlace } from './panels.ts';
import { borrow, giveBack } from './scratch.ts';

/** What a joint posterior is taken from: one model. */
export interface JointModel {
  readonly covariance: Covariance;
  readonly X: Float64Array;
  readonly theta: Float64Array;
  readonly alpha: Float64Array;
  readonly n: number;
  readonly d: number;
  /** Constant prior mean. */
  readonly mean: number;
  /** With room for as many rows as a group has points. */
  readonly factor: PackedFactor;
}

/** Joint posterior of one group of q points. */
interface JointGroup {
  /** [q] and perhaps more. */
  readonly mean: Float64Array;
  /** [q, q], both triangles. */
  readonly cov: Float64Array;
  /**
   * Adds the derivative of Σ gMean·mean + Σ gCov·cov by points first … q − 1 to dX [q − first, d] at dX0. To be
   * called before the next group is opened.
   */
  pullback(gMean: Float64Array, gCov: Float64Array, first: number, dX: Float64Array, dX0: number): void;
  /** Gives the buffers back; mean and cov are not to be used afterwards. */
  release(): void;
}

/**
 * Opens a model for groups of q points; `release` its factor at the end.
 *
 * @param inputs X [n, d], theta [parameters], lower factor L [n, n] and α [n], as in `gp_joint`
 */
export function openJointModel(
  covariance: Covariance,
  inputs: { X: Float64Array; theta: Float64Array; L: Float64Array; alpha: Float64Array },
  { n, d, parameters, q }: { n: number; d: number; parameters: number; q: number },
): JointModel {
  const { X, theta, L, alpha } = inputs;
  const factor = packFactor(L, 0, n, q, true);
  return { covariance, X, theta, alpha, n, d, mean: theta[parameters - 1], factor };
}

/**
 * Mean m + K*α and covariance K** − V Vᵀ (rows of V: L⁻¹k*) of points [q, d], and the way back:
 * cotangent of row i of K* is gMean_i α − Σ_j C_ij A⁻¹k*_j with C = gCov + gCovᵀ, of K** it is C.
 *
 * Cost O(q n²).
 */
export function jointPosterior(model: JointModel, points: Float64Array, q: number): JointGroup {
  const { covariance, X, theta, alpha, n, d, factor } = model;
  const { W, width } = factor;
  const cross = covariance.bind(theta, 0, points, q, X, n, true);
  const self = covariance.bind(theta, 0, points, q, points, q, true);
  const mean = borrow(padded(q));
  const cov = borrow(q * q);
  for (let i = 0; i < q; i++) {
    cross.forward(i, 0, n, W, factor.X + rowPlace(i, width), 4);
    self.forward(i, 0, q, cov, i * q);
  }
  factor.multiply(q, alpha, mean);
  factor.solve(q);
  const covered = factor.negativeSquare(q);
  for (let i = 0; i < q; i++) {
    mean[i] += model.mean;
    for (let j = 0; j <= i; j++) {
      cov[i * q + j] += W[covered + rowPlace(i, padded(q)) + 4 * j];
      if (j < i) cov[j * q + i] = cov[i * q + j];
      else cov[i * q + i] = Math.max(0, cov[i * q + i]);
    }
  }
  return {
    mean,
    cov,
    pullback(gMean, gCov, first, dX, dX0) {
      const Y = factor.solveTransposed(q);
      const discard = borrow(covariance.parameters);
      const crossCotangent = borrow(n);
      const selfCotangent = borrow(q);
      for (let i = first; i < q; i++) {
        for (let k = 0; k < n; k++) crossCotangent[k] = gMean[i] * alpha[k];
        for (let j = 0; j < q; j++) {
          const c = gCov[i * q + j] + gCov[j * q + i];
          selfCotangent[j] = c;
          const solved = Y + rowPlace(j, width);
          for (let k = 0; c !== 0 && k < n; k++) crossCotangent[k] -= c * W[solved + factor.column(k)];
        }
        cross.backward(i, 0, n, crossCotangent, discard, dX, dX0 + (i - first) * d);
        self.backward(i, 0, q, selfCotangent, discard, dX, dX0 + (i - first) * d);
      }
      giveBack(discard, crossCotangent, selfCotangent);
    },
    release() {
      cross.release();
      self.release();
      giveBack(mean, cov);
    },
  };
}
