import { identity } from '../../linalg/products.ts';
import { arrayOp } from '../array-op.ts';
import { foldsOf } from '../folds.ts';
import { jitterLadder } from '../ops.ts';
import { cholesky } from './factorize.ts';
import { subtractProduct, view } from './product.ts';
import { solveLowerRows } from './triangular.ts';

/** Mean and variance of the rows of folds, given the others. Of Q = A⁻¹ only what a fold takes is made. Cost O(m n²). */
export const leaveOut = arrayOp('leave_out', (sizes, { L, residuals, mean, variance }) => {
  const { n } = sizes;
  for (const { fold, rows, from } of foldsOf(sizes.rest, sizes)) {
    const { length: f } = rows;
    const products = productsOf(L, n, rows, residuals.subarray(fold * n, (fold + 1) * n));
    const M = inverseFactor(products, f);
    for (let i = 0; i < f; i++) mean[from + i] = variance[from + i] = 0;
    for (let i = 0; i < f; i++) {
      let half = 0;
      for (let j = 0; j <= i; j++) half += M[j * f + i] * products[j * (f + 1) + f];
      for (let j = 0; j <= i; j++) {
        mean[from + j] -= M[j * f + i] * half;
        variance[from + j] += M[j * f + i] ** 2;
      }
    }
  }
});

/** VᵀV [f + 1, f + 1] for V = L⁻¹(E_F, r), r without the rows of the fold: Q_FF, and Q_FT r_T in its last column. */
function productsOf(L: Float64Array, n: number, rows: Int32Array, residuals: Float64Array): Float64Array {
  const width = rows.length + 1;
  const V = new Float64Array(width * n);
  V.set(residuals, (width - 1) * n);
  for (let i = 0; i < rows.length; i++) {
    V[i * n + rows[i]] = 1;
    V[(width - 1) * n + rows[i]] = 0;
  }
  solveLowerRows(L, 0, n, V, 0, n, width);
  const products = new Float64Array(width * width);
  const negated = V.map((value) => -value);
  subtractProduct(view(products, 0, width), view(negated, 0, n), view(V, 0, n), width, width, n);
  return products;
}

/** Mᵀ [f, f] for M the inverse of the lower factor of Q_FF. */
function inverseFactor(products: Float64Array, f: number): Float64Array {
  const A = new Float64Array(f * f);
  for (let i = 0; i < f; i++) A.set(products.subarray(i * (f + 1), i * (f + 1) + f), i * f);
  const F = new Float64Array(f * f);
  cholesky(A, 0, f, jitterLadder, F, 0);
  identity(f, A);
  solveLowerRows(F, 0, f, A, 0, f, f);
  return A;
}
