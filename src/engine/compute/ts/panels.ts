/**
 * Dense lower triangular factors of the pure-TypeScript backend, stored in panels of four rows.
 *
 * Entry (i, j) of a matrix of n columns is 4n·⌊i/4⌋ + 4j + i mod 4 after its first: a panel column is four numbers
 * side by side, a tile of 4 × 4 is sixteen. Sizes are multiples of four; `padded` gives the next. All sums run along the
 * columns of two panels, so the factor itself, L⁻ᵀ (rows of the identity) and right-hand sides are one loop: X·Lᵀ = R
 * solved tile by tile for X. The order of additions depends on sizes alone, so results are the same in every run.
 *
 * Everything that one evaluation works on is in one array W and is named by its first place there: with a single
 * array the compiled inner loop has its few addresses in registers.
 */

/** Rows of a panel, rows and columns of a tile. */
const PANEL = 4;
const TILE = PANEL * PANEL;

/** The next multiple of four. */
export const padded = (n: number): number => Math.ceil(n / PANEL) * PANEL;

/** Place of entry (i, 0) after the first of a matrix of n columns; (i, j) is 4j further. */
export const rowPlace = (i: number, n: number): number => (i - (i % PANEL)) * n + (i % PANEL);

/**
 * Tile C −= A·Bᵀ over `count` columns of two panels from their places a and b on.
 *
 * Two columns of C at a time: eight sums and their products fit the registers. `| 0` tells the compiler that a place does
 * not overflow.
 */
function subtractProduct(W: Float64Array, c: number, a: number, b: number, count: number): void {
  const end = (a + PANEL * count) | 0;
  for (let half = 0; half < 2; half++) {
    const at = (c + 8 * half) | 0;
    let q = (b + 2 * half) | 0;
    let s0 = W[at];
    let s1 = W[at + 1];
    let s2 = W[at + 2];
    let s3 = W[at + 3];
    let t0 = W[at + 4];
    let t1 = W[at + 5];
    let t2 = W[at + 6];
    let t3 = W[at + 7];
    for (let p = a | 0; p < end; p = (p + PANEL) | 0) {
      const u = W[q];
      const v = W[(q + 1) | 0];
      const a0 = W[p];
      const a1 = W[(p + 1) | 0];
      const a2 = W[(p + 2) | 0];
      const a3 = W[(p + 3) | 0];
      s0 -= a0 * u;
      s1 -= a1 * u;
      s2 -= a2 * u;
      s3 -= a3 * u;
      t0 -= a0 * v;
      t1 -= a1 * v;
      t2 -= a2 * v;
      t3 -= a3 * v;
      q = (q + PANEL) | 0;
    }
    W[at] = s0;
    W[at + 1] = s1;
    W[at + 2] = s2;
    W[at + 3] = s3;
    W[at + 4] = t0;
    W[at + 5] = t1;
    W[at + 6] = t2;
    W[at + 7] = t3;
  }
}

/** Tile x ← x·L⁻ᵀ with the diagonal tile l of L and the reciprocals of its diagonal from d on. */
function solveTile(W: Float64Array, x: number, l: number, d: number): void {
  const l10 = W[l + 1];
  const l20 = W[l + 2];
  const l30 = W[l + 3];
  const l21 = W[l + 6];
  const l31 = W[l + 7];
  const l32 = W[l + 11];
  const d0 = W[d];
  const d1 = W[d + 1];
  const d2 = W[d + 2];
  const d3 = W[d + 3];
  for (let r = x; r < x + PANEL; r++) {
    const x0 = W[r] * d0;
    const x1 = (W[r + 4] - x0 * l10) * d1;
    const x2 = (W[r + 8] - x0 * l20 - x1 * l21) * d2;
    const x3 = (W[r + 12] - x0 * l30 - x1 * l31 - x2 * l32) * d3;
    W[r] = x0;
    W[r + 4] = x1;
    W[r + 8] = x2;
    W[r + 12] = x3;
  }
}

/** Panel x: columns [from, to) ← x·L⁻ᵀ; those left of `from` are taken as zeros. */
function solvePanel(
  W: Float64Array,
  x: number,
  L: number,
  n: number,
  reciprocals: number,
  from: number,
  to: number,
): void {
  const first = PANEL * from;
  for (let j = from; j < to; j += PANEL) {
    const row = L + j * n;
    subtractProduct(W, x + PANEL * j, x + first, row + first, j - from);
    solveTile(W, x + PANEL * j, row + PANEL * j, reciprocals + j);
  }
}

/** X [rows, n]: each row r ← L⁻¹r. */
export function solveRows(
  W: Float64Array,
  X: number,
  rows: number,
  L: number,
  n: number,
  reciprocals: number,
): void {
  for (let i = 0; i < rows; i += PANEL) solvePanel(W, X + i * n, L, n, reciprocals, 0, n);
}

/**
 * Lower factor in the place of A [n, n]; of the diagonal tiles only the lower triangle is read and written.
 *
 * @param reciprocals gets 1/L_ii, n numbers
 * @param least of its diagonal entry a pivot must exceed
 * @returns false when a pivot does not, or is not finite; A is then spoilt
 */
export function factor(W: Float64Array, A: number, n: number, reciprocals: number, least: number): boolean {
  const limits = new Float64Array(PANEL);
  for (let i = 0; i < n; i += PANEL) {
    const row = A + i * n;
    const tile = row + PANEL * i;
    for (let c = 0; c < PANEL; c++) limits[c] = least * W[tile + PANEL * c + c];
    solvePanel(W, row, A, n, reciprocals, 0, i);
    subtractProduct(W, tile, row, row, i);
    for (let c = 0; c < PANEL; c++) {
      const column = tile + PANEL * c;
      const pivot = W[column + c];
      if (!(pivot > limits[c] && pivot < Number.POSITIVE_INFINITY)) return false;
      const root = Math.sqrt(pivot);
      const reciprocal = 1 / root;
      W[reciprocals + i + c] = reciprocal;
      W[column + c] = root;
      for (let r = c + 1; r < PANEL; r++) W[column + r] *= reciprocal;
      for (let next = c + 1; next < PANEL; next++) {
        const l = W[column + next];
        for (let r = next; r < PANEL; r++) W[tile + PANEL * next + r] -= W[column + r] * l;
      }
    }
  }
  return true;
}

/** M ← L⁻ᵀ, upper triangular; tiles below the diagonal are not written. */
export function invertTransposed(
  W: Float64Array,
  L: number,
  n: number,
  reciprocals: number,
  M: number,
): void {
  for (let i = 0; i < n; i += PANEL) {
    const row = M + i * n;
    W.fill(0, row + PANEL * i, row + PANEL * n);
    for (let r = 0; r < PANEL; r++) W[row + PANEL * (i + r) + r] = 1;
    solvePanel(W, row, L, n, reciprocals, i, n);
  }
}

/** C [rows, rows] ← −X·Xᵀ for X [rows, n], tiles on and below the diagonal; X may be 0 left of its diagonal. */
export function negativeSquare(
  W: Float64Array,
  X: number,
  rows: number,
  n: number,
  upper: boolean,
  C: number,
): void {
  for (let i = 0; i < rows; i += PANEL) {
    const first = upper ? i : 0;
    for (let j = 0; j <= i; j += PANEL) {
      const tile = C + i * rows + PANEL * j;
      for (let at = tile; at < tile + TILE; at++) W[at] = 0;
      subtractProduct(W, tile, X + i * n + PANEL * first, X + j * n + PANEL * first, n - first);
    }
  }
}

/** out [rows] ← X·u for X [rows, n]; with `upper` X is taken as 0 left of its diagonal. */
export function multiplyRows(
  W: Float64Array,
  X: number,
  rows: number,
  n: number,
  upper: boolean,
  u: Float64Array,
  out: Float64Array,
): void {
  for (let i = 0; i < rows; i += PANEL) {
    const first = upper ? i : 0;
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    let at = X + i * n + PANEL * first;
    for (let k = first; k < n; k++, at += PANEL) {
      const x = u[k];
      s0 += W[at] * x;
      s1 += W[at + 1] * x;
      s2 += W[at + 2] * x;
      s3 += W[at + 3] * x;
    }
    out[i] = s0;
    out[i + 1] = s1;
    out[i + 2] = s2;
    out[i + 3] = s3;
  }
}

/** out [rows] ← squared lengths of the rows of X [rows, n]. */
export function squaredLengths(W: Float64Array, X: number, rows: number, n: number, out: Float64Array): void {
  for (let i = 0; i < rows; i += PANEL) {
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    const end = X + (i + PANEL) * n;
    for (let at = X + i * n; at < end; at += PANEL) {
      s0 += W[at] * W[at];
      s1 += W[at + 1] * W[at + 1];
      s2 += W[at + 2] * W[at + 2];
      s3 += W[at + 3] * W[at + 3];
    }
    out[i] = s0;
    out[i + 1] = s1;
    out[i + 2] = s2;
    out[i + 3] = s3;
  }
}
