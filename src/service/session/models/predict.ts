import type { Prediction, PredictRequest, PredictResponse } from '../../../contract/models/prediction.ts';
import type { Inputs, Output } from '../../../contract/values.ts';
import { ValueError } from '../../../engine/errors.ts';
import type { GpModel } from '../../../engine/gp/model.ts';
import type { PredictResult } from '../../../engine/gp/posterior/predict.ts';
import { mapInSlices, type Slices } from '../../../engine/slices.ts';
import { outputsOf } from '../experiments/results.ts';
import { trainedModel } from '../fitted-models.ts';
import { atPlace } from '../places.ts';
import type { Change, Environment, State } from '../state.ts';
import { list, valuesMissing } from '../words.ts';
import { columnSpace, encodeInSlices } from './fit.ts';

/** Ends of the interval that holds one new measurement with probability 0.95. */
const central = [0.025, 0.975];

/** What applying predictions needs of the call. */
interface PredictContext {
  readonly inputs: readonly Inputs[];
  readonly targets: readonly string[];
  /** Shares that the request asked for, after the two of the interval. */
  readonly shares: number;
}

/**
 * Points to predict; columns are found by name, so the order of keys does not matter.
 *
 * @throws NoModelError there is no trained model
 * @throws ValueError there is no point, or one lacks a column of the model, has another, or a value that it cannot have
 */
export function* preparePredict(state: State, { inputs, quantiles = [], output }: PredictRequest) {
  const { record, models } = trainedModel(state);
  if (inputs.length === 0) throw new ValueError('inputs: expected at least one point, got an empty list');
  const names = record.columns.map((column) => column.name);
  yield* mapInSlices(inputs, (point, i) => {
    atPlace('input', 'inputs', i, () => {
      const unknown = Object.keys(point).filter((name) => !names.includes(name));
      if (unknown.length > 0) {
        throw new ValueError(`${list(unknown)} is not a column of the model; its columns are ${list(names)}`);
      }
      const missing = names.filter((name) => point[name] === undefined);
      if (missing.length > 0) throw new ValueError(valuesMissing(missing));
    });
  });
  const context: PredictContext = { inputs, targets: record.targets, shares: quantiles.length };
  return {
    name: 'predict' as const,
    task: {
      models: models as readonly GpModel[],
      X: yield* encodeInSlices(columnSpace(record.columns), inputs, 'input'),
      m: inputs.length,
      measurement: {
        shares: [...central, ...quantiles],
        ...(output === undefined
          ? {}
          : { measured: yield* measuredOf(record.targets, output, inputs.length) }),
      },
    },
    context,
  };
}

/** Measured values by objective, [m] each; NaN where the request gives none. */
function* measuredOf(
  targets: readonly string[],
  output: readonly (Output | null)[],
  m: number,
): Slices<Float64Array[]> {
  if (output.length !== m) {
    throw new ValueError(`output: expected one value for each of the ${m} inputs, got ${output.length}`);
  }
  const values = targets.map(() => new Float64Array(m).fill(Number.NaN));
  yield* mapInSlices(output, (given, i) => {
    if (given === null) return;
    const { outputs, censored } = atPlace('output', 'output', i, () => outputsOf(targets, given));
    targets.forEach((target, j) => {
      // A limit is no measurement, so it has no density.
      if (censored[target] === undefined) (values[j] as Float64Array)[i] = outputs[target] ?? Number.NaN;
    });
  });
  return values;
}

/** Prediction of objective j at point i. */
function momentsAt(result: PredictResult, j: number, i: number, shares: number) {
  const of = (values: readonly Float64Array[]): number => (values[j] as Float64Array)[i] as number;
  const width = central.length + shares;
  const all = [...(result.quantiles[j] as Float64Array).subarray(i * width, (i + 1) * width)];
  const density = result.logDensity ? of(result.logDensity) : Number.NaN;
  return {
    mean: of(result.mean),
    std: of(result.std),
    confidence_interval_95: [of(result.low), of(result.high)],
    std_measurement: of(result.stdMeasurement),
    prediction_interval_95: all.slice(0, central.length),
    ...(shares === 0 ? {} : { quantiles: all.slice(central.length) }),
    ...(Number.isFinite(density) ? { log_density: density } : {}),
  };
}

/** Answers one prediction per point, in the unit of each objective. Changes nothing. */
export function* applyPredict(
  state: State,
  result: PredictResult,
  { inputs, targets, shares }: PredictContext,
  { computed_by }: Environment,
): Slices<Change<PredictResponse>> {
  const predictions = yield* mapInSlices(inputs, (point, i): Prediction => {
    const each = targets.map((target, j) => [target, momentsAt(result, j, i, shares)] as const);
    const first = (each[0] as (typeof each)[number])[1];
    return { inputs: point, ...first, ...(each.length > 1 ? { objectives: Object.fromEntries(each) } : {}) };
  });
  const answer = { predictions, n_predictions: predictions.length, ...(computed_by && { computed_by }) };
  return { state, answer };
}
