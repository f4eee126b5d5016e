import type { GpModel } from '../../engine/gp/model.ts';
import { NoModelError } from '../errors.ts';
import type { ModelRecord, State } from './state.ts';

/**
 * The arrays behind a model record; null where training it again failed. They are not part of the state: records give them back together
 * with the rows.
 */
const fitted = new WeakMap<ModelRecord, readonly GpModel[] | null>();

/** Keeps the models of a record that was just trained; null says that it cannot be trained. */
export function rememberModels(record: ModelRecord, models: readonly GpModel[] | null): void {
  fitted.set(record, models);
}

/** Whether two records are of one training. */
export const isSameTraining = (a: ModelRecord, b: ModelRecord): boolean =>
  a.trained_at === b.trained_at && a.data_hash === b.data_hash;

/**
 * Gives the models of a record to a copy of the same record, as reading it again makes one.
 *
 * @returns false when it is not a copy, or there are no models
 */
export function carryModels(from: ModelRecord | null, to: ModelRecord): boolean {
  const models = from === null ? undefined : fitted.get(from);
  if (from === null || models === undefined || to.fitted !== (models !== null)) return false;
  if (!isSameTraining(from, to)) return false;
  fitted.set(to, models);
  return true;
}

/** Whether the session has a model that must be trained again first, since it could not be rebuilt from what was stored. */
export const lacksModel = ({ model }: State): boolean => model !== null && fitted.get(model) === undefined;

/**
 * @param otherWay what else the message offers a request that may do without the model
 * @throws NoModelError the session has no trained model
 */
export function trainedModel(
  state: State,
  otherWay = '',
): { record: ModelRecord; models: readonly GpModel[] } {
  const record = state.model;
  const models = record?.fitted ? fitted.get(record) : undefined;
  if (record === null || !models) {
    throw new NoModelError(`the session has no trained model; train one with POST …/model/train${otherWay}`);
  }
  return { record, models };
}
