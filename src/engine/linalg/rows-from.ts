/** Lines [which, width] of a matrix whose first line is that of row `first`. */
export function rowsFrom(matrix: Float64Array, width: number, which: Int32Array, first = 0): Float64Array {
  const found = new Float64Array(which.length * width);
  which.forEach((row, i) => {
    found.set(matrix.subarray((row - first) * width, (row - first + 1) * width), i * width);
  });
  return found;
}
