import { rowsFrom } from '../../linalg/rows-from.ts';
import { createGenerator } from '../../random/generator.ts';
import { outputsWith, sidesOf, sitesAmong } from '../censoring/censored.ts';
import { createPosterior, type Posterior } from '../posterior/posterior.ts';
import type { CrossValidation } from '../task.ts';
import { type Scaling, scaleOutput } from '../transforms/scaling.ts';
import { leaveOut } from './held-out.ts';

const FOLDS = 5;

/** Rows of each fold: a shuffle cut into `count`, the first folds one longer where that does not divide n. */
export function foldsOf(n: number, seed: number, count = FOLDS): Int32Array[] {
  const rows = createGenerator(seed).shuffle(Int32Array.from({ length: n }, (_, i) => i));
  const folds: Int32Array[] = [];
  for (let fold = 0, from = 0; fold < count; fold++) {
    const size = Math.floor(n / count) + (fold < n % count ? 1 : 0);
    folds.push(rows.slice(from, from + size));
    from += size;
  }
  return folds;
}

/**
 * Cross-validation of a fitted model in `folds` folds (five; no more than there are rows), pooled fold after fold.
 *
 * Fold models keep the hyperparameters of the full fit, in model scale. Outputs are scaled again by each fold's training
 * rows, so that the rows left out take no part in it; inputs keep their scaling, which is part of the covariance.
 * Deviations are those of the latent function, uncalibrated, as predictions have them. Limits take part in fits and are
 * not among the results.
 *
 * Cost O(n³).
 */
export function crossValidate(
  posterior: Posterior,
  rule: (values: Float64Array) => Scaling,
  seed: number,
  folds = FOLDS,
): CrossValidation {
  const { model } = posterior;
  const { n } = model;
  const y = outputsWith(model.y, model.censored);
  const sides = sidesOf(n, model.censored);
  const measured = n - (model.censored?.rows.length ?? 0);
  const results = {
    actual: new Float64Array(measured),
    predicted: new Float64Array(measured),
    std: new Float64Array(measured),
    rows: new Int32Array(measured),
  };
  let at = 0;
  const parts = foldsOf(n, seed, Math.min(folds, n)).map((fold) => {
    const kept = rowsBeside(fold, n);
    return { fold, kept, scaling: scaleOutput(rule, rowsFrom(y, 1, kept)) };
  });
  const note: Note = (fold, mean, std) => {
    fold.forEach((row, i) => {
      if (sides[row] !== 0) return;
      results.rows[at] = row;
      results.actual[at] = y[row];
      results.predicted[at] = mean[i];
      results.std[at] = std[i];
      at++;
    });
  };
  if (model.noise) refactored(posterior, model.noise, parts, note);
  else closedForm(posterior, y, parts, note);
  return results;
}

/** The rows of 0 … n − 1 that are not in a fold, in order. */
function rowsBeside(fold: Int32Array, n: number): Int32Array {
  const left = new Uint8Array(n);
  for (let i = 0; i < fold.length; i++) left[fold[i]] = 1;
  const kept = new Int32Array(n - fold.length);
  for (let row = 0, at = 0; row < n; row++) if (left[row] === 0) kept[at++] = row;
  return kept;
}

/** A fold, the rows beside it, and how their outputs are scaled. */
interface Part {
  readonly fold: Int32Array;
  readonly kept: Int32Array;
  readonly scaling: Scaling;
}

/** Gets mean and latent deviation of the rows of a fold, output units, from the rows kept. */
type Note = (fold: Int32Array, mean: Float64Array, std: Float64Array) => void;

/** All folds from the one factor of all rows; the learned noise is taken off again. */
function closedForm(posterior: Posterior, y: Float64Array, parts: readonly Part[], note: Note): void {
  const { model } = posterior;
  const { theta } = model;
  const noise = Math.exp(theta[theta.length - 2]);
  const centre = theta[theta.length - 1];
  const floor = (model.stdFloor ?? 0) ** 2;
  const scalings = new Map(parts.map(({ fold, scaling }) => [fold, scaling]));
  const residualsOf = (fold: Int32Array): Float64Array => {
    const { shift, scale } = scalings.get(fold) as Scaling;
    return y.map((value) => (value - shift) / scale - centre);
  };
  leaveOut(posterior, [...scalings.keys()], residualsOf, (fold, { mean, variance }) => {
    const { shift, scale } = scalings.get(fold) as Scaling;
    note(
      fold,
      mean.map((value) => shift + scale * (centre + value)),
      variance.map((value) => scale * Math.sqrt(Math.max(value - noise, floor))),
    );
  });
}

/** A model of its own per fold: given variances, scaled as the fold's outputs are, change the matrix itself. */
function refactored(
  { model, backend }: Posterior,
  noise: Float64Array,
  parts: readonly Part[],
  note: Note,
): void {
  const { X, y, d, censored, ...rest } = model;
  for (const { fold, kept, scaling } of parts) {
    const sites = censored && sitesAmong(censored, kept);
    const part = createPosterior(
      {
        ...rest,
        ...(sites ? { censored: sites } : {}),
        d,
        n: kept.length,
        X: rowsFrom(X, d, kept),
        y: rowsFrom(y, 1, kept),
        noise: rowsFrom(noise, 1, kept),
        outputShift: scaling.shift,
        outputScale: scaling.scale,
        calibration: 1,
      },
      backend,
    );
    const { mean, std } = part.predict(rowsFrom(X, d, fold), fold.length);
    part.free();
    note(fold, mean, std);
  }
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
