/** Values that one call takes as arguments: a table may have more rows than fit. */
const argumentsAtOnce = 8192;

/** Euclidean length, without overflow of the squares. */
export function vectorLength(values: Float64Array): number {
  let length = 0;
  for (let from = 0; from < values.length; from += argumentsAtOnce) {
    length = Math.hypot(length, ...values.subarray(from, from + argumentsAtOnce));
  }
  return length;
}
