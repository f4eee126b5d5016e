import { deserialize, serialize } from 'node:v8';
import type { GpModel } from '../../engine/gp/model.ts';
import { deserializeError, type SerializedError } from './errors.ts';
import { withGivenModels, withReferences } from './model-memory.ts';

/** Layout of packed tasks and results. A worker refuses one that it does not know. */
export const layout = 1;

/** What a job asks of its worker, and a worker of this release offers: that it knows the layout. */
export const layoutNeed = `layout:${layout}`;

/** A task as bytes: the record that a worker thread gets, with each model by what it holds. */
export function packTask(task: unknown): {
  readonly payload: Buffer;
  readonly models: ReadonlyMap<string, GpModel>;
} {
  const { task: referring, models } = withReferences(task);
  return { payload: serialize(referring), models };
}

export const packModel = (model: GpModel): Buffer => serialize(model);

/** @param load the bytes of a model by its id */
export async function unpackTask(
  payload: Uint8Array,
  load: (id: string) => Promise<Uint8Array>,
): Promise<unknown> {
  return withGivenModels(deserialize(payload), async (id) => deserialize(await load(id)) as GpModel);
}

export const packResult = (result: unknown): Buffer => serialize(result);
export const unpackResult = (bytes: Uint8Array): unknown => deserialize(bytes);

export const unpackReason = (reason: string | undefined): Error =>
  deserializeError(
    JSON.parse(reason ?? '{"name":"Error","message":"no reason","fields":{}}') as SerializedError,
  );
