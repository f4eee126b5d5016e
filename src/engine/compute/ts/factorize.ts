import { dot, subtractProduct, view } from './product.ts';
import { BLOCK, solvePanel } from './triangular.ts';

/**
 * Lower Cholesky factor in place; only the lower triangle of A [n, n] at `offset` is read and written.
 *
 * @returns false when a pivot is not above n·2⁻⁵² of its diagonal entry (or not a number); A is then spoilt.
 */
function factorInPlace(A: Float64Array, offset: number, n: number): boolean {
  const threshold = n * 2 ** -52;
  /** Of the block: entries of A at first, then reciprocals of those of L. */
  const diagonal = new Float64Array(BLOCK);
  for (let k = 0; k < n; k += BLOCK) {
    const end = Math.min(k + BLOCK, n);
    for (let i = k; i < end; i++) diagonal[i - k] = A[offset + i * (n + 1)];
    const left = view(A, offset + k * n, n);
    subtractProduct(view(A, offset + k * n + k, n), left, left, n - k, end - k, k);
    for (let i = k; i < end; i++) {
      const row = offset + i * n;
      for (let j = k; j < i; j++) {
        const other = offset + j * n;
        A[row + j] = (A[row + j] - dot(A, row + k, A, other + k, j - k)) * diagonal[j - k];
      }
      const pivot = A[row + i] - dot(A, row + k, A, row + k, i - k);
      if (!(pivot > threshold * diagonal[i - k])) return false;
      A[row + i] = Math.sqrt(pivot);
      diagonal[i - k] = 1 / A[row + i];
      A.fill(0, row + i + 1, row + end);
    }
    if (end < n) solvePanel(A, offset + end * n, n, A, offset, n, n - end, k, end);
  }
  return true;
}

/**
 * Lower Cholesky factor of the lower triangle of A [n, n] (at `offset`), with a ladder of relative jitters.
 *
 * L gets zeros above its diagonal. `L` and `A` are different arrays or different ranges.
 *
 * @returns the relative jitter used (times the mean of the diagonal it was added), 0 for none, −1 when all failed;
 *   L is then NaN.
 */
export function cholesky(
  A: Float64Array,
  a0: number,
  n: number,
  ladder: ArrayLike<number>,
  L: Float64Array,
  l0: number,
): number {
  let mean = 0;
  for (let i = 0; i < n; i++) mean += A[a0 + i * n + i] / n;
  for (let attempt = 0; attempt <= ladder.length; attempt++) {
    const jitter = attempt === 0 ? 0 : ladder[attempt - 1];
    if (attempt > 0 && jitter === 0) continue;
    for (let i = 0; i < n; i++) {
      const row = i * n;
      for (let j = 0; j <= i; j++) L[l0 + row + j] = A[a0 + row + j];
      L.fill(0, l0 + row + i + 1, l0 + row + n);
      L[l0 + row + i] += jitter * mean;
    }
    if (factorInPlace(L, l0, n)) return jitter;
  }
  L.fill(Number.NaN, l0, l0 + n * n);
  return -1;
}
