import type { Inputs } from '../../contract/common.ts';
import type { Prediction, PredictRequest, PredictResponse } from '../../contract/model.ts';
import { ValueError } from '../../engine/errors.ts';
import type { GpModel } from '../../engine/gp/model.ts';
import { encodeRows } from '../../engine/space/encode.ts';
import { atPlace } from './experiments.ts';
import { columnSpace, trainedModel } from './fit.ts';
import type { Change, State } from './state.ts';
import { list } from './words.ts';

/** Φ⁻¹(0.975) */
const z95 = 1.959963984540054;

/** What applying predictions needs of the call. */
interface PredictContext {
  readonly inputs: readonly Inputs[];
  readonly targets: readonly string[];
}

/** Columns are found by name, so the order of keys does not matter. */
export function preparePredict(state: State, { inputs }: PredictRequest) {
  const { record, models } = trainedModel(state);
  if (inputs.length === 0) throw new ValueError('inputs: expected at least one point, got an empty list');
  const names = record.columns.map((column) => column.name);
  inputs.forEach((point, i) => {
    atPlace('input', i + 1, () => {
      const missing = names.filter((name) => point[name] === undefined);
      if (missing.length > 0) throw new ValueError(`variable ${list(missing)} has no value; give one`);
      const unknown = Object.keys(point).filter((name) => !names.includes(name));
      if (unknown.length > 0) {
        throw new ValueError(`${list(unknown)} is no column of the model; its columns are ${list(names)}`);
      }
    });
  });
  const context: PredictContext = { inputs, targets: record.targets };
  return {
    name: 'predict' as const,
    task: { models, X: encodeRows(columnSpace(record.columns), inputs), m: inputs.length } as {
      models: readonly GpModel[];
      X: Float64Array;
      m: number;
    },
    context,
  };
}

const moments = (mean: number, std: number) => ({
  mean,
  std,
  confidence_interval_95: [mean - z95 * std, mean + z95 * std],
});

export function applyPredict(
  state: State,
  result: { readonly mean: readonly Float64Array[]; readonly std: readonly Float64Array[] },
  { inputs, targets }: PredictContext,
): Change<PredictResponse> {
  const predictions = inputs.map((point, i): Prediction => {
    const each = targets.map((target, j) => {
      const mean = (result.mean[j] as Float64Array)[i] as number;
      const std = (result.std[j] as Float64Array)[i] as number;
      return [target, moments(mean, std)] as const;
    });
    const first = (each[0] as (typeof each)[number])[1];
    return { inputs: point, ...first, ...(each.length > 1 ? { objectives: Object.fromEntries(each) } : {}) };
  });
  return { state, answer: { predictions, n_predictions: predictions.length } };
}
