import { deserialize, serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { createSplitBackend } from '../../../src/engine/compute/split-backend.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { buildCovariance } from '../../../src/engine/gp/covariance/index.ts';
import type { GpModel } from '../../../src/engine/gp/model.ts';
import { limitModelMemory, modelMemory } from '../../../src/engine/gp/posterior/memory.ts';
import { createPosterior } from '../../../src/engine/gp/posterior/posterior.ts';
import { modelId } from '../../../src/service/jobs/model-id.ts';
import {
  holdModels,
  keepModels,
  missingModels,
  withKeptModels,
  withReferences,
} from '../../../src/service/jobs/model-memory.ts';
import { transferables } from '../../../src/service/jobs/transferables.ts';

const model = (seed: number): GpModel => ({
  code: Int32Array.of(1, 0, 1, 0),
  theta: Float64Array.of(seed, Number.NEGATIVE_INFINITY, 0),
  n: 2,
  d: 1,
  categorical: [false],
  X: Float64Array.of(0, 1),
  y: Float64Array.of(seed, 2),
  inputShift: Float64Array.of(0),
  inputScale: Float64Array.of(1),
  outputShift: 0,
  outputScale: 1,
  calibration: 1,
  objective: 0,
  evaluations: 3,
  verdict: ['fitted'],
});
const kept = (one: GpModel) => (keepModels({ model: one }) as { model: GpModel }).model;
/** As a model arrives from another process. */
const copy = (one: GpModel): GpModel => deserialize(serialize(one)) as GpModel;

describe('the id of a model', () => {
  it('follows from what it holds, not from the object', () => {
    expect(modelId(copy(model(1)))).toBe(modelId(model(1)));
    const { verdict, ...rest } = model(1);
    expect(modelId({ verdict, ...rest, X: new Float64Array([9, 0, 1]).subarray(1) })).toBe(modelId(model(1)));
    expect(modelId(model(1))).toMatch(/^[0-9a-f]{32}$/);
  });

  it('differs by any number that predictions depend on', () => {
    const changes: Partial<GpModel>[] = [
      { theta: Float64Array.of(1, Number.NEGATIVE_INFINITY, 1e-300) },
      { theta: Float64Array.of(1, Number.NEGATIVE_INFINITY, -0) },
      { y: Float64Array.of(1, 2.5) },
      { X: Float64Array.of(0, 1.5) },
      { calibration: 1.1 },
      { outputScale: 2 },
      { inputShift: Float64Array.of(0.1) },
      { noise: Float64Array.of(1, 1) },
      { categorical: [true] },
      { stdFloor: 1e-6 },
      { oneHot: [null] },
      { inputWarp: { a: Float64Array.of(1), b: Float64Array.of(2) } },
      { inputWarp: { a: Float64Array.of(2), b: Float64Array.of(1) } },
      { verdict: ['fit', 'ted'] },
    ];
    const ids = changes.map((change) => modelId({ ...model(1), ...change }));
    expect(new Set([modelId(model(1)), ...ids]).size).toBe(changes.length + 1);
  });
});

describe('models of a worker', () => {
  it('stand in a task by their ids, and are found again', () => {
    const one = model(20);
    const { task, models } = withReferences({ model: one, models: [one, model(21)], X: 1 });
    expect([...models.keys()]).toEqual([modelId(one), modelId(model(21))]);
    expect(JSON.stringify(task)).not.toContain('theta');
    const missing = missingModels(task);
    expect(missing).toEqual([...models.keys()]);
    expect(() => withKeptModels(task, new Map())).toThrow('is missing');
    const received = new Map(missing.map((id) => [id, copy(models.get(id) as GpModel)]));
    const first = withKeptModels(task, received) as { model: GpModel; models: GpModel[] };
    expect(first.models[0]).toBe(first.model);
    expect(first.model).toEqual(one);
    expect(missingModels(task)).toEqual([]);
    const again = withKeptModels(task, new Map()) as { model: GpModel };
    expect(again.model).toBe(first.model);
  });

  it('include those that it trained itself', () => {
    const trained = kept(model(30));
    expect(kept(copy(trained))).toBe(trained);
    expect(missingModels(withReferences({ models: [copy(trained)] }).task)).toEqual([]);
  });

  it('are forgotten, the least recently used first, when they take more bytes than the budget', () => {
    modelMemory.limit(3 * 1200);
    try {
      const [a, b] = [kept(model(40)), kept(model(41))];
      kept(copy(a));
      kept(model(42));
      kept(model(43));
      expect(modelMemory.bytes).toBeLessThanOrEqual(3600);
      expect(missingModels(withReferences({ models: [a, b] }).task)).toEqual([modelId(b)]);
    } finally {
      modelMemory.limit(2 ** 29);
    }
  });

  it('share their budget with factors', () => {
    const backend = createTsBackend();
    const one = { ...model(60), code: buildCovariance({ kind: 'rbf', columns: [0] }) };
    const small = { ...one, theta: Float64Array.of(0, -3, 0) };
    const before = modelMemory.bytes;
    createPosterior(small, backend).free();
    expect(modelMemory.bytes - before).toBe(2 ** 18);
    modelMemory.limit(0);
    modelMemory.limit(2 ** 29);
    expect(modelMemory.bytes).toBeLessThanOrEqual(2 ** 18);
  });

  it('have one factor, however often they are trained', () => {
    const backend = createTsBackend();
    const one = { ...model(62), code: buildCovariance({ kind: 'rbf', columns: [0] }) };
    const train = () => {
      const trained = copy({ ...one, theta: Float64Array.of(0, -3, 0) });
      createPosterior(trained, backend).free();
      return kept(trained);
    };
    const first = train();
    const before = modelMemory.bytes;
    expect(train()).toBe(first);
    expect(modelMemory.bytes).toBe(before);
  });

  it('leave room for what the backend keeps of its own', () => {
    const backend = { ...createTsBackend(), keeps: 100 };
    try {
      limitModelMemory(backend, 100 + 2 * 1200);
      const models = [model(44), model(45), model(46)].map(kept);
      expect(modelMemory.bytes).toBeLessThanOrEqual(2400);
      expect(missingModels(withReferences({ models }).task)).toEqual([modelId(models[0] as GpModel)]);
    } finally {
      modelMemory.limit(2 ** 29);
    }
  });

  it('count a factor where its numbers are, on a GPU and beside it', () => {
    const device = createTsBackend();
    const backend = createSplitBackend(device, createTsBackend(), { log: () => {}, now: () => 0 });
    const one = { ...model(61), code: buildCovariance({ kind: 'rbf', columns: [0] }) };
    const posterior = createPosterior({ ...one, theta: Float64Array.of(0, -3, 0) }, backend);
    const { L } = posterior.slots;
    expect(backend.occupied?.(L)).toBe(8 * L.length);
    backend.write(L, new Float64Array(L.length));
    expect(backend.occupied?.(L)).toBe(2 * 8 * L.length);
    posterior.free();
    modelMemory.limit(0);
    modelMemory.limit(2 ** 29);
  });

  it('leave records without models alone', () => {
    expect(keepModels(null)).toBeNull();
    expect(keepModels(3)).toBe(3);
    expect(keepModels({ models: [7] })).toEqual({ models: [7] });
  });
});

describe('transferables', () => {
  it('are whole buffers, each once, anywhere in a result', () => {
    const a = Float64Array.of(1, 2);
    const b = Int32Array.of(3);
    const part = new Float64Array(8).subarray(2, 4);
    expect(
      transferables({
        a,
        again: a,
        list: [{ b }],
        part,
        map: new Map([[1, a]]),
        none: null,
        empty: new Float64Array(0),
      }),
    ).toEqual([a.buffer, b.buffer]);
  });

  it('never are what a remembered model holds', () => {
    const held = kept(model(50));
    const fresh = Float64Array.of(9);
    expect(transferables({ models: [held], actual: held.y, fresh })).toEqual([fresh.buffer]);
  });

  it('never are what a model holds that is about to be remembered', () => {
    const trained = model(51);
    const [fresh, results] = [Float64Array.of(9), { models: [trained], actual: trained.y }];
    holdModels(results);
    expect(transferables({ ...results, fresh })).toEqual([fresh.buffer]);
    expect(kept(trained)).toBe(trained);
  });
});
