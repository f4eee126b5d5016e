/**
 * The product under every dense factorization of the pure-TypeScript backend, on row-major typed arrays.
 *
 * Everything is written over one inner kernel, C −= A·Bᵀ, whose operands are both read along their rows. It keeps
 * 4 × 2 partial sums in registers, which is what scalar JavaScript gains most from. The order of additions depends on
 * sizes alone, so results are the same in every run.
 */

/** A matrix inside an array: row 0, column 0 is at `at`, rows are `stride` apart. */
export interface View {
  readonly data: Float64Array;
  readonly at: number;
  readonly stride: number;
}

export const view = (data: Float64Array, at: number, stride: number): View => ({ data, at, stride });

/**
 * C[i, j] −= Σ_k A[i, k]·B[j, k] for i < m, j < n, k < depth.
 *
 * C may be the same array as A or B when the ranges written and read do not overlap.
 */
export function subtractProduct(C: View, A: View, B: View, m: number, n: number, depth: number): void {
  if (depth <= 0) return;
  let i = 0;
  for (; i + 4 <= m; i += 4) {
    fourRows(C, A, B, i, n, depth);
    if (n % 2 === 1) fourRowsOfLast(C, A, B, i, n - 1, depth);
  }
  for (; i < m; i++) oneRow(C, A, B, i, n, depth);
}

/** Rows i … i + 3 of the product, two columns at a time. */
function fourRows(
  { data: C, at: c0, stride: ldc }: View,
  { data: A, at: a0, stride: lda }: View,
  { data: B, at: b0, stride: ldb }: View,
  i: number,
  n: number,
  depth: number,
): void {
  const ra = a0 + i * lda;
  const rb = ra + lda;
  const rc = rb + lda;
  const rd = rc + lda;
  for (let j = 0; j + 2 <= n; j += 2) {
    const rp = b0 + j * ldb;
    const rq = rp + ldb;
    let s00 = 0,
      s01 = 0,
      s10 = 0,
      s11 = 0,
      s20 = 0,
      s21 = 0,
      s30 = 0,
      s31 = 0;
    for (let k = 0; k < depth; k++) {
      const p = B[rp + k];
      const q = B[rq + k];
      const a = A[ra + k];
      const b = A[rb + k];
      const c = A[rc + k];
      const d = A[rd + k];
      s00 += a * p;
      s01 += a * q;
      s10 += b * p;
      s11 += b * q;
      s20 += c * p;
      s21 += c * q;
      s30 += d * p;
      s31 += d * q;
    }
    let at = c0 + i * ldc + j;
    C[at] -= s00;
    C[at + 1] -= s01;
    at += ldc;
    C[at] -= s10;
    C[at + 1] -= s11;
    at += ldc;
    C[at] -= s20;
    C[at + 1] -= s21;
    at += ldc;
    C[at] -= s30;
    C[at + 1] -= s31;
  }
}

/** Column j of these rows. */
function fourRowsOfLast(
  { data: C, at: c0, stride: ldc }: View,
  { data: A, at: a0, stride: lda }: View,
  { data: B, at: b0, stride: ldb }: View,
  i: number,
  j: number,
  depth: number,
): void {
  const ra = a0 + i * lda;
  const rb = ra + lda;
  const rc = rb + lda;
  const rd = rc + lda;
  const rp = b0 + j * ldb;
  let s0 = 0,
    s1 = 0,
    s2 = 0,
    s3 = 0;
  for (let k = 0; k < depth; k++) {
    const p = B[rp + k];
    s0 += A[ra + k] * p;
    s1 += A[rb + k] * p;
    s2 += A[rc + k] * p;
    s3 += A[rd + k] * p;
  }
  let at = c0 + i * ldc + j;
  C[at] -= s0;
  at += ldc;
  C[at] -= s1;
  at += ldc;
  C[at] -= s2;
  at += ldc;
  C[at] -= s3;
}

/** Row i of the product, four columns at a time. */
function oneRow(
  { data: C, at: c0, stride: ldc }: View,
  { data: A, at: a0, stride: lda }: View,
  { data: B, at: b0, stride: ldb }: View,
  i: number,
  n: number,
  depth: number,
): void {
  const ra = a0 + i * lda;
  let j = 0;
  for (; j + 4 <= n; j += 4) {
    const rp = b0 + j * ldb;
    const rq = rp + ldb;
    const rs = rq + ldb;
    const rt = rs + ldb;
    let s0 = 0,
      s1 = 0,
      s2 = 0,
      s3 = 0;
    for (let k = 0; k < depth; k++) {
      const a = A[ra + k];
      s0 += a * B[rp + k];
      s1 += a * B[rq + k];
      s2 += a * B[rs + k];
      s3 += a * B[rt + k];
    }
    const at = c0 + i * ldc + j;
    C[at] -= s0;
    C[at + 1] -= s1;
    C[at + 2] -= s2;
    C[at + 3] -= s3;
  }
  for (; j < n; j++) C[c0 + i * ldc + j] -= dot(A, ra, B, b0 + j * ldb, depth);
}

/** Σ A[a0 + k]·B[b0 + k] for k < length, in four partial sums. */
export function dot(A: Float64Array, a0: number, B: Float64Array, b0: number, length: number): number {
  let s0 = 0,
    s1 = 0,
    s2 = 0,
    s3 = 0;
  let k = 0;
  for (; k + 4 <= length; k += 4) {
    s0 += A[a0 + k] * B[b0 + k];
    s1 += A[a0 + k + 1] * B[b0 + k + 1];
    s2 += A[a0 + k + 2] * B[b0 + k + 2];
    s3 += A[a0 + k + 3] * B[b0 + k + 3];
  }
  for (; k < length; k++) s0 += A[a0 + k] * B[b0 + k];
  return s0 + s1 + (s2 + s3);
}
