import { readSlot, slotOf } from '../compute/slots.ts';
import { oneProduct, stepOf } from '../compute/step.ts';
import type { LeftOut } from './fixed-scores.ts';
import { inverseFactor } from './inverse.ts';
import type { Posterior } from './posterior.ts';

/**
 * Predictions of the rows of each fold from the others, by the factor of all of them and at its hyperparameters and
 * scaling of the outputs.
 */
export function heldOutFolds(posterior: Posterior, folds: readonly Int32Array[]): LeftOut {
  const { model, n } = posterior;
  const { theta, outputShift, outputScale } = model;
  const learned = Math.exp(theta[theta.length - 2]);
  const centre = theta[theta.length - 1];
  const residuals = model.y.map((value) => (value - outputShift) / outputScale - centre);
  const rows = Int32Array.from(folds.flatMap((fold) => [...fold]));
  const mean = new Float64Array(n);
  const variance = new Float64Array(n);
  let at = 0;
  for (const fold of folds) {
    const left = leaveOut(posterior, fold, residuals);
    fold.forEach((row, i) => {
      const given = (model.noise?.[row] ?? 0) / outputScale ** 2;
      mean[at] = centre + left.mean[i];
      variance[at++] = Math.max(0, left.variance[i] - learned - given);
    });
  }
  return { folds: folds.length, rows, mean, variance };
}

/**
 * Mean and variance, noise included, of the residuals of fold F given those of the other rows T [n; entries of F are not
 * read]: with Q = A⁻¹ they are −Q_FF⁻¹ Q_FT r_T and the diagonal of Q_FF⁻¹.
 *
 * Of Q only what the fold takes is made: Q_FF = VᵀV and Q_FT r_T = Vᵀv with V = L⁻¹E_F and v = L⁻¹r, r without F.
 * Cost f·n² operations, of memory 2·(f + 1)·n beside the factor.
 *
 * Source: Rasmussen and Williams 2006, §5.4.2, in blocks.
 */
export function leaveOut(
  posterior: Posterior,
  fold: Int32Array,
  residuals: Float64Array,
): { mean: Float64Array; variance: Float64Array } {
  const f = fold.length;
  const products = productsOf(posterior, fold, residuals);
  const block = new Float64Array(f * f);
  for (let i = 0; i < f; i++) block.set(products.subarray(i * (f + 1), i * (f + 1) + f), i * f);
  // Q_FF⁻¹ = MᵀM with M the inverse of the lower factor of Q_FF.
  const inverse = inverseFactor(posterior.backend, block, f);
  const mean = new Float64Array(f);
  const variance = new Float64Array(f);
  for (let i = 0; i < f; i++) {
    let half = 0;
    for (let j = 0; j <= i; j++) half += inverse[i * f + j] * products[j * (f + 1) + f];
    for (let j = 0; j <= i; j++) {
      mean[j] -= inverse[i * f + j] * half;
      variance[j] += inverse[i * f + j] ** 2;
    }
  }
  return { mean, variance };
}

/** WᵀW [f + 1, f + 1] of W = L⁻¹[E_F, r without F]. */
function productsOf(
  { backend, slots, n }: Posterior,
  fold: Int32Array,
  residuals: Float64Array,
): Float64Array {
  const width = fold.length + 1;
  const columns = new Float64Array(n * width);
  for (let row = 0; row < n; row++) columns[row * width + width - 1] = residuals[row];
  fold.forEach((row, i) => {
    columns[row * width + i] = 1;
    columns[row * width + width - 1] = 0;
  });
  const own = { R: slotOf(backend, columns), X: backend.alloc(n * width), C: backend.alloc(width * width) };
  try {
    backend.run([
      stepOf('solve_triangular', { batch: 1, n, m: width, transpose: 0 }, { L: slots.L, R: own.R, X: own.X }),
      oneProduct({ m: width, k: n, n: width, transposeA: 1 }, { A: own.X, B: own.X, C: own.C }),
    ]);
    return readSlot(backend, own.C);
  } finally {
    for (const slot of Object.values(own)) backend.free(slot);
  }
}
