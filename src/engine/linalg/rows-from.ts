/** Lines [which, width] of a matrix whose first line is that of row `first`. */
export function rowsFrom(matrix: Float64Array, width: number, which: Int32Array, first = 0): Float64Array {
  const found = new Float64Array(which.length * width);
  for (let i = 0, to = 0; i < which.length; i++) {
    const from = (which[i] - first) * width;
    for (let at = from; at < from + width; at++) found[to++] = matrix[at];
  }
  return found;
}
