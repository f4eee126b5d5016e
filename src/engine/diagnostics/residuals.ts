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

const SMALLEST_STD = 1e-10;

/** @throws ShapeError when the three lists differ in length */
export function checkLengths({ actual, predicted, std }: Residuals): number {
  if (predicted.length !== actual.length || std.length !== actual.length) {
    throw new ShapeError(
      `diagnostics: expected lists of one length, got ${actual.length} actual, ${predicted.length} predicted and ${std.length} std; send one of each per point`,
    );
  }
  return actual.length;
}

export function errorMetrics(residuals: Residuals): ErrorMetrics {
  const n = checkLengths(residuals);
  const { actual, predicted } = residuals;
  let squares = 0;
  let absolute = 0;
  let relative = 0;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const error = Math.abs(actual[i] - predicted[i]);
    squares += error * error;
    absolute += error;
    relative += error / (Math.abs(actual[i]) + 1e-9);
    sum += actual[i];
  }
  let total = 0;
  for (let i = 0; i < n; i++) total += (actual[i] - sum / n) ** 2;
  return {
    rmse: Math.sqrt(squares / n),
    mae: absolute / n,
    r2: total > 0 ? 1 - squares / total : Number.NaN,
    mape: (100 * relative) / n,
  };
}

/** z = (actual − predicted)/std, [n] in the order of the points. */
export function standardized(residuals: Residuals): Float64Array {
  const n = checkLengths(residuals);
  const { actual, predicted, std } = residuals;
  return Float64Array.from(
    { length: n },
    (_, i) => (actual[i] - predicted[i]) / Math.max(std[i], SMALLEST_STD),
  );
}

/** Mean and sample standard deviation (n − 1) of z; the deviation is the calibration factor of predicted stds. */
export function zStatistics(z: Float64Array): { readonly meanZ: number; readonly stdZ: number } {
  const meanZ = z.reduce((sum, value) => sum + value, 0) / z.length;
  const squares = z.reduce((sum, value) => sum + (value - meanZ) ** 2, 0);
  return { meanZ, stdZ: z.length > 1 ? Math.sqrt(squares / (z.length - 1)) : Number.NaN };
}
