import { describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/engine/compute/backend.ts';
import { operations, type Rates } from '../../../src/engine/compute/cost-model.ts';
import { DeviceMemoryError, deviceTakes } from '../../../src/engine/compute/cuda.ts';
import type { OpName } from '../../../src/engine/compute/ops.ts';
import { probes, type RateFamily } from '../../../src/engine/compute/probes.ts';
import { createSplitBackend } from '../../../src/engine/compute/split-backend.ts';
import { built, cuda, memoryBytes, onDevice, ts } from './cuda-support.ts';
import { codes, relativeError, sampleData, uniforms } from './native-support.ts';

/** The same rate for everything. */
const evenRates = (rate: number): Rates => ({
  of: Object.fromEntries(
    Object.keys(probes).map((family) => [family, { fixed: rate, perLink: rate, perOperation: rate }]),
  ) as Record<RateFamily, Rates['of'][RateFamily]>,
  perNumber: rate,
});

describe.skipIf(!built)('GPU and CPU as one', () => {
  /** Outputs exactly as long as the op writes them: a step hands its outputs to one side whole. */
  const runExactly = (
    backend: Backend,
    op: OpName,
    dims: number[],
    inputs: ArrayLike<number>[],
    lengths: number[],
  ) => {
    const given = inputs.map((values) => {
      const slot = backend.alloc(values.length);
      backend.write(slot, Float64Array.from(values));
      return slot;
    });
    const outputs = lengths.map((length) => backend.alloc(length));
    backend.run([{ op, dims: Int32Array.from(dims), inputs: given, outputs }]);
    return outputs.map((slot) => {
      const values = new Float64Array(slot.length);
      backend.read(slot, values);
      return values;
    });
  };
  const lines: string[] = [];
  const split = (rates?: Record<'cpu' | 'device', Rates>) =>
    createSplitBackend(cuda, ts, {
      log: (line) => lines.push(line),
      now: () => performance.now(),
      ...(rates ? { rates } : {}),
    });
  const [slow, fast] = [evenRates(1), evenRates(0)];

  it('gives the numbers of the reference wherever a step runs', () => {
    const { code, parameters } = codes.matern52;
    const { X, y, noise, theta, P } = sampleData(20, parameters, 2);
    const call = [
      'gp_likelihood',
      [2, 20, 4, P, 1, ...code],
      [X, y, noise, theta],
      [2, 2 * P, 2],
    ] satisfies Parameters<typeof runExactly> extends [unknown, ...infer Rest] ? Rest : never;
    const expected = runExactly(ts, ...call);
    for (const rates of [undefined, { cpu: fast, device: slow }, { cpu: slow, device: fast }]) {
      runExactly(split(rates), ...call).forEach((values, i) => {
        expect(relativeError(values, expected[i])).toBeLessThan(1e-9);
      });
    }
  });

  it.skipIf(onDevice)('falls back to the CPU and says so when the memory of the GPU is full', () => {
    const n = 3000;
    const L = new Float64Array(n * n);
    for (let i = 0; i < n; i++) L[i * (n + 1)] = 2;
    expect(L.byteLength).toBeGreaterThan(memoryBytes);
    expect(() => cuda.alloc(n * n)).toThrow(DeviceMemoryError);
    lines.length = 0;
    const backend = split();
    const [x] = runExactly(backend, 'solve_triangular', [1, n, 1, 0], [L, new Float64Array(n).fill(1)], [n]);
    expect(x[n - 1]).toBe(0.5);
    const note = "solve_triangular: the GPU's memory is full; this step ran on ts";
    expect(lines).toEqual([note]);
    // Jobs put the notes into the diagnostics of their answer, once.
    expect(backend.takeNotes?.()).toEqual([note]);
    expect(backend.takeNotes?.()).toEqual([]);
  });

  it('keeps the data of a session on the GPU between calls, the least recently used leave first', () => {
    let held = 0;
    const uploads: number[] = [];
    /** The GPU with room for 90 numbers. */
    const small: Backend = {
      ...cuda,
      alloc(length) {
        if (held + length > 90) throw new DeviceMemoryError('full');
        held += length;
        return cuda.alloc(length);
      },
      write(slot, values) {
        uploads.push(values.length);
        cuda.write(slot, values);
      },
      free(slot) {
        held -= slot.length;
        cuda.free(slot);
      },
    };
    const backend = createSplitBackend(small, ts, { log: (line) => lines.push(line), now: () => 0 });
    lines.length = 0;
    const session = (length: number) => {
      const [data, result] = [backend.alloc(length), backend.alloc(length)];
      backend.write(data, new Float64Array(length).fill(length));
      const step = {
        op: 'unary',
        dims: Int32Array.of(length, 0),
        inputs: [data],
        outputs: [result],
      } as const;
      return () => {
        uploads.length = 0;
        backend.run([step]);
        const values = new Float64Array(length);
        backend.read(result, values);
        expect(values).toEqual(new Float64Array(length).fill(-length));
        return uploads.length;
      };
    };
    const [a, b, c] = [session(16), session(15), session(17)];
    expect([a(), a(), b(), a(), b()]).toEqual([1, 0, 1, 0, 0]);
    expect(held).toBe(62);
    // No room for three: a, which was used before b, makes room; b stays.
    a();
    b();
    expect(c()).toBe(1);
    expect(c()).toBe(0);
    expect(b()).toBe(0);
    expect(held).toBeLessThanOrEqual(90);
    expect(a()).toBe(1);
    // A result that only the GPU had is not lost with its place: the next step reads it.
    const [made, next] = [backend.alloc(40), backend.alloc(40)];
    const start = backend.alloc(40);
    backend.write(start, new Float64Array(40).fill(2));
    backend.run([{ op: 'unary', dims: Int32Array.of(40, 4), inputs: [start], outputs: [made] }]);
    for (let i = 0; i < 3; i++) expect([a(), b(), c()]).toHaveLength(3);
    backend.run([{ op: 'unary', dims: Int32Array.of(40, 4), inputs: [made], outputs: [next] }]);
    const values = new Float64Array(40);
    backend.read(next, values);
    expect(values).toEqual(new Float64Array(40).fill(16));
    expect(lines).toEqual([]);
  });

  it('sends what the kernels were not written for to the CPU', () => {
    const d = 70;
    const theta = new Float64Array(d + 3);
    const code = [4, 0, d, ...Array.from({ length: d }, (_, k) => k), 20];
    const X = Float64Array.from({ length: 3 * d }, uniforms(2));
    const cotangent = Float64Array.from({ length: 9 }, uniforms(3));
    const call = [
      'covariance',
      [1, 3, 3, d, d + 1, 1, ...code],
      [X, X, theta, cotangent],
      [0, d + 1, 3 * d],
    ] satisfies Parameters<typeof runExactly> extends [unknown, ...infer Rest] ? Rest : never;
    expect(runExactly(split(), ...call)).toEqual(runExactly(ts, ...call));
  });

  it('keeps what a grid, an int or the shared memory of a block cannot count from the GPU', () => {
    const slot = { length: 1 };
    const takes = (op: OpName, dims: number[], length = 1) =>
      deviceTakes({ op, dims: Int32Array.from(dims), inputs: [slot], outputs: [{ length }] });
    expect(takes('cholesky', [65535, 3])).toBe(true);
    expect(takes('cholesky', [65536, 3])).toBe(false);
    expect(takes('unary', [8, 0], 2 ** 31 - 1)).toBe(true);
    expect(takes('unary', [8, 0], 2 ** 31)).toBe(false);
    expect(takes('gp_likelihood', [1, 46_341, 2, 5, 0])).toBe(false);
    expect(takes('gp_predict', [1, 9, 70, 73, 1, 3])).toBe(true);
    expect(takes('gp_predict', [1, 9, 70, 73, 1, 4])).toBe(false);
    const exchange = (p: number, bases: number) =>
      takes('exchange', [1, 1, 9, 1, p, 0, 50, 1, 0, 0, 1, 0, 0, 0, 0, 0, bases, bases + 1, 0]);
    expect([exchange(500, 9), exchange(500, 20), exchange(1200, 1)]).toEqual([true, false, false]);
  });

  it('a slot that was freed is refused', () => {
    const backend = split();
    const slot = backend.alloc(3);
    backend.free(slot);
    expect(() => backend.free(slot)).toThrow('freed');
    expect(() => backend.write(slot, new Float64Array(3))).toThrow('freed');
  });

  it('counts operations for every op it may weigh', () => {
    const step = {
      op: 'gp_likelihood' as const,
      dims: Int32Array.of(64, 200, 6, 9, 1),
      inputs: [],
      outputs: [],
    };
    expect(operations(step)).toBeGreaterThan(64 * 200 ** 3);
    expect(operations({ ...step, op: 'matmul', dims: Int32Array.of(2, 3, 4, 5, 0, 0, 0, 0) })).toBe(240);
  });
});
