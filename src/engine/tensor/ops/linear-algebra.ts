import { jitterLadder } from '../../compute/ops.ts';
import { stepOf } from '../../compute/step.ts';
import { NotPositiveDefiniteError, ShapeError } from '../../errors.ts';
import { restride } from '../broadcast.ts';
import { sizeOf, type Tensor } from '../tape.ts';
import { add, multiply } from './elementwise.ts';
import { sum } from './reduce.ts';

const show = (x: Tensor): string => `[${x.shape.join(', ')}]`;

/** Batch, rows and columns of a tensor whose last two axes are a matrix. */
function matrix(
  who: string,
  x: Tensor,
): { batch: readonly number[]; count: number; rows: number; columns: number } {
  if (x.shape.length < 2) throw new ShapeError(`${who}: expected [..., rows, columns], got ${show(x)}`);
  const batch = x.shape.slice(0, -2);
  const [rows, columns] = x.shape.slice(-2);
  return { batch, count: sizeOf(batch), rows, columns };
}

/** Swaps the last two axes: [..., n, m] becomes [..., m, n]. */
export function transpose(x: Tensor): Tensor {
  const { batch, count, rows, columns } = matrix('transpose', x);
  const flat = x.tape.reshape(x, [count, rows, columns]);
  const turned = restride(flat, [count, columns, rows], [rows * columns, 1, columns], transpose);
  return x.tape.reshape(turned, [...batch, columns, rows]);
}

/**
 * A·B over the last two axes, [..., m, k] by [..., k, n], with either transposed; batches are equal, or one operand has none and is shared.
 *
 * @throws ShapeError where sizes or batches differ
 */
export function matmul(A: Tensor, B: Tensor, transposeA = false, transposeB = false): Tensor {
  const a = matrix('matmul', A);
  const b = matrix('matmul', B);
  const [m, k] = transposeA ? [a.columns, a.rows] : [a.rows, a.columns];
  const [k2, n] = transposeB ? [b.columns, b.rows] : [b.rows, b.columns];
  const batch = a.batch.length > 0 ? a.batch : b.batch;
  const fits = [a.batch, b.batch].every((own) => own.length === 0 || own.join() === batch.join());
  if (k !== k2 || !fits)
    throw new ShapeError(
      `matmul: expected inner sizes and batches that agree, got ${show(A)} and ${show(B)}`,
    );
  const shared = (own: readonly number[]) => own.length === 0 && batch.length > 0;
  const sizes = {
    ...{ batch: sizeOf(batch), m, k, n, transposeA: Number(transposeA), transposeB: Number(transposeB) },
    ...{ strideA: shared(a.batch) ? 0 : m * k, strideB: shared(b.batch) ? 0 : k * n },
  };
  const collect = (g: Tensor, own: readonly number[]): Tensor =>
    shared(own) ? sum(g.tape.reshape(g, [sizeOf(batch), ...g.shape.slice(-2)]), 0) : g;
  return A.tape.record(
    [A, B],
    [...batch, m, n],
    (C) => [stepOf('matmul', sizes, { A: A.slot, B: B.slot, C })],
    (g) => [
      collect(transposeA ? matmul(B, g, transposeB, true) : matmul(g, B, false, !transposeB), a.batch),
      collect(transposeB ? matmul(g, A, true, transposeA) : matmul(A, g, !transposeA, false), b.batch),
    ],
  );
}

/** Lower triangle with `diagonal` times the diagonal, and zeros above. */
function lowerPart(x: Tensor, diagonal: number): Tensor {
  const n = x.shape[x.shape.length - 1];
  const mask = Float64Array.from({ length: n * n }, (_, at) => {
    const [i, j] = [Math.floor(at / n), at % n];
    return i === j ? diagonal : Number(i > j);
  });
  return multiply(x, x.tape.tensor(mask, [n, n]));
}

/**
 * Lower Cholesky factors of symmetric matrices [..., n, n], with the relative jitter that each took (−1: none held, and its
 * factor is NaN); only the lower triangle is read, and the cotangent given back is symmetric.
 *
 * @throws ShapeError A is not square
 *
 * Source of the pullback: Murray 2016, arXiv:1602.07527.
 */
export function factorize(A: Tensor): { readonly L: Tensor; readonly status: Float64Array } {
  const { count, rows, columns } = matrix('cholesky', A);
  if (rows !== columns) throw new ShapeError(`cholesky: expected [..., n, n], got ${show(A)}`);
  const { tape } = A;
  const ladder = tape.tensor([0, ...jitterLadder], [jitterLadder.length + 1]);
  const used = tape.scratch(count);
  const L = tape.record(
    [A],
    A.shape,
    (slot) => [
      stepOf(
        'cholesky',
        { batch: count, n: rows },
        { A: A.slot, ladder: ladder.slot, L: slot, status: used },
      ),
    ],
    (g, factor) => {
      const inner = lowerPart(matmul(factor, g, true, false), 0.5);
      const left = solveTriangular(factor, inner, true);
      const S = transpose(solveTriangular(factor, transpose(left), true));
      return [multiply(add(S, transpose(S)), 0.5)];
    },
  );
  const status = new Float64Array(count);
  tape.backend.read(used, status);
  return { L, status };
}

/**
 * Lower Cholesky factor of symmetric matrices [..., n, n]. Jitter up to 1e-4 of the mean diagonal is added where needed.
 *
 * @throws NotPositiveDefiniteError naming the first matrix that has no factor even so.
 */
export function cholesky(A: Tensor): Tensor {
  const { L, status } = factorize(A);
  const failed = status.indexOf(-1);
  if (failed >= 0) {
    throw new NotPositiveDefiniteError(
      `cholesky: matrix ${failed + 1} of ${status.length} is not positive definite with jitter up to ${jitterLadder.at(-1)}; drop repeated rows or give noise`,
    );
  }
  return L;
}

/**
 * L⁻¹R, or L⁻ᵀR, for lower triangular L [..., n, n] and R [..., n, m] of the same batch.
 *
 * @throws ShapeError on other shapes
 */
export function solveTriangular(L: Tensor, R: Tensor, transposed = false): Tensor {
  const l = matrix('solve_triangular', L);
  const r = matrix('solve_triangular', R);
  if (l.rows !== l.columns || l.rows !== r.rows || l.batch.join() !== r.batch.join()) {
    throw new ShapeError(
      `solve_triangular: expected [..., n, n] and [..., n, m], got ${show(L)} and ${show(R)}`,
    );
  }
  const sizes = { batch: l.count, n: l.rows, m: r.columns, transpose: Number(transposed) };
  return L.tape.record(
    [L, R],
    R.shape,
    (slot) => [stepOf('solve_triangular', sizes, { L: L.slot, R: R.slot, X: slot })],
    (g, X) => {
      const byR = solveTriangular(L, g, !transposed);
      const product = transposed ? matmul(X, byR, false, true) : matmul(byR, X, false, true);
      return [multiply(lowerPart(product, 1), -1), byR];
    },
  );
}

/**
 * Diagonals [..., n] of matrices [..., n, n].
 *
 * @throws ShapeError on other shapes
 */
export function diagonal(A: Tensor): Tensor {
  const { batch, count, rows, columns } = matrix('diagonal', A);
  if (rows !== columns) throw new ShapeError(`diagonal: expected [..., n, n], got ${show(A)}`);
  const flat = A.tape.reshape(A, [count, rows * rows]);
  const picked = restride(flat, [count, rows], [rows * rows, rows + 1], (g) => {
    const eye = Float64Array.from({ length: rows * rows }, (_, at) => Number(at % (rows + 1) === 0));
    const spread = multiply(A.tape.reshape(g, [count, rows, 1]), A.tape.tensor(eye, [rows, rows]));
    return A.tape.reshape(spread, [count, rows * rows]);
  });
  return A.tape.reshape(picked, [...batch, rows]);
}
