import { jitterLadder } from '../../compute/ops.ts';
import { slotOf } from '../../compute/slots.ts';
import { oneProduct, stepOf } from '../../compute/step.ts';
import { concatenate } from '../../linalg/concatenate.ts';
import { identity } from '../../linalg/products.ts';
import type { Posterior } from '../posterior/posterior.ts';
import type { LeftOut } from '../task.ts';

/**
 * Predictions of the rows of each fold from the others, by the factor of all of them and at its hyperparameters and
 * scaling of the outputs.
 *
 * @param folds rows of each fold
 * @returns means and variances [rows] fold after fold, in output units
 */
export function heldOutFolds(posterior: Posterior, folds: readonly Int32Array[]): LeftOut {
  const { model } = posterior;
  const { theta, outputShift, outputScale } = model;
  const learned = Math.exp(theta[theta.length - 2]);
  const centre = theta[theta.length - 1];
  const residuals = model.y.map((value) => (value - outputShift) / outputScale - centre);
  const rows = Int32Array.from(folds.flatMap((fold) => [...fold]));
  const mean = new Float64Array(rows.length);
  const variance = new Float64Array(rows.length);
  let at = 0;
  leaveOut(
    posterior,
    folds,
    () => residuals,
    (fold, left) => {
      fold.forEach((row, i) => {
        const given = (model.noise?.[row] ?? 0) / outputScale ** 2;
        mean[at] = centre + left.mean[i];
        variance[at++] = Math.max(0, left.variance[i] - learned - given);
      });
    },
  );
  return { folds: folds.length, rows, mean, variance };
}

/** Up to this many rows one step on the CPU is soonest done. */
const AT_ONCE = 2048;

/** Predictions of rows left out: mean and variance, noise included, [f] each. */
interface LeftOutRows {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
}

/**
 * Calls `use` with the predictions of the residuals of every fold F given those of the other rows T: with Q = A⁻¹ they are −Q_FF⁻¹ Q_FT r_T and
 * the diagonal of Q_FF⁻¹.
 *
 * Of Q only what the fold takes is made: Q_FF = VᵀV and Q_FT r_T = Vᵀv with V = L⁻¹E_F and v = L⁻¹r, r without F.
 * Cost f·n² operations, of memory 3·(f + 1)·n beside the factor; what a fold needs is used again for the next.
 *
 * Source: Rasmussen and Williams 2006, §5.4.2, in blocks.
 *
 * @param residualsOf  [n] of a fold, model scale; entries of its own rows are not read
 * @param atOnce       rows up to which this is one step
 */
export function leaveOut(
  posterior: Posterior,
  folds: readonly Int32Array[],
  residualsOf: (fold: Int32Array) => Float64Array,
  use: (fold: Int32Array, left: LeftOutRows) => void,
  atOnce = AT_ONCE,
): void {
  if (posterior.n <= atOnce) leaveOutAtOnce(posterior, folds, residualsOf, use);
  else leaveOutInTurn(posterior, folds, residualsOf, use);
}

function leaveOutAtOnce(
  { backend, slots, n }: Posterior,
  folds: readonly Int32Array[],
  residualsOf: (fold: Int32Array) => Float64Array,
  use: (fold: Int32Array, left: LeftOutRows) => void,
): void {
  const rest = [...folds.map(({ length }) => length), ...folds.flatMap((fold) => [...fold])];
  const m = rest.length - folds.length;
  const own = {
    residuals: slotOf(backend, concatenate(folds.map(residualsOf))),
    mean: backend.alloc(m),
    variance: backend.alloc(m),
  };
  const [mean, variance] = [new Float64Array(m), new Float64Array(m)];
  try {
    backend.run([stepOf('leave_out', { n, m, folds: folds.length }, { L: slots.L, ...own }, rest)]);
    backend.read(own.mean, mean);
    backend.read(own.variance, variance);
  } finally {
    for (const slot of Object.values(own)) backend.free(slot);
  }
  let from = 0;
  for (const fold of folds) {
    const to = from + fold.length;
    use(fold, { mean: mean.subarray(from, to), variance: variance.subarray(from, to) });
    from = to;
  }
}

/** In steps that a GPU can take. */
function leaveOutInTurn(
  { backend, slots, n }: Posterior,
  folds: readonly Int32Array[],
  residualsOf: (fold: Int32Array) => Float64Array,
  use: (fold: Int32Array, left: LeftOutRows) => void,
): void {
  const most = folds.reduce((length, fold) => Math.max(length, fold.length), 0);
  const own = {
    ...{
      R: backend.alloc(n * (most + 1)),
      X: backend.alloc(n * (most + 1)),
      C: backend.alloc((most + 1) ** 2),
    },
    ...{ A: backend.alloc(most ** 2), F: backend.alloc(most ** 2) },
    ...{ ladder: slotOf(backend, Float64Array.of(0, ...jitterLadder)), status: backend.alloc(1) },
    M: backend.alloc(most ** 2),
  };
  const columns = new Float64Array(n * (most + 1));
  const [products, inverse] = [new Float64Array((most + 1) ** 2), new Float64Array(most ** 2)];
  try {
    for (const fold of folds) {
      const f = fold.length;
      const width = f + 1;
      backend.write(own.R, unitsBeside(residualsOf(fold), fold, columns));
      backend.run([
        stepOf(
          'solve_triangular',
          { batch: 1, n, m: width, transpose: 0 },
          { L: slots.L, R: own.R, X: own.X },
        ),
        oneProduct({ m: width, k: n, n: width, transposeA: 1 }, { A: own.X, B: own.X, C: own.C }),
      ]);
      backend.read(own.C, products.subarray(0, width * width));
      for (let i = 0; i < f; i++) inverse.set(products.subarray(i * width, i * width + f), i * f);
      backend.write(own.A, inverse.subarray(0, f * f));
      backend.run([stepOf('cholesky', { batch: 1, n: f }, { ...own, L: own.F })]);
      backend.write(own.A, identity(f, inverse));
      backend.run([
        stepOf('solve_triangular', { batch: 1, n: f, m: f, transpose: 0 }, { L: own.F, R: own.A, X: own.M }),
      ]);
      backend.read(own.M, inverse.subarray(0, f * f));
      use(fold, byInverse(inverse, products, f));
    }
  } finally {
    for (const slot of Object.values(own)) backend.free(slot);
  }
}

/** [n, f + 1] in `into`: ones in the rows of a fold, and the residuals of the others. */
function unitsBeside(residuals: Float64Array, fold: Int32Array, into: Float64Array): Float64Array {
  const width = fold.length + 1;
  const columns = into.subarray(0, residuals.length * width).fill(0);
  for (let row = 0; row < residuals.length; row++) columns[row * width + width - 1] = residuals[row];
  fold.forEach((row, i) => {
    columns[row * width + i] = 1;
    columns[row * width + width - 1] = 0;
  });
  return columns;
}

/** By Q_FF⁻¹ = MᵀM, M [f, f] the inverse of the lower factor of Q_FF; the last column of the products [f + 1, f + 1] is Q_FT r_T. */
function byInverse(M: Float64Array, products: Float64Array, f: number): LeftOutRows {
  const mean = new Float64Array(f);
  const variance = new Float64Array(f);
  for (let i = 0; i < f; i++) {
    let half = 0;
    for (let j = 0; j <= i; j++) half += M[i * f + j] * products[j * (f + 1) + f];
    for (let j = 0; j <= i; j++) {
      mean[j] -= M[i * f + j] * half;
      variance[j] += M[i * f + j] ** 2;
    }
  }
  return { mean, variance };
}
