import { mixtureCdf, mixtureCrps, mixtureLogDensity } from './ensemble/mixture.ts';
import type { GpModel } from './model.ts';
import type { CrossValidation, Validation } from './task.ts';

/** Rows predicted from the rows of other folds at the hyperparameters of the fit, model scale. */
export interface LeftOut {
  readonly folds: number;
  /** Fold after fold. */
  readonly rows: Int32Array;
  readonly mean: Float64Array;
  /** Of the latent function. */
  readonly variance: Float64Array;
}

const outputs = ({ outputShift, outputScale, y }: GpModel, { rows, mean }: LeftOut) => ({
  actual: Float64Array.from(rows, (row) => y[row]),
  predicted: mean.map((value) => outputShift + outputScale * value),
});

/** As the interface has them: deviations of the latent function, uncalibrated. */
export function latentResults(model: GpModel, left: LeftOut): CrossValidation {
  const floor = (model.stdFloor ?? 0) ** 2;
  const std = left.variance.map((value) => model.outputScale * Math.sqrt(Math.max(value, floor)));
  return { ...outputs(model, left), std, rows: left.rows };
}

/** Scores of one new measurement, noise and calibration included. */
export function measuredScores(model: GpModel, left: LeftOut): Validation {
  const { theta, outputScale, calibration, noise } = model;
  const { actual, predicted } = outputs(model, left);
  const learned = Math.exp(theta[theta.length - 2]);
  const std = left.variance.map((value, i) => {
    const given = (noise?.[left.rows[i]] ?? 0) / outputScale ** 2;
    return Math.max(outputScale * Math.sqrt(Math.max(0, value) + learned + given) * calibration, 1e-300);
  });
  const each = (score: typeof mixtureCdf) =>
    actual.map((value, i) =>
      score({ weights: Float64Array.of(1), means: [predicted[i]], deviations: [std[i]] }, value),
    );
  return {
    folds: left.folds,
    kind: 'fixed_hyperparameters',
    rows: left.rows,
    actual,
    predicted,
    std,
    logDensity: each(mixtureLogDensity),
    crps: each(mixtureCrps),
    level: each(mixtureCdf),
  };
}
