import { mixtureCdf, mixtureCrps, mixtureLogDensity, mixtureMoments } from './ensemble/mixture.ts';
import { mixtureAt } from './ensemble/posterior.ts';
import { normalScatter } from './ensemble/scatter.ts';
import type { GpModel } from './model.ts';
import type { CrossValidation, LeftOut, Validation } from './task.ts';

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

/** Scores of one new measurement; noise, its scatter and calibration included. */
export function measuredScores(model: GpModel, left: LeftOut): Validation {
  const { theta, outputScale, calibration, noise, scatter = normalScatter } = model;
  const { actual, predicted } = outputs(model, left);
  const unit = outputScale * calibration;
  const prediction = {
    means: [predicted],
    deviations: [left.variance.map((value) => unit * Math.sqrt(Math.max(0, value)))],
    learned: Float64Array.of(unit * Math.exp(0.5 * theta[theta.length - 2])),
    ...{ given: 0, scatter, weights: Float64Array.of(1) },
  };
  const mixtures = Array.from(left.rows, (row, i) =>
    mixtureAt(prediction, i, 'measurement', calibration * Math.sqrt(noise?.[row] ?? 0), 1e-300),
  );
  const each = (score: typeof mixtureCdf) => actual.map((value, i) => score(mixtures[i], value));
  return {
    folds: left.folds,
    kind: 'fixed_hyperparameters',
    rows: left.rows,
    actual,
    predicted,
    std: Float64Array.from(mixtures, (mixture) => mixtureMoments(mixture).std),
    logDensity: each(mixtureLogDensity),
    crps: each(mixtureCrps),
    level: each(mixtureCdf),
  };
}
