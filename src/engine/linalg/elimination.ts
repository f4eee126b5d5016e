/**
 * x of A x = b by Gaussian elimination with row pivots; undefined when A is singular.
 *
 * @param augmented [A | b], f rows of f + 1 numbers; changed
 */
export function solveByElimination(augmented: number[][], f: number): Float64Array | undefined {
  for (let column = 0; column < f; column++) {
    let pivot = column;
    for (let i = column + 1; i < f; i++) {
      if (Math.abs(augmented[i][column]) > Math.abs(augmented[pivot][column])) pivot = i;
    }
    if (Math.abs(augmented[pivot][column]) < 1e-10) return undefined;
    [augmented[column], augmented[pivot]] = [augmented[pivot], augmented[column]];
    for (let i = 0; i < f; i++) {
      if (i === column) continue;
      const factor = augmented[i][column] / augmented[column][column];
      for (let j = column; j <= f; j++) augmented[i][j] -= factor * augmented[column][j];
    }
  }
  return Float64Array.from({ length: f }, (_, i) => augmented[i][f] / augmented[i][i]);
}

/** A⁻¹ [q, q] of a positive definite A [q, q] by Gauss–Jordan elimination without pivoting. Not checked: of a singular A it is not finite. */
export function inverseByElimination(matrix: Float64Array, q: number): Float64Array {
  const A = matrix.slice();
  const inverse = new Float64Array(q * q);
  for (let i = 0; i < q; i++) inverse[i * q + i] = 1;
  for (let column = 0; column < q; column++) {
    const pivot = A[column * q + column];
    for (let j = 0; j < q; j++) {
      A[column * q + j] /= pivot;
      inverse[column * q + j] /= pivot;
    }
    for (let i = 0; i < q; i++) {
      if (i === column) continue;
      const factor = A[i * q + column];
      for (let j = 0; j < q; j++) {
        A[i * q + j] -= factor * A[column * q + j];
        inverse[i * q + j] -= factor * inverse[column * q + j];
      }
    }
  }
  return inverse;
}
