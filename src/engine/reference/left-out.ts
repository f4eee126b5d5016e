import type { Tensor } from '../tensor/index.ts';
import * as t from '../tensor/index.ts';

/** Mean and variance of the residuals of the rows F given the others, T: A_FT A_TT⁻¹ r_T and the diagonal of A_FF − A_FT A_TT⁻¹ A_TF. */
export function leftOut(
  L: Tensor,
  residuals: Tensor,
  fold: number,
  rows: Int32Array,
): { readonly mean: Float64Array; readonly variance: Float64Array } {
  const { tape } = L;
  const F = [...rows];
  const T = Array.from({ length: L.shape[0] }, (_, row) => row).filter((row) => !F.includes(row));
  const A = t.matmul(L, L, false, true);
  const part = (of: readonly number[], by: readonly number[]) =>
    t.transpose(t.gather(t.transpose(t.gather(A, of)), by));
  const own = t.diagonal(part(F, F));
  if (T.length === 0) return { mean: new Float64Array(F.length), variance: tape.read(own) };
  const factor = t.cholesky(part(T, T));
  const r = t.gather(t.transpose(t.gather(residuals, [fold])), T);
  const V = t.solveTriangular(factor, part(T, F));
  const mean = t.matmul(V, t.solveTriangular(factor, r), true);
  const lost = t.sum(t.multiply(V, V), 0);
  return { mean: tape.read(mean), variance: tape.read(t.subtract(own, lost)) };
}
