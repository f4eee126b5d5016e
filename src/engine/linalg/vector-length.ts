/** Values that one call takes as arguments: a table may have more rows than fit. */
const ARGUMENTS_AT_ONCE = 8192;

/** Euclidean norm of a vector [n], without overflow of the squares. */
export function vectorLength(values: Float64Array): number {
  let length = 0;
  for (let from = 0; from < values.length; from += ARGUMENTS_AT_ONCE) {
    length = Math.hypot(length, ...values.subarray(from, from + ARGUMENTS_AT_ONCE));
  }
  return length;
}
