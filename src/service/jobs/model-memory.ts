import type { GpModel } from '../../engine/gp/model.ts';

/**
 * Models this worker has met, so that what the engine keeps per model object (its factor, its device buffers) is
 * found again when the same model arrives in a later job: structured clone makes a new object each time.
 */
const known: GpModel[] = [];

/** How many models a worker remembers; the least recently used goes first, and its factor with it. */
const capacity = 8;

function sameArray(
  a: Float64Array | Int32Array | undefined,
  b: Float64Array | Int32Array | undefined,
): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}

function sameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

function sameMembers(a: GpModel['members'] = [], b: GpModel['members'] = []): boolean {
  return (
    a.length === b.length &&
    a.every((one, i) => one.weight === b[i]?.weight && sameArray(one.theta, b[i]?.theta))
  );
}

/** Everything that predictions depend on, cheapest first: O(n·d), nothing beside the O(n³) factor that it saves. */
function same(a: GpModel, b: GpModel): boolean {
  return (
    a.n === b.n &&
    a.d === b.d &&
    a.outputShift === b.outputShift &&
    a.outputScale === b.outputScale &&
    a.calibration === b.calibration &&
    a.stdFloor === b.stdFloor &&
    sameArray(a.theta, b.theta) &&
    sameMembers(a.members, b.members) &&
    sameArray(a.code, b.code) &&
    sameList(a.categorical, b.categorical) &&
    sameList(a.verdict, b.verdict) &&
    sameArray(a.inputShift, b.inputShift) &&
    sameArray(a.inputScale, b.inputScale) &&
    sameArray(a.noise, b.noise) &&
    sameArray(a.y, b.y) &&
    sameArray(a.X, b.X)
  );
}

/** Buffers of remembered models: they stay here, whatever else refers to them. */
export function rememberedBuffers(): Set<unknown> {
  return new Set(
    known.flatMap((model) =>
      [...Object.values(model), ...(model.members ?? []).map(({ theta }) => theta)]
        .filter(ArrayBuffer.isView)
        .map(({ buffer }) => buffer),
    ),
  );
}

export function isGpModel(value: unknown): value is GpModel {
  if (typeof value !== 'object' || value === null) return false;
  return 'theta' in value && 'code' in value && 'inputShift' in value && 'X' in value;
}

function intern(model: GpModel): GpModel {
  const at = known.findIndex((other) => other === model || same(other, model));
  const kept = at < 0 ? model : known.splice(at, 1)[0]!;
  known.unshift(kept);
  known.length = Math.min(known.length, capacity);
  return kept;
}

/** The record with each model in it (field `model` or `models`) replaced by the equal one met before. */
export function internModels(record: unknown): unknown {
  if (typeof record !== 'object' || record === null) return record;
  const { model, models } = record as { model?: GpModel; models?: readonly GpModel[] };
  return {
    ...record,
    ...(isGpModel(model) ? { model: intern(model) } : {}),
    ...(Array.isArray(models)
      ? { models: models.map((one: GpModel) => (isGpModel(one) ? intern(one) : one)) }
      : {}),
  };
}
