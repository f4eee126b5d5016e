import { describe, expect, it } from 'vitest';
import type { GpModel } from '../../../src/engine/gp/model.ts';
import { internModels } from '../../../src/service/jobs/model-memory.ts';
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
const seen = (one: GpModel) => (internModels({ model: one }) as { model: GpModel }).model;

describe('remembered models', () => {
  it('are found again when they arrive as copies', () => {
    const first = seen(model(1));
    expect(seen(structuredClone(first))).toBe(first);
    const { models } = internModels({ models: [structuredClone(first), model(2)] }) as { models: GpModel[] };
    expect(models[0]).toBe(first);
    expect(models[1]).not.toBe(first);
  });

  it('are told apart by any number that predictions depend on', () => {
    const first = seen(model(3));
    const changes: Partial<GpModel>[] = [
      { theta: Float64Array.of(3, Number.NEGATIVE_INFINITY, 1e-12) },
      { y: Float64Array.of(3, 2.5) },
      { X: Float64Array.of(0, 1.5) },
      { calibration: 1.1 },
      { outputScale: 2 },
      { inputShift: Float64Array.of(0.1) },
      { noise: Float64Array.of(1, 1) },
      { categorical: [true] },
    ];
    for (const change of changes) expect(seen({ ...structuredClone(first), ...change })).not.toBe(first);
  });

  it('are forgotten when many others came after them', () => {
    const first = seen(model(10));
    for (let i = 11; i < 30; i++) seen(model(i));
    expect(seen(structuredClone(first))).not.toBe(first);
  });

  it('leave records without models alone', () => {
    expect(internModels(null)).toBeNull();
    expect(internModels(3)).toBe(3);
    expect(internModels({ model: undefined, models: [7] })).toEqual({ model: undefined, models: [7] });
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
    const kept = seen(model(50));
    const fresh = Float64Array.of(9);
    expect(transferables({ models: [kept], actual: kept.y, fresh })).toEqual([fresh.buffer]);
  });
});
