export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Of positive numbers. */
export const geometricMean = (values: readonly number[]): number => Math.exp(mean(values.map(Math.log)));

/** The number that a share of the list is below, between its two neighbours in proportion; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const low = Math.floor(at);
  return sorted[low] + (at - low) * ((sorted[low + 1] ?? sorted[low]) - sorted[low]);
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Count, least, median, 99th percentile and most. */
export const spread = (values: readonly number[]) => ({
  n: values.length,
  min: quantile(values, 0),
  median: median(values),
  p99: quantile(values, 0.99),
  max: quantile(values, 1),
});
