import type { Steps } from '../../compute/lockstep.ts';
import { wantedOfPrediction as wants } from '../../compute/ops.ts';
import { owned } from '../../linalg/zeros.ts';
import type { GpModel } from '../model.ts';
import type { InputMap } from '../transforms/input-map.ts';

/** Predictions at m points on the model scale: mean and variance [m], gradients by the encoded points [m, D], as far as wanted. */
export interface RawPrediction {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  readonly dMean: Float64Array;
  readonly dVariance: Float64Array;
}

/** Model scale to output units: output = shift + scale·model; deviations: deviationScale·model. */
export interface OutputUnits {
  readonly outputShift: number;
  readonly outputScale: number;
  readonly deviationScale: number;
}

/** How values and standard deviations of a model are converted to output units. */
export const unitsOf = ({ outputShift, outputScale, calibration }: GpModel): OutputUnits => ({
  outputShift,
  outputScale,
  deviationScale: outputScale * calibration,
});

/** Values times a factor, in an array of their own. */
export function scaled(values: Float64Array, by: number): Float64Array {
  const found = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) found[i] = values[i] * by;
  return found;
}

/** Output units from model units: shift + scale·value, for values [n]. */
export function toOutput({ outputShift, outputScale }: OutputUnits, values: Float64Array): Float64Array {
  const found = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) found[i] = outputShift + outputScale * values[i];
  return found;
}

/** Values times a factor, in place: a search makes thousands of small arrays, and each is memory outside of the heap. */
function scale(values: Float64Array, by: number): Float64Array {
  for (let i = 0; i < values.length; i++) values[i] *= by;
  return values;
}

/** As `toOutput`, in place. */
function output(values: Float64Array, { outputShift, outputScale }: OutputUnits): Float64Array {
  for (let i = 0; i < values.length; i++) values[i] = outputShift + outputScale * values[i];
  return values;
}

/** Predictions as work that runs beside that of other posteriors. */
export interface PredictionSteps {
  predict(Xs: Float64Array, m: number): Steps<Prediction>;
  mean(Xs: Float64Array, m: number): Steps<Float64Array>;
}

/** Of the curve at m points, output units, [m] each. */
interface Prediction {
  readonly mean: Float64Array;
  readonly std: Float64Array;
}

/** Raw predictions, in arrays that nobody else holds, as those in output units. */
function createFinish(model: GpModel) {
  const units = unitsOf(model);
  const floor = (model.stdFloor ?? 0) ** 2;
  return {
    mean: ({ mean }: RawPrediction): Float64Array => owned(output(mean, units)),
    prediction({ mean, variance }: RawPrediction, m: number): Prediction {
      for (let i = 0; i < m; i++)
        variance[i] = units.deviationScale * Math.sqrt(Math.max(variance[i], floor));
      return { mean: owned(output(mean, units)), std: owned(variance) };
    },
  };
}

const MOMENTS = wants.mean | wants.variance;

/** `pointwise` as work that runs beside other such work. */
export function predictionSteps(
  model: GpModel,
  raw: (Xs: Float64Array, m: number, wanted: number) => Steps<RawPrediction>,
): PredictionSteps {
  const finish = createFinish(model);
  return {
    *predict(Xs, m) {
      return finish.prediction(yield* raw(Xs, m, MOMENTS), m);
    },
    *mean(Xs, m) {
      return finish.mean(yield* raw(Xs, m, wants.mean));
    },
  };
}

/**
 * The pointwise part of a posterior, in output units.
 *
 * @param raw predictions of raw rows Xs [m, d], in arrays that nobody else holds; `wanted` are bits of `wantedOfPrediction`
 */
export function pointwise(
  model: GpModel,
  inputs: InputMap,
  raw: (Xs: Float64Array, m: number, wanted: number) => RawPrediction,
) {
  const units = unitsOf(model);
  const { outputScale, deviationScale } = units;
  const finish = createFinish(model);
  return {
    predict: (Xs: Float64Array, m: number) => finish.prediction(raw(Xs, m, MOMENTS), m),
    mean: (Xs: Float64Array, m: number) => finish.mean(raw(Xs, m, wants.mean)),
    predictGradient(Xs: Float64Array, m: number) {
      const { mean, variance, dMean, dVariance } = raw(Xs, m, MOMENTS | wants.gradient);
      return {
        mean: output(mean, units),
        variance: scale(variance, deviationScale ** 2),
        dMean: scale(inputs.pullback(Xs, m, dMean), outputScale),
        dVariance: scale(inputs.pullback(Xs, m, dVariance), deviationScale ** 2),
      };
    },
  };
}
