import type { Model } from '../../../contract/models/model.ts';
import { NoModelError } from '../../errors.ts';
import { lacksModel } from '../fitted-models.ts';
import { changedBounds } from '../objectives/bounds-warnings.ts';
import type { ModelRecord, State } from '../state.ts';

/** What a user should know about a model that is there. */
function modelWarnings(state: State, { backend, targets, bounds, trained_again }: ModelRecord): string[] {
  const again =
    'the experiments had changed since the training, so the model was trained again on the current ones when the session was opened';
  return [
    ...(trained_again ? [again] : []),
    ...(backend === 'auto' ? changedBounds(state, targets, bounds) : []),
  ];
}

/** Objectives that have a cross-validation: from five rows on. */
const crossValidated = ({ targets, fits }: ModelRecord): string[] =>
  targets.filter((_, k) => fits[k]?.cross_validation);

/** What is known about the model; its fields are null before the first training. @throws NoModelError it is still trained again */
export function modelView(state: State): Model {
  if (lacksModel(state))
    throw new NoModelError('the model is still being trained again; send the request again later');
  const record = state.model;
  const trained = record?.fitted ?? false;
  const warnings = trained && record !== null ? modelWarnings(state, record) : [];
  return {
    trained,
    is_trained: trained,
    backend: record?.backend ?? null,
    kernel: record?.kernel ?? null,
    kernel_params: record?.kernel_params ?? null,
    hyperparameters: trained && record !== null ? record.hyperparameters : null,
    metrics: trained && record !== null ? record.metrics : null,
    trained_at: record?.trained_at ?? null,
    training_config: record?.training_config ?? null,
    fitted: trained,
    data_revision: trained && record !== null ? record.data_revision : null,
    n_experiments: trained && record !== null ? record.n_rows : null,
    ...(trained && record !== null ? { cross_validated: crossValidated(record) } : {}),
    ...(trained && record?.validation ? { validation: record.validation } : {}),
    ...(trained && record?.importance ? { importance: record.importance } : {}),
    ...(trained && record?.bounds ? { bounds: record.bounds } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(trained && record?.computed_by ? { computed_by: record.computed_by } : {}),
  };
}
