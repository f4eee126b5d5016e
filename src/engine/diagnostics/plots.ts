import { normalQuantile } from '../random/normal.ts';
import {
  checkLengths,
  type ErrorMetrics,
  errorMetrics,
  type Residuals,
  standardized,
  zStatistics,
} from './residuals.ts';

export interface ParityData {
  readonly actual: Float64Array;
  readonly predicted: Float64Array;
  readonly std: Float64Array;
  readonly metrics: ErrorMetrics;
  /** Smallest and largest of actual and predicted values; NaN without points. */
  readonly bounds: readonly [number, number];
}

/** Predicted against actual values, in the order of the points. */
export function parityData(residuals: Residuals): ParityData {
  checkLengths(residuals);
  const actual = Float64Array.from(residuals.actual);
  const predicted = Float64Array.from(residuals.predicted);
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of [...actual, ...predicted]) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const bounds = actual.length === 0 ? ([Number.NaN, Number.NaN] as const) : ([low, high] as const);
  return {
    actual,
    predicted,
    std: Float64Array.from(residuals.std),
    metrics: errorMetrics(residuals),
    bounds,
  };
}

type CalibrationStatus = 'well_calibrated' | 'over_confident' | 'under_confident';

export interface QuantileData {
  /** Φ⁻¹ of n equally spaced probabilities from 0.01 to 0.99. */
  readonly theoretical: Float64Array;
  /** z ascending. */
  readonly sample: Float64Array;
  readonly meanZ: number;
  readonly stdZ: number;
  /** over_confident when stdZ is above 1.2, under_confident below 0.8. */
  readonly status: CalibrationStatus;
}

/** Standardized residuals against normal quantiles. */
export function quantileData(residuals: Residuals): QuantileData {
  const z = standardized(residuals);
  const n = z.length;
  const step = n > 1 ? 0.98 / (n - 1) : 0;
  const { meanZ, stdZ } = zStatistics(z);
  return {
    theoretical: Float64Array.from({ length: n }, (_, i) => normalQuantile(0.01 + i * step)),
    sample: z.slice().sort(),
    meanZ,
    stdZ,
    status: stdZ > 1.2 ? 'over_confident' : stdZ < 0.8 ? 'under_confident' : 'well_calibrated',
  };
}

export interface CalibrationData {
  /** 0.10, 0.15 … 0.95. */
  readonly levels: Float64Array;
  /** Share of points inside the central intervals of these levels: |z| ≤ Φ⁻¹((1 + level)/2). */
  readonly coverage: Float64Array;
  /** 95 % Wilson interval of the level for n points: where the coverage of a calibrated model would lie. */
  readonly bandLow: Float64Array;
  readonly bandHigh: Float64Array;
}

const LEVELS = Array.from({ length: 18 }, (_, i) => (10 + 5 * i) / 100);

/**
 * Nominal against observed coverage of central intervals.
 *
 * @param z  [n] (actual − predicted)/std, or Φ⁻¹ of the share of the predictive distribution below the actual value
 */
export function calibrationData(z: Float64Array): CalibrationData {
  const size = z.map(Math.abs);
  const n = size.length;
  const bands = LEVELS.map((level) => wilson(level, n));
  return {
    levels: Float64Array.from(LEVELS),
    coverage: Float64Array.from(LEVELS, (level) => {
      const reach = normalQuantile((1 + level) / 2);
      return size.filter((value) => value <= reach).length / n;
    }),
    bandLow: Float64Array.from(bands, (band) => band[0]),
    bandHigh: Float64Array.from(bands, (band) => band[1]),
  };
}

/** Wilson's 95 % interval around a share p of n. */
function wilson(p: number, n: number): readonly [number, number] {
  const z = normalQuantile(0.975);
  const spread = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  const middle = p + (z * z) / (2 * n);
  const scale = 1 + (z * z) / n;
  return [(middle - spread) / scale, (middle + spread) / scale];
}
