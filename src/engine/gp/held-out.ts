import { readSlot, slotOf } from '../compute/slots.ts';
import { oneProduct, stepOf } from '../compute/step.ts';
import type { LeftOut } from './fixed-scores.ts';
import { inverseFactor } from './inverse.ts';
import type { Posterior } from './posterior.ts';

/**
 * Predictions of the rows of each fold from the others, by the factor of all of them and at its hyperparameters: with
 * Q = A⁻¹ the mean of fold F is y_F − Q_FF⁻¹α_F and its covariance, noise included, Q_FF⁻¹. Outputs keep their scaling.
 *
 * Of Q only the blocks of the folds are made, one after the other: Q_FF = VᵀV, V = L⁻¹E_F. Cost n³ operations in all, of
 * memory two thirds of a matrix beside the factor with five folds.
 *
 * Source: Rasmussen and Williams 2006, §5.4.2, in blocks.
 */
export function heldOutFolds(posterior: Posterior, folds: readonly Int32Array[]): LeftOut {
  const { backend, model, n, slots } = posterior;
  const learned = Math.exp(model.theta[model.theta.length - 2]);
  const alpha = readSlot(backend, slots.alpha);
  const rows = Int32Array.from(folds.flatMap((fold) => [...fold]));
  const mean = new Float64Array(n);
  const variance = new Float64Array(n);
  let at = 0;
  for (const fold of folds) {
    const f = fold.length;
    const inverse = inverseFactorOf(posterior, fold);
    const pulled = new Float64Array(f);
    // Q_FF⁻¹ = MᵀM with M the inverse of the lower factor of Q_FF.
    for (let i = 0; i < f; i++) {
      let half = 0;
      for (let j = 0; j <= i; j++) half += inverse[i * f + j] * alpha[fold[j]];
      for (let j = 0; j <= i; j++) {
        pulled[j] += inverse[i * f + j] * half;
        variance[at + j] += inverse[i * f + j] ** 2;
      }
    }
    fold.forEach((row, i) => {
      const given = (model.noise?.[row] ?? 0) / model.outputScale ** 2;
      mean[at + i] = (model.y[row] - model.outputShift) / model.outputScale - pulled[i];
      variance[at + i] = Math.max(0, variance[at + i] - learned - given);
    });
    at += f;
  }
  return { folds: folds.length, rows, mean, variance };
}

/** M = (lower factor of Q_FF)⁻¹, [f, f]. */
function inverseFactorOf({ backend, slots, n }: Posterior, fold: Int32Array): Float64Array {
  const f = fold.length;
  const columns = new Float64Array(n * f);
  fold.forEach((row, i) => {
    columns[row * f + i] = 1;
  });
  const E = slotOf(backend, columns);
  const V = backend.alloc(n * f);
  const block = backend.alloc(f * f);
  try {
    backend.run([
      stepOf('solve_triangular', { batch: 1, n, m: f, transpose: 0 }, { L: slots.L, R: E, X: V }),
      oneProduct({ m: f, k: n, n: f, transposeA: 1 }, { A: V, B: V, C: block }),
    ]);
    return inverseFactor(backend, readSlot(backend, block), f);
  } finally {
    for (const slot of [E, V, block]) backend.free(slot);
  }
}
