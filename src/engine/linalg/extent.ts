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

/** The same of one column k of a matrix X [n, d]. */
export function columnExtent(
  { X, n, d }: { readonly X: ArrayLike<number>; readonly n: number; readonly d: number },
  k: number,
): readonly [low: number, high: number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    low = Math.min(low, X[i * d + k]);
    high = Math.max(high, X[i * d + k]);
  }
  return [low, high];
}

/** Largest minus smallest of some numbers. */
export function span(values: ArrayLike<number>): number {
  const [low, high] = extent(values);
  return high - low;
}
