import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/engine/compute/backend.ts';
import { measureRates, operations, type Rates } from '../../../src/engine/compute/cost-model.ts';
import { codeLimits } from '../../../src/engine/compute/covariance-code.ts';
import { type CudaBinding, createCudaBackend, DeviceMemoryError } from '../../../src/engine/compute/cuda.ts';
import { binaryCodes, type OpName, reduceCodes, unaryCodes } from '../../../src/engine/compute/ops.ts';
import { createSplitBackend } from '../../../src/engine/compute/split-backend.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { runExchange } from '../../../src/engine/design/optimal/exchange-step.ts';
import { buildModel } from '../../../src/engine/design/optimal/model-terms.ts';
import { boxMoments } from '../../../src/engine/design/optimal/moments.ts';
import {
  buildCovariance,
  type CovarianceSpec,
  parametersOf,
} from '../../../src/engine/gp/covariance/index.ts';
import { fitParameters } from '../../../src/engine/gp/fit.ts';
import { buildCuda } from '../../../src/tools/build-cuda.ts';
import { codes, relativeError, runOp, sampleData, uniforms } from './native-support.ts';

/** `npm run test:gpu` runs the same cases on the card. */
const onCard = process.env.ATHANOR_TEST_DEVICE === 'card';
const product = onCard ? 'athanor_cuda.node' : 'athanor_cuda_emulated.node';
const addon = fileURLToPath(new URL(`../../../build/${product}`, import.meta.url));
for (const line of await buildCuda({ emulatorOnly: !onCard })) console.log(line);
const built = existsSync(addon);
if (!built) console.log('CUDA emulator tests skipped: the emulator could not be built');
/** A process has one emulator: its memory is shared by the backends made here. */
const memoryBytes = 64 * 2 ** 20;
const binding = () => createRequire(import.meta.url)(addon) as CudaBinding;
const cuda = built
  ? createCudaBackend(binding(), onCard ? 'cuda' : 'cuda-emulated', memoryBytes)
  : createTsBackend();
const ts = createTsBackend();

function expectSame(
  op: OpName,
  dims: number[],
  inputs: ArrayLike<number>[],
  lengths: number[],
  tolerance = 1e-9,
): void {
  const expected = runOp(ts, op, dims, inputs, lengths);
  const actual = runOp(cuda, op, dims, inputs, lengths);
  for (const [i, values] of expected.entries()) {
    expect(relativeError(actual[i], values), `${op}, output ${i}`).toBeLessThan(tolerance);
  }
}

const smallLeaf: CovarianceSpec = { kind: 'rbf', columns: [2] };
/** Right-nested sums: each waits for the next. */
const nested = (depth: number): CovarianceSpec =>
  depth === 1 ? smallLeaf : { kind: 'sum', of: [smallLeaf, nested(depth - 1)] };

/** Points of four columns, the last one a label. */
function points(count: number, seed: number): Float64Array {
  const uniform = uniforms(seed);
  return Float64Array.from({ length: 4 * count }, (_, i) =>
    i % 4 === 3 ? Math.floor(3 * uniform()) : uniform(),
  );
}

describe.skipIf(!built)(onCard ? 'kernels on the card' : 'kernels on the CUDA emulator', () => {
  it.each<[string, CovarianceSpec]>([
    ['tokens', { kind: 'scale', of: { kind: 'sum', of: Array(12).fill(smallLeaf) } }],
    ['depth', nested(codeLimits.depth)],
  ])('a code of as many %s as may be', (_name, spec) => {
    const code = buildCovariance(spec);
    const { X, y, noise, theta, P } = sampleData(5, parametersOf(code).length, 2);
    expectSame('gp_likelihood', [2, 5, 4, P, 1, ...code], [X, y, noise, theta], [2, 2 * P, 2]);
  });

  describe.each(Object.entries(codes))('%s', (_name, { code, parameters }) => {
    it('likelihood, gradient and information, the matrix in shared memory', () => {
      for (const n of [1, 2, 33]) {
        const { X, y, noise, theta, P } = sampleData(n, parameters, 2);
        const data = [X, y, noise, theta];
        expectSame('gp_likelihood', [2, n, 4, P, 1, ...code], data, [2, 2 * P, 2]);
        expectSame('gp_information', [2, n, 4, P, ...code], data, [2, 2 * P, 2, 2 * P * P]);
      }
    });

    it('factor, posterior with gradients, joint posterior and its pullback', () => {
      const n = 35;
      const { X, y, noise, theta, P } = sampleData(n, parameters, 2);
      const data = [X, y, noise, theta];
      expectSame('gp_factor', [2, n, 4, P, ...code], data, [2 * n * n, 2 * n, 2]);
      const [L, alpha] = runOp(ts, 'gp_factor', [2, n, 4, P, ...code], data, [2 * n * n, 2 * n, 2]);
      const m = 5;
      expectSame(
        'gp_predict',
        [2, n, 4, P, m, 7, ...code],
        [X, theta, L, alpha, points(m, 3)],
        [2 * m, 2 * m, 8 * m, 8 * m],
      );
      const model = [X, theta.subarray(0, P), L.subarray(0, n * n), alpha.subarray(0, n)];
      const [G, q] = [2, 3];
      const uniform = uniforms(9);
      const cotangents = [G * q, G * q * q].map((length) => Float64Array.from({ length }, uniform));
      expectSame(
        'gp_joint',
        [G, q, n, 4, P, 1, ...code],
        [...model, points(G * q, 4), ...cotangents],
        [G * q, G * q * q, 4 * G * q],
      );
    });

    it('covariance and its gradients', () => {
      const { X, theta, P } = sampleData(7, parameters, 2);
      const other = points(5, 6);
      expectSame('covariance', [2, 7, 5, 4, P, 0, ...code], [X, other, theta], [70]);
      const cotangent = Float64Array.from({ length: 70 }, uniforms(8));
      expectSame('covariance', [2, 7, 5, 4, P, 1, ...code], [X, other, theta, cotangent], [2 * P, 56]);
    });
  });

  it.each(['matern52', 'mixed with a category'])(
    'blocked likelihood and information for matrices that shared memory does not hold, %s',
    (name) => {
      const { code, parameters } = codes[name];
      const n = 165;
      const { X, y, noise, theta, P } = sampleData(n, parameters, 2);
      const data = [X, y, noise, theta];
      expectSame('gp_likelihood', [2, n, 4, P, 1, ...code], data, [2, 2 * P, 2]);
      expectSame('gp_information', [2, n, 4, P, ...code], data, [2, 2 * P, 2, 2 * P * P]);
    },
  );

  it.each([330, 1230])('likelihood whose inverse goes in panels, n = %i', (n) => {
    const { code, parameters } = codes['matern52 on two columns'];
    const { X, y, noise, theta, P } = sampleData(n, parameters, 1);
    expectSame('gp_likelihood', [1, n, 4, P, 1, ...code], [X, y, noise, theta], [1, P, 1]);
  });

  it.each([40, 165])('information is NaN for the member that fails alone, n = %i', (n) => {
    const { code, parameters } = codes.matern52;
    const { X, y, noise, theta, P } = sampleData(n, parameters, 3);
    const bad = theta.with(P + parameters - 1, Number.POSITIVE_INFINITY);
    const lengths = [3, 3 * P, 3, 3 * P * P];
    const inputs = [X, y, noise, bad];
    expectSame('gp_information', [3, n, 4, P, ...code], inputs, lengths);
    const square = runOp(cuda, 'gp_information', [3, n, 4, P, ...code], inputs, lengths)[3];
    expect([0, 1, 2].map((b) => square.subarray(b * P * P, (b + 1) * P * P).every(Number.isNaN))).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('likelihoods and informations of several fits in one program have the bits of each alone', () => {
    const wanted = [
      ['gp_information', 33, 'matern52'],
      ['gp_likelihood', 70, 'periodic'],
      ['gp_information', 150, 'rbf'],
      ['gp_information', 12, 'mixed with a category'],
    ] as const;
    const steps = wanted.map(([op, n, name]) => {
      const { code, parameters } = codes[name];
      const { X, y, noise, theta, P } = sampleData(n, parameters, 2, n);
      const inputs = [X, y, noise, theta].map((values) => {
        const slot = cuda.alloc(values.length);
        cuda.write(slot, values);
        return slot;
      });
      const outputs = [2, 2 * P, 2, 2 * P * P].map((length) => cuda.alloc(length));
      const dims = Int32Array.from([2, n, 4, P, ...(op === 'gp_likelihood' ? [1] : []), ...code]);
      return { op, dims, inputs, outputs: op === 'gp_likelihood' ? outputs.slice(0, 3) : outputs };
    });
    const results = (programs: (typeof steps)[]) => {
      for (const program of programs) cuda.run(program);
      return steps.map(({ outputs }) =>
        outputs.map((slot) => {
          const values = new Float64Array(slot.length);
          cuda.read(slot, values);
          cuda.write(slot, new Float64Array(slot.length));
          return values;
        }),
      );
    };
    const alone = results(steps.map((step) => [step]));
    expect(alone.flat().every((values) => values.some((value) => value !== 0) || values.length === 2)).toBe(
      true,
    );
    expect(results([steps])).toEqual(alone);
  });

  it.each([14, 140])('a fit takes the steps of the reference to its optimum, n = %i', (n) => {
    const { code, parameters } = codes['matern52 on two columns'];
    const { X, y, noise } = sampleData(n, parameters, 1);
    const range = (name: string, initial: number, lower: number, upper: number) => ({
      name,
      initial,
      lower,
      upper,
    });
    const problem = {
      X,
      y,
      noise,
      n,
      d: 4,
      code: Int32Array.from(code),
      parameters: [
        range('l0', 0, -3, 3),
        range('l1', 0, -3, 3),
        range('scale', 0, -3, 3),
        range('noise', -4, -9, 1),
        range('mean', 0, -3, 3),
      ],
    };
    const [expected, ours] = [ts, cuda].map((backend) =>
      fitParameters(problem, { seed: 42, restarts: 2 }, { backend }),
    );
    expect(ours.evaluations).toBe(expected.evaluations);
    expect(Math.abs(ours.objective / expected.objective - 1)).toBeLessThan(1e-9);
  });

  it('climbs the jitter ladder as the reference does, in both paths', () => {
    const { code, parameters } = codes.rbf;
    for (const n of [12, 160]) {
      const { y, theta, P } = sampleData(n, parameters, 1);
      theta[P - 2] = Number.NEGATIVE_INFINITY;
      const X = new Float64Array(4 * n).fill(0.5);
      const inputs = [X, y, new Float64Array(n), theta];
      const [value, , status] = runOp(ts, 'gp_likelihood', [1, n, 4, P, 1, ...code], inputs, [1, P, 1]);
      const [ours, , rung] = runOp(cuda, 'gp_likelihood', [1, n, 4, P, 1, ...code], inputs, [1, P, 1]);
      expect(rung[0]).toBe(status[0]);
      expect(status[0]).toBeGreaterThan(0);
      // A matrix of condition 1e12 and more: only the leading digits are the data's.
      expect(relativeError(ours, value)).toBeLessThan(1e-2);
    }
  });

  describe.each([0, 1, 2, 3, 4])('Monte-Carlo acquisition, kind %i', (kind) => {
    it.each([
      [1, 0, 0],
      [3, 0, 0],
      [2, 2, 1],
      [5, 1, 0],
    ])('q = %i, pending %i, centre %i', (q, pending, centre) => {
      const { code, parameters } = codes['mixed with a category'];
      const [n, G, S] = [20, 2, 16];
      const { X, y, noise, theta, P } = sampleData(n, parameters, 1);
      const [L, alpha] = runOp(ts, 'gp_factor', [1, n, 4, P, ...code], [X, y, noise, theta], [n * n, n, 1]);
      const uniform = uniforms(21);
      const Z = Float64Array.from({ length: S * (q + pending) }, () => 3 * uniform() - 1.5);
      for (const sign of [1, -1]) {
        const settings = [0.9, 0.5, sign, kind === 0 ? 1e-6 : 1e-1, 1e-2, centre];
        expectSame(
          'mc_acquisition',
          [G, q, n, 4, P, S, kind, 1, pending, ...code],
          [X, theta, L, alpha, points(G * q, 5), Z, points(pending, 7), settings],
          [G, 4 * G * q, G],
        );
      }
    });
  });

  it('matrix products in every transposition, with shared operands', () => {
    const uniform = uniforms(3);
    const [m, k, n] = [35, 40, 33];
    const A = Float64Array.from({ length: 2 * m * k }, uniform);
    const B = Float64Array.from({ length: 2 * k * n }, uniform);
    for (const [ta, tb] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ]) {
      expectSame('matmul', [2, m, k, n, ta, tb, m * k, k * n], [A, B], [2 * m * n], 1e-12);
      expectSame('matmul', [2, m, k, n, ta, tb, 0, k * n], [A, B], [2 * m * n], 1e-12);
    }
  });

  it('Cholesky factors with jitter and failure, triangular solves', () => {
    const spd = [4, 0, 0, 1, 3, 0, 1, 1, 2];
    const singular = [1, 0, 0, 1, 1, 0, 1, 1, 1];
    const indefinite = [1, 0, 0, 2, 1, 0, 0, 0, 1];
    expectSame(
      'cholesky',
      [3, 3],
      [
        [...spd, ...singular, ...indefinite],
        [1e-12, 1e-8, 1e-4],
      ],
      [27, 3],
    );
    const n = 40;
    const uniform = uniforms(13);
    const L = Float64Array.from({ length: n * n }, (_, e) => {
      const [i, j] = [Math.floor(e / n), e % n];
      return j > i ? 0 : i === j ? 2 + uniform() : uniform() / n;
    });
    const R = Float64Array.from({ length: n * 35 }, uniform);
    for (const transposed of [0, 1])
      expectSame('solve_triangular', [1, n, 35, transposed], [L, R], [n * 35], 1e-12);
  });

  it.each([330, 1300])('Cholesky factor in panels, n = %i', (n) => {
    const uniform = uniforms(n);
    // Diagonally dominant; the second one is large enough for tiles of 128.
    const A = Float64Array.from({ length: n * n }, (_, e) => (e % (n + 1) === 0 ? n : uniform()));
    expectSame('cholesky', [1, n], [A, [1e-10]], [n * n, 1], 1e-12);
  });

  it('solves with one right side and many, forwards and backwards, for a batch', () => {
    const [B, n] = [2, 150];
    const uniform = uniforms(31);
    const L = Float64Array.from({ length: B * n * n }, (_, e) => {
      const [i, j] = [Math.floor((e % (n * n)) / n), e % n];
      return j > i ? 0 : i === j ? 2 + uniform() : uniform() / n;
    });
    for (const m of [1, 40]) {
      const R = Float64Array.from({ length: B * n * m }, uniform);
      for (const transposed of [0, 1])
        expectSame('solve_triangular', [B, n, m, transposed], [L, R], [B * n * m], 1e-12);
    }
  });

  it('elementwise functions, broadcasting and reductions', () => {
    const x = [0.1, 0.5, 0.9, 0.3, 0.7, -0.5, 1, -30, -0.9];
    for (const code of Object.values(unaryCodes)) expectSame('unary', [9, code], [x], [9], 1e-13);
    const uniform = uniforms(17);
    const a = Float64Array.from({ length: 12 }, uniform);
    for (const code of Object.values(binaryCodes))
      expectSame('binary', [code, 2, 3, 4, 4, 1, 0, 1], [a, a.slice(0, 4)], [12], 1e-14);
    for (const code of Object.values(reduceCodes)) expectSame('reduce', [code, 2, 3, 2], [a], [4], 1e-14);
  });

  it.each(['D', 'I'])('coordinate exchange finds the designs of the reference, %s', (criterion) => {
    const model = buildModel(
      [
        { kind: 'real', name: 'a', low: -1, high: 1 },
        { kind: 'integer', name: 'b', low: -1, high: 1 },
        { kind: 'categorical', name: 'c', labels: ['x', 'y', 'z'] },
      ],
      { modelType: 'quadratic' },
    );
    const levels = [
      Float64Array.of(-1, -0.5, 0, 0.5, 1),
      Float64Array.of(-1, 0, 1),
      Float64Array.of(0, 1, 2),
    ];
    const search = (backend: Backend) =>
      runExchange(backend, {
        model,
        levels,
        runs: 14,
        ends: [false, false, false],
        fixedInformation: new Float64Array(model.columns.length ** 2),
        weights: criterion === 'I' ? boxMoments(model, [undefined, levels[1], levels[2]]) : undefined,
        normals: new Float64Array(0),
        limits: new Float64Array(0),
        forbidden: new Float64Array(0),
        pool: new Float64Array(0),
        chains: 3,
        rounds: 2,
        maxPasses: 50,
        seed: 7,
        firstChain: 0,
        perturb: 3,
      });
    const expected = search(ts);
    expect(relativeError(search(cuda).values, expected.values)).toBeLessThan(1e-9);
  });

  it('refuses sizes and codes that do not fit their buffers', () => {
    const run = (op: OpName, dims: number[], lengths: number[], outputs: number[]) => () =>
      runOp(
        cuda,
        op,
        dims,
        lengths.map((length) => new Float64Array(length)),
        outputs,
      );
    expect(run('matmul', [1, 4, 4, 4, 0, 0, 16, 16], [15, 16], [16])).toThrow(
      'matmul: an input is too short',
    );
    expect(run('unary', [8, 0], [8], [-12])).toThrow();
    expect(run('gp_factor', [1, 3, 1, 4, 3, 0, 1, 5, 20], [3, 3, 3, 4], [9, 3, 1])).toThrow(
      'gp_factor: bad dims',
    );
  });
});

describe.skipIf(!built)('card and CPU as one', () => {
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
  const split = (rates?: Record<'cpu' | 'card', Rates>) =>
    createSplitBackend(cuda, ts, {
      log: (line) => lines.push(line),
      now: () => performance.now(),
      ...(rates ? { rates } : {}),
    });
  const slow = { fixed: 1, perOperation: 1, perNumber: 1 };
  const fast = { fixed: 0, perOperation: 0, perNumber: 0 };

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
    for (const rates of [undefined, { cpu: fast, card: slow }, { cpu: slow, card: fast }]) {
      runExactly(split(rates), ...call).forEach((values, i) => {
        expect(relativeError(values, expected[i])).toBeLessThan(1e-9);
      });
    }
  });

  it.skipIf(onCard)('falls back to the CPU and says so when the memory of the card is full', () => {
    const n = 3000;
    const L = new Float64Array(n * n);
    for (let i = 0; i < n; i++) L[i * (n + 1)] = 2;
    expect(L.byteLength).toBeGreaterThan(memoryBytes);
    expect(() => cuda.alloc(n * n)).toThrow(DeviceMemoryError);
    lines.length = 0;
    const backend = split();
    const [x] = runExactly(backend, 'solve_triangular', [1, n, 1, 0], [L, new Float64Array(n).fill(1)], [n]);
    expect(x[n - 1]).toBe(0.5);
    const note = "solve_triangular: the card's memory is full; this step ran on ts";
    expect(lines).toEqual([note]);
    // Jobs put the notes into the diagnostics of their answer, once.
    expect(backend.takeNotes?.()).toEqual([note]);
    expect(backend.takeNotes?.()).toEqual([]);
  });

  it('keeps the data of a session on the card between calls, the least recently used leave first', () => {
    let held = 0;
    const uploads: number[] = [];
    /** The card with room for 90 numbers. */
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
    // A result that only the card had is not lost with its place: the next step reads it.
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
      [d + 1, 3 * d],
    ] satisfies Parameters<typeof runExactly> extends [unknown, ...infer Rest] ? Rest : never;
    expect(runExactly(split(), ...call)).toEqual(runExactly(ts, ...call));
  });

  it('a slot that was freed is refused', () => {
    const backend = split();
    const slot = backend.alloc(3);
    backend.free(slot);
    expect(() => backend.free(slot)).toThrow('freed');
    expect(() => backend.write(slot, new Float64Array(3))).toThrow('freed');
  });

  it('measures a backend once: a fixed cost, a rate of operations, a rate of copies', () => {
    const { fixed, perOperation, perNumber } = measureRates(ts, () => performance.now());
    expect(fixed).toBeGreaterThan(0);
    expect(perOperation).toBeGreaterThan(0);
    expect(perNumber).toBeGreaterThan(0);
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
