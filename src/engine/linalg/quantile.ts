/** Quantile of values in ascending order [n], by linear interpolation of order statistics; p from 0 to 1. Source: Hyndman and Fan 1996, type 7. */
export function quantile(sorted: Float64Array, p: number): number {
  const place = p * (sorted.length - 1);
  const low = Math.floor(place);
  const high = Math.min(low + 1, sorted.length - 1);
  return sorted[low] + (place - low) * (sorted[high] - sorted[low]);
}
