import type { GpModel } from '../../engine/gp/model.ts';
import { NoModelError } from '../errors.ts';
import type { ModelRecord, State } from './state.ts';

/** The arrays behind a model record. They are not part of the state: records give them back together with the rows. */
const fitted = new WeakMap<ModelRecord, readonly GpModel[]>();

/** Keeps the models of a record that was just trained. */
export function rememberModels(record: ModelRecord, models: readonly GpModel[]): void {
  fitted.set(record, models);
}

/**
 * Gives the models of a record to a copy of the same record, as reading it again makes one.
 *
 * @returns false when it is not a copy, or there are no models
 */
export function carryModels(from: ModelRecord | null, to: ModelRecord): boolean {
  const models = from === null ? undefined : fitted.get(from);
  if (from === null || models === undefined || !to.fitted) return false;
  if (from.trained_at !== to.trained_at || from.data_hash !== to.data_hash) return false;
  fitted.set(to, models);
  return true;
}

/** @throws NoModelError the session has no trained model */
export function trainedModel(state: State): { record: ModelRecord; models: readonly GpModel[] } {
  const record = state.model;
  const models = record?.fitted ? fitted.get(record) : undefined;
  if (record === null || models === undefined) {
    throw new NoModelError('the session has no trained model; train one with POST …/model/train');
  }
  return { record, models };
}
