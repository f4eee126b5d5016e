import { dot, subtractProduct, view } from './product.ts';

/** Rows and columns of the blocks that factorizations and triangular solves work on. */
export const BLOCK = 4;

/**
 * Columns k … end − 1 of R [rows, ≥ end], in place: R ← R·L⁻ᵀ with the diagonal block of the lower triangular L; four rows at a time.
 *
 * @param r0 index of the first number of R
 * @param ldr numbers from one row of R to the next
 * @param l0 index of the first number of L
 * @param ldl numbers from one row of L to the next
 */
export function solvePanel(
  R: Float64Array,
  r0: number,
  ldr: number,
  L: Float64Array,
  l0: number,
  ldl: number,
  rows: number,
  k: number,
  end: number,
): void {
  let i = 0;
  for (; i + 4 <= rows; i += 4) {
    const a = r0 + i * ldr;
    const b = a + ldr;
    const c = b + ldr;
    const d = c + ldr;
    for (let j = k; j < end; j++) {
      const row = l0 + j * ldl;
      let s0 = R[a + j],
        s1 = R[b + j],
        s2 = R[c + j],
        s3 = R[d + j];
      for (let t = k; t < j; t++) {
        const l = L[row + t];
        s0 -= R[a + t] * l;
        s1 -= R[b + t] * l;
        s2 -= R[c + t] * l;
        s3 -= R[d + t] * l;
      }
      const inverse = 1 / L[row + j];
      R[a + j] = s0 * inverse;
      R[b + j] = s1 * inverse;
      R[c + j] = s2 * inverse;
      R[d + j] = s3 * inverse;
    }
  }
  for (; i < rows; i++) {
    const a = r0 + i * ldr;
    for (let j = k; j < end; j++) {
      const row = l0 + j * ldl;
      R[a + j] = (R[a + j] - dot(R, a + k, L, row + k, j - k)) / L[row + j];
    }
  }
}

/** Rows of R [rows, n] (stride ldr): each row r ← L⁻¹ r. */
export function solveLowerRows(
  L: Float64Array,
  l0: number,
  n: number,
  R: Float64Array,
  r0: number,
  ldr: number,
  rows: number,
): void {
  for (let k = 0; k < n; k += BLOCK) {
    const end = Math.min(k + BLOCK, n);
    if (k > 0)
      subtractProduct(view(R, r0 + k, ldr), view(R, r0, ldr), view(L, l0 + k * n, n), rows, end - k, k);
    solvePanel(R, r0, ldr, L, l0, n, rows, k, end);
  }
}

/** Rows of R [rows, n] (stride ldr): each row r ← L⁻ᵀ r. */
export function solveUpperRows(
  L: Float64Array,
  l0: number,
  n: number,
  R: Float64Array,
  r0: number,
  ldr: number,
  rows: number,
): void {
  let i = 0;
  for (; i + 4 <= rows; i += 4) {
    const a = r0 + i * ldr;
    const b = a + ldr;
    const c = b + ldr;
    const d = c + ldr;
    for (let m = n - 1; m >= 0; m--) {
      const row = l0 + m * n;
      const inverse = 1 / L[row + m];
      const wa = R[a + m] * inverse;
      const wb = R[b + m] * inverse;
      const wc = R[c + m] * inverse;
      const wd = R[d + m] * inverse;
      R[a + m] = wa;
      R[b + m] = wb;
      R[c + m] = wc;
      R[d + m] = wd;
      for (let k = 0; k < m; k++) {
        const l = L[row + k];
        R[a + k] -= l * wa;
        R[b + k] -= l * wb;
        R[c + k] -= l * wc;
        R[d + k] -= l * wd;
      }
    }
  }
  for (; i < rows; i++) {
    const a = r0 + i * ldr;
    for (let m = n - 1; m >= 0; m--) {
      const row = l0 + m * n;
      const w = R[a + m] / L[row + m];
      R[a + m] = w;
      for (let k = 0; k < m; k++) R[a + k] -= L[row + k] * w;
    }
  }
}
