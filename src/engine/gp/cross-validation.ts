import { createGenerator } from '../random/generator.ts';
import { inverseFromFactor, inverseOnBackend } from './inverse.ts';
import { createPosterior, type Posterior } from './posterior.ts';
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
 * Five-fold cross-validation of a fitted model, pooled fold after fold.
 *
 * Fold models keep the hyperparameters of the full fit, in model scale. Outputs are scaled anew by each fold's training
 * rows, so that the rows left out take no part in it; inputs keep their scaling, which is part of the covariance.
 * Deviations are those of the latent function, uncalibrated, as predictions have them.
 *
 * Cost O(n³).
 */
export function crossValidate(
  posterior: Posterior,
  rule: (values: Float64Array) => Scaling,
  seed: number,
): CrossValidation {
  const { model } = posterior;
  const { n, y } = model;
  const predictFold = model.noise ? refactored(posterior) : closedForm(posterior);
  const results = {
    actual: new Float64Array(n),
    predicted: new Float64Array(n),
    std: new Float64Array(n),
    rows: new Int32Array(n),
  };
  let at = 0;
  for (const fold of foldsOf(n, seed)) {
    const out = new Set(fold);
    const kept = Int32Array.from({ length: n }, (_, i) => i).filter((i) => !out.has(i));
    const scaling = scaleOutput(
      rule,
      Float64Array.from(kept, (i) => y[i]),
    );
    const { mean, std } = predictFold(fold, kept, scaling);
    fold.forEach((row, i) => {
      results.rows[at] = row;
      results.actual[at] = y[row];
      results.predicted[at] = mean[i];
      results.std[at] = std[i];
      at++;
    });
  }
  return results;
}

/** Mean and latent deviation of the rows of a fold, output units, from the rows kept. */
type PredictFold = (
  fold: Int32Array,
  kept: Int32Array,
  scaling: Scaling,
) => { mean: Float64Array; std: Float64Array };

/**
 * All folds from the one factor of all rows. With Q = A⁻¹, F the rows left out and T the others: the mean of F is
 * m − Q_FF⁻¹ Q_FT (y_T − m) and its covariance Q_FF⁻¹, from which the learned noise is taken off again.
 *
 * Source: Rasmussen and Williams 2006, §5.4.2 (leave-one-out), in blocks.
 */
function closedForm(posterior: Posterior): PredictFold {
  const { model, backend, slots, n } = posterior;
  const { theta, y } = model;
  const noise = Math.exp(theta[theta.length - 2]);
  const m = theta[theta.length - 1];
  const Q = inverseOnBackend(backend, slots.L, n);
  return (fold, kept, { shift, scale }) => {
    const block = foldPosterior(Q, n, fold, kept, (i) => (y[i] - shift) / scale - m);
    return {
      mean: block.shift.map((value) => shift + scale * (m + value)),
      std: Float64Array.from(fold, (_, i) => {
        const latent = Math.max(block.covariance[i * (fold.length + 1)] - noise, (model.stdFloor ?? 0) ** 2);
        return scale * Math.sqrt(latent);
      }),
    };
  };
}

/** A model of its own per fold: given variances, scaled as the fold's outputs are, change the matrix itself. */
function refactored(posterior: Posterior): PredictFold {
  const { model, backend } = posterior;
  const { X, y, d } = model;
  const rowsOf = (rows: Int32Array): Float64Array =>
    Float64Array.from({ length: rows.length * d }, (_, at) => X[rows[Math.floor(at / d)] * d + (at % d)]);
  return (fold, kept, { shift, scale }) => {
    const part = createPosterior(
      {
        ...model,
        n: kept.length,
        X: rowsOf(kept),
        y: Float64Array.from(kept, (i) => y[i]),
        noise: Float64Array.from(kept, (i) => model.noise?.[i] ?? 0),
        outputShift: shift,
        outputScale: scale,
        calibration: 1,
      },
      backend,
    );
    const predictions = part.predict(rowsOf(fold), fold.length);
    part.free();
    return predictions;
  };
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
