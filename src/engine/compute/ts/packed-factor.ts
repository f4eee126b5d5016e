import { multiplyRows, negativeSquare, padded, rowPlace, solveRows } from './panels.ts';
import { borrow, giveBack } from './scratch.ts';

/** A factor L [n, n] laid out in panels, with room for rows that it solves: see `panels.ts`. */
export interface PackedFactor {
  readonly W: Float64Array;
  /** n, padded. */
  readonly width: number;
  /** Place of the rows [capacity, width] that are put in, and are L⁻¹r after `solve`; columns from n on are zeros. */
  readonly X: number;
  /** out [padded(count)] ← X·u for u [n]. */
  multiply(count: number, u: Float64Array, out: Float64Array): void;
  /** r ← L⁻¹r for the first `count` rows. */
  solve(count: number): void;
  /** Place of −X·Xᵀ [padded(count), padded(count)], tiles on and below the diagonal. For a factor with `transposed`. */
  negativeSquare(count: number): number;
  /** Place of L⁻ᵀ times the rows of X, which stay; its columns are in the opposite order, see `column`. */
  solveTransposed(count: number): number;
  /** Place of column k after the first of a row that `solveTransposed` gave. */
  column(k: number): number;
  /** Gives the buffers back; nothing is to be used afterwards. */
  release(): void;
}

/**
 * Lays out the factor stored row-major at l0. `transposed`: `solveTransposed` or `negativeSquare` will be called.
 *
 * L⁻ᵀ is taken as one more lower triangular factor: with rows and columns in the opposite order Lᵀ is lower triangular.
 */
export function packFactor(
  L: Float64Array,
  l0: number,
  n: number,
  capacity: number,
  transposed: boolean,
): PackedFactor {
  const width = padded(n);
  const room = padded(capacity) * width;
  const square = width * (width + 1);
  const products = (transposed ? 2 : 1) * (square + room);
  const W = borrow(products + (transposed ? padded(capacity) ** 2 : 0));
  const factor = borrow(width);
  const X = 0;
  const Y = room;
  const lower = transposed ? 2 * room : room;
  const opposite = lower + square;
  packLower(W, lower, width, L, n, l0, n, 1);
  if (transposed) packLower(W, opposite, width, L, n, l0 + n * n - 1, -1, -n);
  W.fill(0, 0, lower);
  return {
    W,
    width,
    X,
    multiply(count, u, out) {
      for (let k = 0; k < width; k++) factor[k] = k < n ? u[k] : 0;
      multiplyRows(W, X, count, width, false, factor, out);
    },
    solve: (count) => solveRows(W, X, count, lower, width, lower + width * width),
    solveTransposed(count) {
      for (let i = 0; i < count; i++) {
        const from = X + rowPlace(i, width);
        const to = Y + rowPlace(i, width);
        for (let k = 0; k < n; k++) W[to + 4 * k] = W[from + 4 * (n - 1 - k)];
      }
      solveRows(W, Y, count, opposite, width, opposite + width * width);
      return Y;
    },
    negativeSquare(count) {
      negativeSquare(W, X, padded(count), width, false, products);
      return products;
    },
    column: (k) => 4 * (n - 1 - k),
    release: () => giveBack(W, factor),
  };
}

/**
 * Writes a lower triangle with 1 on the diagonal of the padding, and behind it the reciprocals of its diagonal; entry (i, j)
 * is at from + i·down + j·right.
 */
function packLower(
  W: Float64Array,
  place: number,
  width: number,
  L: Float64Array,
  n: number,
  from: number,
  down: number,
  right: number,
): void {
  const reciprocals = place + width * width;
  for (let i = 0; i < width; i++) {
    let to = place + rowPlace(i, width);
    for (let j = 0, at = from + i * down; j < i; j++, at += right, to += 4) W[to] = i < n ? L[at] : 0;
    const diagonal = i < n ? L[from + i * (down + right)] : 1;
    W[to] = diagonal;
    W[reciprocals + i] = 1 / diagonal;
  }
}
