import type { LocationPrior, LogNormalPrior } from './fit/priors.ts';
import type { GpModel } from './model.ts';
import type { BetterDirection } from './outliers/outliers.ts';
import type { Recipe } from './recipes/recipe.ts';
import type { RecordedRows } from './recorded-rows.ts';
import type { TrainOptions } from './train-options.ts';

/** A training call, encoded: what `train` needs and nothing else. Plain data, so that it crosses threads. */
export interface TrainTask extends RecordedRows {
  /** `auto` needs only the data: kernel, transforms and options are ignored. */
  readonly recipe: Recipe | 'auto';
  /** Per column: where it may lie; gives the scale of a column whose values are all the same. */
  readonly ranges?: readonly (readonly [number, number] | null)[];
  /** auto: as `EnsembleData.spanning`. */
  readonly spanning?: readonly number[];
  /** `auto`: one per objective, by which likely errors are recognized; absent: every row counts. */
  readonly better?: readonly BetterDirection[];
  /** Lower case; the recipes list what they know. */
  readonly kernel: string;
  readonly kernelParams: Readonly<Record<string, number>>;
  readonly inputTransform?: string;
  readonly outputTransform?: string;
  readonly optimizer?: string;
  readonly seed: number;
  /** botorch: the numeric columns that the covariance depends on; all when left out. Categories always take part. */
  readonly columns?: readonly number[];
  /** botorch: of the log lengthscale of each category; none when left out. */
  readonly categoryPrior?: LocationPrior;
  /** botorch: of the lengthscale of one numeric column, in place of that of `options.priors: 'dimension_scaled'`; ½ log d is added to `mu`. */
  readonly lengthscalePrior?: LogNormalPrior;
  /** botorch: straight lines of the numeric columns and levels of the categories are added; of the log variance of each slope, and of that of the rest. None when left out. */
  readonly linePriors?: { readonly slope: LocationPrior; readonly rest: LocationPrior };
  /** Folds of the cross-validation; five when left out. */
  readonly folds?: number;
  /** Leaves out what takes fits of its own: the validation and the importance of the variables. */
  readonly isBrief?: boolean;
  /** Leaves out a validation by refits, unless the recipe `auto` scores itself by it. */
  readonly validatesLater?: boolean;
  /** Choices beyond the interface. */
  readonly options?: TrainOptions;
}

/** Pooled cross-validation results, fold after fold, in output units; of measured rows, not of limits. */
export interface CrossValidation {
  readonly actual: Float64Array;
  readonly predicted: Float64Array;
  readonly std: Float64Array;
  /** Row of each entry. */
  readonly rows: Int32Array;
  /** As in `Validation`; absent where measurements are compared with the latent function. */
  readonly level?: Float64Array;
}

/**
 * Predictions of left-out rows by fits to the other rows, fold after fold, output units: of one new measurement, noise
 * included, with the deviation on the side of the measured value. Rows with equal inputs are left out together.
 */
export interface Validation {
  readonly folds: number;
  /** Absent: every fold was fitted again. */
  readonly kind?: 'fixed_hyperparameters';
  /** Row of each entry; the arrays below are in this order. */
  readonly rows: Int32Array;
  readonly actual: Float64Array;
  readonly predicted: Float64Array;
  readonly std: Float64Array;
  /** 1 and −1 where the actual value is a limit that the true one lies above or below; absent where none is. */
  readonly sides?: Int32Array;
  /** log of the predictive density at the measured value; of the probability of a limit. NaN where the outputs of the other folds are all equal. */
  readonly logDensity: Float64Array;
  /** Continuous ranked probability score; NaN for limits. */
  readonly crps: Float64Array;
  /** Share of the predictive distribution below the measured value. */
  readonly level: Float64Array;
}

/** How much of the variance of the curve a variable takes part in, from 0 to 1. */
export interface Importance {
  readonly share: number;
  /** 2.5 and 97.5 % quantile over draws of the curve. */
  readonly low: number;
  readonly high: number;
}

export interface TrainResult {
  /** One per objective. */
  readonly models: readonly GpModel[];
  /** One per objective; absent below five rows. */
  readonly crossValidation: readonly (CrossValidation | undefined)[];
  /** One per objective; absent below five rows, or where all rows have the same inputs. */
  readonly validation: readonly (Validation | undefined)[];
  /** One list per objective, by column; absent for recipes other than `auto`. */
  readonly importance: readonly (readonly Importance[] | undefined)[];
}

/** Rows predicted from the rows of other folds at the hyperparameters of the fit, model scale. */
export interface LeftOut {
  readonly folds: number;
  /** Fold after fold. */
  readonly rows: Int32Array;
  readonly mean: Float64Array;
  /** Of the latent function. */
  readonly variance: Float64Array;
}
