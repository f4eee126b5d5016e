import { ShapeError } from '../errors.ts';

/** Pooled cross-validation results: [n] each, output units. */
export interface Residuals {
  readonly actual: ArrayLike<number>;
  readonly predicted: ArrayLike<number>;
  readonly std: ArrayLike<number>;
}

/** How far predictions are off; NaN where n or the spread of the data leaves a figure undefined. */
export interface ErrorMetrics {
  readonly rmse: number;
  readonly mae: number;
  /** 1 − SS_res/SS_tot. */
  readonly r2: number;
  /** Per cent: 100·mean(|e|/(|y| + 1e-9)). */
  readonly mape: number;
}

/** Deviations below this are taken as this: in output units, or in units of outputs that are smaller than 1. */
const SMALLEST_STD = 1e-10;

const largestOf = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** @throws ShapeError when the three lists differ in length */
export function checkLengths({ actual, predicted, std }: Residuals): number {
  if (predicted.length !== actual.length || std.length !== actual.length) {
    throw new ShapeError(
      `diagnostics: expected lists of one length, got ${actual.length} actual, ${predicted.length} predicted and ${std.length} std; send one of each per point`,
    );
  }
  return actual.length;
}

/** RMSE and MAE in output units, MAPE in per cent, and R², NaN where all outputs are the same. @throws ShapeError the lists differ in length */
export function errorMetrics(residuals: Residuals): ErrorMetrics {
  const n = checkLengths(residuals);
  const { actual, predicted } = residuals;
  // Squares of outputs beyond 1e150 or below 1e-150 are no numbers: sums are taken in units of the largest.
  const unit = largestOf(actual) || 1;
  let squares = 0;
  let absolute = 0;
  let relative = 0;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const error = Math.abs(actual[i] - predicted[i]);
    squares += (error / unit) ** 2;
    absolute += error;
    relative += error / (Math.abs(actual[i]) + 1e-9);
    sum += actual[i] / unit;
  }
  let total = 0;
  for (let i = 0; i < n; i++) total += (actual[i] / unit - sum / n) ** 2;
  return {
    rmse: unit * Math.sqrt(squares / n),
    mae: absolute / n,
    r2: total > 0 ? 1 - squares / total : Number.NaN,
    mape: (100 * relative) / n,
  };
}

/** z = (actual − predicted)/std, [n] in the order of the points. */
export function standardized(residuals: Residuals): Float64Array {
  const n = checkLengths(residuals);
  const { actual, predicted, std } = residuals;
  const least = SMALLEST_STD * Math.min(1, largestOf(actual) || 1);
  return Float64Array.from({ length: n }, (_, i) => (actual[i] - predicted[i]) / Math.max(std[i], least));
}

/** Mean and sample standard deviation (n − 1) of z-scores [n]; the deviation is the calibration factor of predicted stds. */
export function zStatistics(z: Float64Array): { readonly meanZ: number; readonly stdZ: number } {
  const meanZ = z.reduce((sum, value) => sum + value, 0) / z.length;
  const squares = z.reduce((sum, value) => sum + (value - meanZ) ** 2, 0);
  return { meanZ, stdZ: z.length > 1 ? Math.sqrt(squares / (z.length - 1)) : Number.NaN };
}
