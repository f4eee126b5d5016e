/** Arrays one after another in one: rows [d] to a matrix [rows, d], or blocks of rows. */
export function concatenate(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The points [d] of what was found, as a matrix [n, d]. */
export const pointsOf = (found: readonly { readonly point: Float64Array }[]): Float64Array =>
  concatenate(found.map(({ point }) => point));

/** The rows of a row-major matrix [n, width]: views, no copies. */
export const rowsOf = (matrix: Float64Array, width: number): Float64Array[] =>
  Array.from({ length: matrix.length / width }, (_, i) => matrix.subarray(i * width, (i + 1) * width));
