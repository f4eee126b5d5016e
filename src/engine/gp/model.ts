import type { CensoredSites, LimitSites } from './censoring/censored.ts';
import type { Bounds } from './transforms/bounds.ts';

/** One draw of the hyperparameters. */
export interface EnsembleMember {
  /** Share in predictions; the shares of a model sum to 1. */
  readonly weight: number;
  /** As `GpModel.theta`. */
  readonly theta: Float64Array;
  /** Pseudo-measurements of the limits under this draw; absent where there are none. */
  readonly sites?: LimitSites;
}

/** A model whose predictions take the rows nearest to each point, by correlation, for all of them. */
export interface SparseForm {
  /** `local`: searches take the exact model of the rows nearest to the best one. */
  readonly kind: 'vecchia' | 'local';
  /** Rows that each row is conditioned on in the likelihood. */
  readonly neighbours: number;
  /** Rows that each prediction takes. */
  readonly predictive: number;
  /** Points whose values are common to all predictions, beside the rows near each; absent: none. */
  readonly inducing?: number;
  /** Rows that no other row is conditioned on, with inducing points: the validation leaves them out. */
  readonly last?: Int32Array;
  /** Means take the weights of all rows, A⁻¹(y − m) of the exact covariance; of `local` with inducing points alone. */
  readonly exactMean?: boolean;
}

/** How far new measurements lie from what each draw expects. */
export interface Scatter {
  /** A measurement has the deviation of the draw times `scales[j]` with probability `shares[j]`. */
  readonly scales: Float64Array;
  readonly shares: Float64Array;
  /** By how much the log noise variance rises with the height of the curve, per `unit`. */
  readonly slope: number;
  /** Log of the noise variance over the learned one at the height `usual` and the usual places in `columns`. */
  readonly level: number;
  /** Height of the curve: (mean − centre)/unit; `usual` is the mean of the rows. Output units. */
  readonly centre: number;
  readonly unit: number;
  readonly usual: number;
  /** Columns along which the noise changes too; none in models of many rows. */
  readonly columns?: readonly ColumnSlope[];
}

/** By how much the log noise variance rises over half the width of the data in a numeric column. */
export interface ColumnSlope {
  readonly column: number;
  readonly slope: number;
  /** Mean position of the rows, in half widths from the middle of the data. */
  readonly usual: number;
}

/**
 * A fitted Gaussian process as plain data: enough to rebuild every matrix, small enough to send between threads.
 *
 * Model scale: inputs (x − inputShift)/inputScale, of x or of log x, outputs (y − outputShift)/outputScale.
 */
export interface GpModel {
  /** Covariance code, see `compute/covariance-code.ts`. */
  readonly code: Int32Array;
  /** Covariance log parameters, log noise variance (−Infinity when fixed noise is given), mean: model scale. */
  readonly theta: Float64Array;
  /** Draws from the posterior of theta, whose mixture is the prediction (`ensemble/`); absent where theta alone is. */
  readonly members?: readonly EnsembleMember[];
  /** Learned when the model was trained, of many rows; with `members` it is learned from the rows, and else absent. */
  readonly scatter?: Scatter;
  /** Places among the measured rows of those that were left out (`outliersOf`); absent where none was. */
  readonly doubtful?: Int32Array;
  readonly n: number;
  readonly d: number;
  readonly categorical: readonly boolean[];
  /** [n, d] raw inputs. */
  readonly X: Float64Array;
  /** [n] raw outputs. */
  readonly y: Float64Array;
  /** [n] given noise variances, squared raw output units. */
  readonly noise?: Float64Array;
  /** Rows whose output is a limit, and its pseudo-measurement; absent where all are measured. */
  readonly censored?: CensoredSites;
  /** Per column of the model: [d], or longer where categories are spread over dummy columns (`oneHot`). */
  readonly inputShift: Float64Array;
  readonly inputScale: Float64Array;
  /** [d] where it is above 0, shift and scale are of log x, continued by its tangent below that value; absent: nowhere. Never with `oneHot`. */
  readonly inputLog?: Float64Array;
  /** Per raw column: the categories seen, ascending, when they are spread over dummy columns (the first has none); else null. */
  readonly oneHot?: readonly (readonly number[] | null)[];
  /** Absent: every row counts in every prediction. */
  readonly sparse?: SparseForm;
  /** Kumaraswamy warping 1 − (1 − uᵃ)ᵇ of the scaled columns; absent when there is none. */
  readonly inputWarp?: { readonly a: Float64Array; readonly b: Float64Array };
  /** The model of the logarithms of the outputs, which makes the predictions (`latentView`); absent: this model makes them. */
  readonly ofLog?: LatentModel;
  /** The same of their logits between the bounds. */
  readonly ofLogit?: LatentModel;
  /** What predictions keep to; absent: anything. */
  readonly bounds?: Bounds;
  readonly outputShift: number;
  readonly outputScale: number;
  /** Predicted standard deviations are multiplied by this (1 when calibration is off). */
  readonly calibration: number;
  /** Smallest predicted standard deviation, model scale, before calibration. Default 0. */
  readonly stdFloor?: number;
  /** Log marginal likelihood, with the prior terms, at theta. */
  readonly objective: number;
  readonly evaluations: number;
  /** 'fitted', or the fall-backs that were taken, in words. */
  readonly verdict: readonly string[];
}

/** A model of another quantity on the rows of its whole. */
export type LatentModel = Omit<GpModel, 'X' | 'y' | 'ofLog' | 'ofLogit' | 'bounds'>;
