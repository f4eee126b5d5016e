import { type Distribution, distributionAt } from '../ensemble/distribution.ts';
import { normalScatter } from '../ensemble/scatter.ts';
import type { GpModel } from '../model.ts';
import type { CrossValidation, LeftOut, Validation } from '../task.ts';
import { outputWarpOf } from '../transforms/output-warp.ts';

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
  const warp = outputWarpOf(model);
  const prediction = {
    means: [predicted],
    deviations: [left.variance.map((value) => unit * Math.sqrt(Math.max(0, value)))],
    learned: Float64Array.of(unit * Math.exp(0.5 * theta[theta.length - 2])),
    ...{ given: 0, scatter, weights: Float64Array.of(1) },
    ...(warp && { warp }),
  };
  const measurements = Array.from(left.rows, (row, i) =>
    distributionAt(prediction, i, 'measurement', calibration * Math.sqrt(noise?.[row] ?? 0), 1e-300),
  );
  const moments = measurements.map((one) => one.moments());
  const each = (score: (one: Distribution, value: number) => number) =>
    actual.map((value, i) => score(measurements[i], value));
  return {
    folds: left.folds,
    kind: 'fixed_hyperparameters',
    rows: left.rows,
    actual,
    predicted: Float64Array.from(moments, ({ mean }) => mean),
    std: Float64Array.from(moments, ({ std }) => std),
    logDensity: each((one, value) => one.logDensity(value)),
    crps: each((one, value) => one.crps(value)),
    level: each((one, value) => one.level(value)),
  };
}
