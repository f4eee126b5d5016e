/** Sum of squares about the mean; 0 where the values differ by rounding only. */
export function variationOf(values: ArrayLike<number>): number {
  const all = Array.from(values);
  const n = all.length;
  const mean = all.reduce((sum, value) => sum + value, 0) / n;
  const squares = all.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const rounding = 8 * n * Number.EPSILON;
  return squares <= rounding ** 2 * all.reduce((sum, value) => sum + value * value, 0) ? 0 : squares;
}
