/** Smallest and largest of some numbers; [∞, −∞] of none, NaN where one of them is NaN. */
export function extent(values: ArrayLike<number>): readonly [low: number, high: number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    low = Math.min(low, values[i]);
    high = Math.max(high, values[i]);
  }
  return [low, high];
}
