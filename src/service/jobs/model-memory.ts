import type { GpModel } from '../../engine/gp/model.ts';
import type { Evictable } from '../../engine/gp/posterior/byte-budget.ts';
import { factors } from '../../engine/gp/posterior/factors.ts';
import { modelMemory } from '../../engine/gp/posterior/memory.ts';
import { modelId } from './model-id.ts';

/** Stands for a model in a job on its way: the worker has the model, or asks for it. */
export interface ModelReference {
  readonly modelId: string;
}

/** Models of this worker by their ids, within the budget of `modelMemory`. */
const known = new Map<string, { readonly model: GpModel; readonly held: Evictable }>();

export function isGpModel(value: unknown): value is GpModel {
  if (typeof value !== 'object' || value === null) return false;
  return 'theta' in value && 'code' in value && 'inputShift' in value && 'X' in value;
}

const isReference = (value: unknown): value is ModelReference =>
  typeof value === 'object' && value !== null && 'modelId' in value;

/** The record with what `replace` makes of the entries of its fields `model` and `models`. */
function withModels(record: unknown, replace: (entry: unknown) => unknown): unknown {
  if (typeof record !== 'object' || record === null) return record;
  const { model, models } = record as { model?: unknown; models?: unknown };
  return {
    ...record,
    ...(model === undefined ? {} : { model: replace(model) }),
    ...(Array.isArray(models) ? { models: models.map(replace) } : {}),
  };
}

/** The task with each model replaced by its id, and the models by those ids. */
export function withReferences(task: unknown): {
  readonly task: unknown;
  readonly models: ReadonlyMap<string, GpModel>;
} {
  const models = new Map<string, GpModel>();
  const referring = withModels(task, (entry) => {
    if (!isGpModel(entry)) return entry;
    const id = modelId(entry);
    models.set(id, entry);
    return { modelId: id } satisfies ModelReference;
  });
  return { task: referring, models };
}

/** The task with each id replaced by the model that `load` gives for it; each is asked for once. */
export async function withGivenModels(
  task: unknown,
  load: (id: string) => Promise<GpModel>,
): Promise<unknown> {
  const wanted = new Set<string>();
  withModels(task, (entry) => {
    if (isReference(entry)) wanted.add(entry.modelId);
    return entry;
  });
  const given = new Map<string, GpModel>();
  for (const id of wanted) given.set(id, await load(id));
  return withModels(task, (entry) => (isReference(entry) ? given.get(entry.modelId) : entry));
}

/** IDs of the task whose models this worker lacks. */
export function missingModels(task: unknown): string[] {
  const missing = new Set<string>();
  withModels(task, (entry) => {
    if (isReference(entry) && !known.has(entry.modelId)) missing.add(entry.modelId);
    return entry;
  });
  return [...missing];
}

/**
 * The task with each id replaced by its model: one that was just received, or one kept from before.
 *
 * @throws Error naming an ID without a model
 */
export function withKeptModels(task: unknown, received: ReadonlyMap<string, GpModel>): unknown {
  return withModels(task, (entry) => {
    if (!isReference(entry)) return entry;
    const model = known.get(entry.modelId)?.model ?? received.get(entry.modelId);
    if (model === undefined) throw new Error(`jobs: model ${entry.modelId} is missing`);
    return keepModel(entry.modelId, model);
  });
}

/** Says of the models of a result that their buffers stay in this worker. */
export function holdModels(result: unknown): void {
  withModels(result, (entry) => {
    if (isGpModel(entry)) for (const { buffer } of viewsOf(entry)) keptBuffers.add(buffer);
    return entry;
  });
}

/** The result with each model replaced by the equal one of this worker; the worker keeps those it had not met. */
export const keepModels = (result: unknown): unknown =>
  withModels(result, (entry) => (isGpModel(entry) ? keepModel(modelId(entry), entry) : entry));

/** Buffers of models that are or were kept: they stay here, whatever else refers to them. */
const keptBuffers = new WeakSet<ArrayBufferLike>();

export const isKept = (buffer: ArrayBufferLike): boolean => keptBuffers.has(buffer);

function keepModel(id: string, model: GpModel): GpModel {
  if (!known.has(id)) holdModels({ model });
  const entry = known.get(id) ?? { model, held: { bytes: bytesOf(model), drop: () => known.delete(id) } };
  known.set(id, entry);
  if (entry.model.theta !== model.theta) factors.giveUp(model.theta);
  modelMemory.use(entry.held);
  return entry.model;
}

/** Typed arrays anywhere in a model. */
function viewsOf(value: unknown): ArrayBufferView[] {
  if (ArrayBuffer.isView(value)) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(viewsOf) : [];
}

/** What a model takes; 1 KiB for all that is no array. */
const bytesOf = (model: GpModel): number =>
  viewsOf(model).reduce((sum, { byteLength }) => sum + byteLength, 1024);
