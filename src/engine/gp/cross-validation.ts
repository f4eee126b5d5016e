import { createGenerator } from '../random/generator.ts';
import { inverseFromFactor } from './inverse.ts';
import { type Scaling, scaleOutput } from './scaling.ts';
import type { CrossValidation } from './task.ts';

const FOLDS = 5;

/** Rows of each fold: a shuffle cut into five, the first folds one longer where five does not divide n. */
export function foldsOf(n: number, seed: number): Int32Array[] {
  const rows = createGenerator(seed).shuffle(Int32Array.from({ length: n }, (_, i) => i));
  const folds: Int32Array[] = [];
  for (let fold = 0, from = 0; fold < FOLDS; fold++) {
    const size = Math.floor(n / FOLDS) + (fold < n % FOLDS ? 1 : 0);
    folds.push(rows.slice(from, from + size));
    from += size;
  }
  return folds;
}

/**
 * Five-fold cross-validation of a fitted model, all folds from the one factor of all rows.
 *
 * The covariance of the full fit is kept. Output scaling is found anew from each fold's training rows, so that the
 * rows left out take no part in it. With Q = A⁻¹ and F the rows left out, T the others: mean of F is
 * m − Q_FF⁻¹ Q_FT (y_T − m) and its covariance Q_FF⁻¹, from which the rows' noise is taken off again to give the
 * deviation of the latent function, as predictions have it.
 *
 * @param L     [n, n] factor of A, model scale
 * @param y     [n] raw outputs
 * @param noise [n] noise variance of each row, model scale, learned part included
 * @param mean  constant mean, model scale
 *
 * Source: Rasmussen and Williams 2006, §5.4.2 (leave-one-out), in blocks. Cost O(n³).
 */
export function crossValidate(
  L: Float64Array,
  y: Float64Array,
  noise: Float64Array,
  mean: number,
  rule: (values: Float64Array) => Scaling,
  stdFloor: number,
  seed: number,
): CrossValidation {
  const n = y.length;
  const Q = inverseFromFactor(L, n);
  const actual = new Float64Array(n);
  const predicted = new Float64Array(n);
  const std = new Float64Array(n);
  const rows = new Int32Array(n);
  let at = 0;
  for (const fold of foldsOf(n, seed)) {
    const out = new Set(fold);
    const kept = Int32Array.from({ length: n }, (_, i) => i).filter((i) => !out.has(i));
    const scaling = scaleOutput(
      rule,
      Float64Array.from(kept, (i) => y[i]),
    );
    const { covariance, shift } = foldPosterior(
      Q,
      n,
      fold,
      kept,
      (i) => (y[i] - scaling.shift) / scaling.scale - mean,
    );
    fold.forEach((row, i) => {
      const latent = Math.max(covariance[i * (fold.length + 1)] - noise[row], stdFloor ** 2);
      rows[at] = row;
      actual[at] = y[row];
      predicted[at] = scaling.shift + scaling.scale * (mean + shift[i]);
      std[at] = scaling.scale * Math.sqrt(latent);
      at++;
    });
  }
  return { actual, predicted, std, rows };
}

/** Q_FF⁻¹ [f, f] and −Q_FF⁻¹ Q_FT z_T [f], by Cholesky of Q_FF. */
function foldPosterior(
  Q: Float64Array,
  n: number,
  fold: Int32Array,
  kept: Int32Array,
  residual: (row: number) => number,
): { covariance: Float64Array; shift: Float64Array } {
  const f = fold.length;
  const L = new Float64Array(f * f);
  for (let i = 0; i < f; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = Q[fold[i] * n + fold[j]];
      for (let k = 0; k < j; k++) sum -= L[i * f + k] * L[j * f + k];
      L[i * f + j] = i === j ? Math.sqrt(sum) : sum / L[j * f + j];
    }
  }
  const covariance = inverseFromFactor(L, f);
  const z = Float64Array.from(kept, residual);
  const weighted = Float64Array.from(fold, (row) =>
    kept.reduce((sum, other, t) => sum - Q[row * n + other] * z[t], 0),
  );
  const shift = new Float64Array(f);
  for (let i = 0; i < f; i++) for (let j = 0; j < f; j++) shift[i] += covariance[i * f + j] * weighted[j];
  return { covariance, shift };
}

/**
 * Calibration factor: sample deviation of z = (actual − predicted)/std over all folds; 1 when any std is not positive
 * and finite, or there is no spread.
 */
export function calibrationFactor(results: CrossValidation): number {
  const { actual, predicted, std } = results;
  if (std.some((value) => !(value > 0 && Number.isFinite(value)))) return 1;
  const z = actual.map((value, i) => (value - predicted[i]) / std[i]);
  const mean = z.reduce((sum, value) => sum + value / z.length, 0);
  const factor = Math.sqrt(z.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (z.length - 1));
  return factor > 0 && Number.isFinite(factor) ? factor : 1;
}
