/**
 * A fitted Gaussian process as plain data: enough to rebuild every matrix, small enough to send between threads.
 *
 * Model scale: inputs (x − inputShift)/inputScale, outputs (y − outputShift)/outputScale.
 */
export interface GpModel {
  /** Covariance code, see `compute/covariance-code.ts`. */
  readonly code: Int32Array;
  /** Covariance log parameters, log noise variance (−Infinity when fixed noise is given), mean: model scale. */
  readonly theta: Float64Array;
  readonly n: number;
  readonly d: number;
  readonly categorical: readonly boolean[];
  /** [n, d] raw inputs. */
  readonly X: Float64Array;
  /** [n] raw outputs. */
  readonly y: Float64Array;
  /** [n] given noise variances, squared raw output units. */
  readonly noise?: Float64Array;
  readonly inputShift: Float64Array;
  readonly inputScale: Float64Array;
  readonly outputShift: number;
  readonly outputScale: number;
  /** Predicted standard deviations are multiplied by this (1 when calibration is off). */
  readonly calibration: number;
  /** Log marginal likelihood, with the prior terms, at theta. */
  readonly objective: number;
  readonly evaluations: number;
  /** 'fitted', or the fall-backs that were taken, in words. */
  readonly verdict: readonly string[];
}
