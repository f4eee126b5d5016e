import type { GpModel } from './model.ts';

/** A training call, encoded: what `train` needs and nothing else. Plain data, so that it crosses threads. */
export interface TrainTask {
  /** [n, d] raw inputs, one column per variable in model order; a label as its position. */
  readonly X: Float64Array;
  readonly n: number;
  readonly d: number;
  /** Which columns are labels. */
  readonly categorical: readonly boolean[];
  /** One [n] array per objective, raw units. */
  readonly outputs: readonly Float64Array[];
  /** [n] noise variances in squared output units, shared by all objectives; absent when noise is learned. */
  readonly noise?: Float64Array;
  readonly recipe: 'sklearn' | 'botorch';
  /** Lower case; the recipes list what they know. */
  readonly kernel: string;
  readonly kernelParams: Readonly<Record<string, number>>;
  readonly inputTransform?: string;
  readonly outputTransform?: string;
  readonly optimizer?: string;
  readonly seed: number;
  /** Folds of the cross-validation; five when left out. */
  readonly folds?: number;
  /** Extra choices beyond the interface (documented in `gp/recipes.ts`), such as priors 'dimension_scaled' or input warping. */
  readonly options?: Readonly<Record<string, number | string | boolean>>;
}

/** Pooled cross-validation results, fold after fold, in output units. */
export interface CrossValidation {
  readonly actual: Float64Array;
  readonly predicted: Float64Array;
  readonly std: Float64Array;
  /** Row of each entry. */
  readonly rows: Int32Array;
}

export interface TrainResult {
  /** One per objective. */
  readonly models: readonly GpModel[];
  /** One per objective; absent below five rows. */
  readonly crossValidation: readonly (CrossValidation | undefined)[];
}
