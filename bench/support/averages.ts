import { quantile as quantileOfSorted } from '../../src/engine/linalg/quantile.ts';

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of positive numbers. */
export const geometricMean = (values: readonly number[]): number => Math.exp(mean(values.map(Math.log)));

/** Quantile of numbers in any order; NaN of none. */
export const quantile = (values: readonly number[], share: number): number =>
  quantileOfSorted(Float64Array.from(values).sort(), share);

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Count, least, median, 99th percentile and most. */
export const spread = (values: readonly number[]) => ({
  n: values.length,
  min: quantile(values, 0),
  median: median(values),
  p99: quantile(values, 0.99),
  max: quantile(values, 1),
});
