/** Matrices as rows, for tests that compute a formula as it is written. */
export type Matrix = number[][];

export const product = (A: Matrix, B: Matrix): Matrix =>
  A.map((row) => B[0].map((_, j) => row.reduce((sum, value, k) => sum + value * B[k][j], 0)));
export const transposed = (A: Matrix): Matrix => A[0].map((_, j) => A.map((row) => row[j]));

/** Gauss–Jordan, for positive definite matrices. */
export function inverse(A: Matrix): Matrix {
  const m = A.length;
  const B = A.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let c = 0; c < m; c++) {
    const pivot = B[c][c];
    B[c] = B[c].map((value) => value / pivot);
    for (let i = 0; i < m; i++) {
      const factor = B[i][c];
      if (i !== c) B[i] = B[i].map((value, j) => value - factor * B[c][j]);
    }
  }
  return B.map((row) => row.slice(m));
}

export function determinant(A: Matrix): number {
  const B = A.map((row) => [...row]);
  return B.reduce((det, row, c) => {
    for (const other of B.slice(c + 1)) {
      const factor = other[c] / row[c];
      for (let j = c; j < row.length; j++) other[j] -= factor * row[j];
    }
    return det * row[c];
  }, 1);
}
