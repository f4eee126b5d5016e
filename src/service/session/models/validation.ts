import type { ModelValidation } from '../../../contract/models/model.ts';
import { ValueError } from '../../../engine/errors.ts';
import type { TrainResult } from '../../../engine/gp/task.ts';
import type { Slices } from '../../../engine/slices.ts';
import { trainedModel } from '../fitted-models.ts';
import { measuredRows } from '../rows/measured-rows.ts';
import type { Change, ModelRecord, State } from '../state.ts';
import { validationsOf } from './model-scores.ts';
import { prepareRetrain } from './train.ts';

/** Scores that were asked for. They follow from the model and its rows, so no session file needs them. */
const scored = new WeakMap<ModelRecord, ModelValidation>();

/** Scores that training computed, or an earlier request asked for. */
export function knownValidation(state: State): ModelValidation | undefined {
  const { record } = trainedModel(state);
  const { data_revision, validation } = record;
  return validation ? { data_revision, validation } : scored.get(record);
}

/**
 * The training call on the rows of the model, with the validation.
 *
 * @throws ValueError those rows were changed since
 */
export function* prepareValidation(
  state: State,
): Slices<{ name: 'train'; task: ReturnType<typeof taskOf>; context: ModelRecord }> {
  const { record } = trainedModel(state);
  const rows = measuredRows(state.rows, record.targets).slice(0, record.n_rows);
  const prepared = yield* prepareRetrain({ ...state, rows });
  if (prepared.context.hash !== record.data_hash) {
    throw new ValueError(
      'validation: runs or variables were changed since the model was trained; train again with POST …/model/train',
    );
  }
  return { name: 'train', task: taskOf(prepared), context: record };
}

type Retraining = ReturnType<typeof prepareRetrain> extends Slices<infer Prepared> ? Prepared : never;

const taskOf = ({ task }: Retraining) => ({ ...task, validatesLater: false });

/** The scores; the session stays as it is. */
export function applyValidation(
  state: State,
  result: TrainResult,
  record: ModelRecord,
): Change<ModelValidation> {
  const { data_revision, targets } = record;
  const answer = { data_revision, validation: validationsOf(result, targets) ?? {} };
  scored.set(record, answer);
  return { state, answer };
}
