import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Slot } from '../../../src/engine/compute/backend.ts';
import { tokens } from '../../../src/engine/compute/covariance-code.ts';
import { binaryCodes, reduceCodes, unaryCodes } from '../../../src/engine/compute/elementwise-codes.ts';
import { opNames } from '../../../src/engine/compute/ops.ts';
import { readSlot, slotOf } from '../../../src/engine/compute/slots.ts';
import { oneProduct } from '../../../src/engine/compute/step.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { loadNativeBinding } from '../../../src/service/jobs/addon.ts';
import { codes, nativeBackends, relativeError, runOp, sampleData, uniforms } from './native-support.ts';

const ts = createTsBackend();
const backends = nativeBackends(2);

/** Runs an op on both backends and expects agreement. */
function expectSame(backend: (typeof backends)[number][1], tolerance: number, ...call: RunArguments): void {
  const expected = runOp(ts, ...call);
  const actual = runOp(backend, ...call);
  for (const [i, values] of expected.entries()) {
    expect(relativeError(actual[i], values), `output ${i}`).toBeLessThan(tolerance);
  }
}
type RunArguments = Parameters<typeof runOp> extends [unknown, ...infer Rest] ? Rest : never;

it.skipIf(backends.length === 0)('every instruction set is offered once', () => {
  const names = backends.map(([name]) => name);
  expect(new Set(names).size).toBe(names.length);
});

it.skipIf(backends.length === 0 || process.platform !== 'linux' || process.arch !== 'x64')(
  'the instruction sets are those of the processor',
  () => {
    const flags =
      readFileSync('/proc/cpuinfo', 'utf8')
        .match(/^flags.*$/m)?.[0]
        .split(' ') ?? [];
    const has = (...names: string[]) => names.every((name) => flags.includes(name));
    expect(loadNativeBinding().instructionSets()).toEqual([
      'baseline',
      ...(has('avx2', 'fma') ? ['avx2'] : []),
      ...(has('avx2', 'fma', 'avx512f', 'avx512dq', 'avx512vl') ? ['avx512'] : []),
    ]);
  },
);

describe.skipIf(backends.length === 0).each(backends)('native %s', (_, backend) => {
  it('lists the ops of ops.def as opNames does', () => {
    expect(loadNativeBinding().opNames()).toEqual([...opNames]);
  });

  describe.each(Object.entries(codes))('%s', (_name, { code, parameters }) => {
    it.each([1, 2, 7, 8, 9, 33, 70])('gp_likelihood, n = %i', (n) => {
      const { X, y, noise, theta, P } = sampleData(n, parameters, 3);
      expectSame(
        backend,
        1e-10,
        'gp_likelihood',
        [3, n, 4, P, 1, ...code],
        [X, y, noise, theta],
        [3, 3 * P, 3],
      );
      expectSame(backend, 1e-10, 'gp_likelihood', [3, n, 4, P, 0, ...code], [X, y, noise, theta], [3, 0, 3]);
    });

    it('gp_factor, gp_predict with gradients, gp_joint and its pullback', () => {
      const n = 37;
      const m = 101;
      const { X, y, noise, theta, P } = sampleData(n, parameters, 2);
      expectSame(
        backend,
        1e-10,
        'gp_factor',
        [2, n, 4, P, ...code],
        [X, y, noise, theta],
        [2 * n * n, 2 * n, 2],
      );
      const [L, alpha] = runOp(
        ts,
        'gp_factor',
        [2, n, 4, P, ...code],
        [X, y, noise, theta],
        [2 * n * n, 2 * n, 2],
      );
      const uniform = uniforms(11);
      const Xs = Float64Array.from({ length: 4 * m }, (_, i) =>
        i % 4 === 3 ? Math.floor(3 * uniform()) : uniform(),
      );
      const all = [2 * m, 2 * m, 2 * m * 4, 2 * m * 4];
      expectSame(backend, 1e-10, 'gp_predict', [2, n, 4, P, m, 7, ...code], [X, theta, L, alpha, Xs], all);
      expectSame(
        backend,
        1e-10,
        'gp_predict',
        [2, n, 4, P, m, 1, ...code],
        [X, theta, L, alpha, Xs],
        [2 * m, 0, 0, 0],
      );
      const model = [X, theta.subarray(0, P), L.subarray(0, n * n), alpha.subarray(0, n)];
      for (const [G, q] of [
        [5, 3],
        [1, 1],
        [33, 8],
      ] as const) {
        const points = Float64Array.from({ length: G * q * 4 }, (_, i) =>
          i % 4 === 3 ? Math.floor(3 * uniform()) : uniform(),
        );
        const gMean = Float64Array.from({ length: G * q }, () => uniform() - 0.5);
        const gCov = Float64Array.from({ length: G * q * q }, () => uniform() - 0.5);
        expectSame(
          backend,
          1e-10,
          'gp_joint',
          [G, q, n, 4, P, 0, ...code],
          [...model, points],
          [G * q, G * q * q],
        );
        const outputs = [G * q, G * q * q, G * q * 4];
        expectSame(
          backend,
          1e-9,
          'gp_joint',
          [G, q, n, 4, P, 1, ...code],
          [...model, points, gMean, gCov],
          outputs,
        );
      }
    });

    it.each([150, 203])('rows from which powers replace exponentials of single columns, n = %i', (n) => {
      const m = 40;
      const { X, y, noise, theta, P } = sampleData(n, parameters, 2);
      // The second member is too rough for powers.
      for (let k = P; k < P + parameters; k++) theta[k] -= 3;
      const data = [X, y, noise, theta];
      expectSame(backend, 1e-10, 'gp_likelihood', [2, n, 4, P, 1, ...code], data, [2, 2 * P, 2]);
      const squares = [2, 2 * P, 2, 2 * P * P];
      expectSame(backend, 1e-10, 'gp_information', [2, n, 4, P, ...code], data, squares);
      const factored = [2 * n * n, 2 * n, 2];
      expectSame(backend, 1e-10, 'gp_factor', [2, n, 4, P, ...code], data, factored);
      const [L, alpha] = runOp(ts, 'gp_factor', [2, n, 4, P, ...code], data, factored);
      // Points among the rows, one of the rows, and one far away.
      const Xs = sampleData(m, parameters, 1, 77).X;
      Xs.set(X.subarray(0, 4));
      Xs.fill(900, 4, 7);
      const predicted = [2 * m, 2 * m, 8 * m, 8 * m];
      const inputs = [X, theta, L, alpha, Xs];
      expectSame(backend, 1e-10, 'gp_predict', [2, n, 4, P, m, 7, ...code], inputs, predicted);
    });

    it('covariance and its pullback', () => {
      const { X, theta } = sampleData(19, parameters, 2);
      const X2 = sampleData(150, parameters, 1, 23).X;
      const P = parameters + 2;
      const sizes = [2, 19, 150, 4, P];
      expectSame(backend, 1e-12, 'covariance', [...sizes, 0, ...code], [X, X2, theta], [2 * 19 * 150]);
      const uniform = uniforms(3);
      const cotangent = Float64Array.from({ length: 2 * 19 * 150 }, () => uniform() - 0.5);
      expectSame(
        backend,
        1e-10,
        'covariance',
        [...sizes, 1, ...code],
        [X, X2, theta, cotangent],
        [0, 2 * P, 2 * 19 * 4],
      );
    });
  });

  it.each([0, 1, 2, 3, 4])('mc_acquisition of kind %i, with and without pending points', (kind) => {
    const n = 31;
    const { code, parameters } = codes['mixed with a category'];
    const { X, y, noise, theta, P } = sampleData(n, parameters, 1);
    const [L, alpha] = runOp(ts, 'gp_factor', [1, n, 4, P, ...code], [X, y, noise, theta], [n * n, n, 1]);
    const uniform = uniforms(17);
    const coordinate = (_: unknown, i: number) => (i % 4 === 3 ? Math.floor(3 * uniform()) : uniform());
    for (const [G, q, S, pending] of [
      [1, 1, 16, 0],
      [7, 4, 61, 0],
      [3, 2, 128, 3],
    ] as const) {
      const Xs = Float64Array.from({ length: G * q * 4 }, coordinate);
      const Xpending = Float64Array.from({ length: pending * 4 }, coordinate);
      const Z = Float64Array.from(
        { length: S * (q + pending) },
        () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()),
      );
      for (const sign of [1, -1]) {
        for (const centre of kind === 2 ? [0, 1] : [0]) {
          const tau = kind === 3 ? 0.1 : 1e-6;
          const settings = [1.1, 0.7, sign, tau, 1e-2, centre];
          const dims = [G, q, n, 4, P, S, kind, 1, pending, ...code];
          const inputs = [X, theta, L, alpha, Xs, Z, Xpending, settings];
          // the steps of log-qEI are 1e-6 wide, which magnifies rounding of the samples
          expectSame(backend, kind === 0 ? 1e-8 : 1e-10, 'mc_acquisition', dims, inputs, [G, G * q * 4, G]);
        }
      }
    }
  });

  it.each([
    ['apart', 'matern52', false],
    ['apart', 'mixed with a category', false],
    ['one of them twice, which takes jitter', 'matern52', true],
  ])('mc_acquisition of many groups behind pending points, %s, %s', (_, name, twice) => {
    const n = 31;
    const { code, parameters } = codes[name];
    const { X, y, noise, theta, P } = sampleData(n, parameters, 1);
    const [L, alpha] = runOp(ts, 'gp_factor', [1, n, 4, P, ...code], [X, y, noise, theta], [n * n, n, 1]);
    const uniform = uniforms(23);
    const coordinate = (_: unknown, i: number) => (i % 4 === 3 ? Math.floor(3 * uniform()) : uniform());
    const [G, q, S, pending] = [61, 2, 24, 5];
    const Xs = Float64Array.from({ length: G * q * 4 }, coordinate);
    const Xpending = Float64Array.from({ length: pending * 4 }, coordinate);
    if (twice) Xpending.copyWithin(4, 0, 4);
    const Z = Float64Array.from({ length: S * (q + pending) }, () => 4 * uniform() - 2);
    for (const kind of [0, 1, 2, 3, 4]) {
      const inputs = [X, theta, L, alpha, Xs, Z, Xpending, [1.1, 0.7, 1, kind === 3 ? 0.1 : 1e-3, 1e-2, 0]];
      for (const withGradient of [0, 1]) {
        const dims = [G, q, n, 4, P, S, kind, withGradient, pending, ...code];
        expectSame(backend, 1e-6, 'mc_acquisition', dims, inputs, [G, withGradient * G * q * 4, G]);
      }
    }
  });

  it.each([1, 5, 8, 24, 25, 67, 130])('cholesky and solve_triangular, n = %i', (n) => {
    const uniform = uniforms(29);
    const root = Float64Array.from({ length: 2 * n * n }, () => uniform() - 0.5);
    const [A] = runOp(ts, 'matmul', [2, n, n, n, 0, 1, n * n, n * n], [root, root], [2 * n * n]);
    for (let b = 0; b < 2; b++) for (let i = 0; i < n; i++) A[b * n * n + i * (n + 1)] += 1;
    expectSame(backend, 1e-12, 'cholesky', [2, n], [A, [1e-8]], [2 * n * n, 2]);
    const [L] = runOp(ts, 'cholesky', [2, n], [A, []], [2 * n * n, 2]);
    for (const m of [1, 3, 50, 120]) {
      const R = Float64Array.from({ length: 2 * n * m }, () => uniform() - 0.5);
      for (const transpose of [0, 1]) {
        expectSame(backend, 1e-12, 'solve_triangular', [2, n, m, transpose], [L, R], [2 * n * m]);
      }
    }
  });

  it('cholesky climbs the jitter ladder as ts does, and gives up as it does', () => {
    const singular = [1, 1, 1, 1];
    expectSame(backend, 1e-12, 'cholesky', [1, 2], [singular, [1e-8]], [4, 1]);
    expect(runOp(backend, 'cholesky', [1, 2], [singular, [1e-8]], [4, 1])[1][0]).toBe(1e-8);
    const [L, status] = runOp(backend, 'cholesky', [1, 2], [[1, 2, 2, 1], [1e-8]], [4, 1]);
    expect(status[0]).toBe(-1);
    expect([...L].every(Number.isNaN)).toBe(true);
  });

  it.each([
    [3, 4, 5],
    [1, 1, 1],
    [70, 130, 65],
    [9, 600, 26],
    [5, 0, 3],
  ])('matmul %i × %i × %i with transposes and shared operands', (m, k, n) => {
    const uniform = uniforms(31);
    const A = Float64Array.from({ length: 2 * m * k }, () => uniform() - 0.5);
    const B = Float64Array.from({ length: 2 * k * n }, () => uniform() - 0.5);
    for (const [ta, tb] of [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]) {
      expectSame(backend, 1e-13, 'matmul', [2, m, k, n, ta, tb, m * k, k * n], [A, B], [2 * m * n]);
      expectSame(backend, 1e-13, 'matmul', [2, m, k, n, ta, tb, 0, k * n], [A, B], [2 * m * n]);
    }
  });

  it.each([
    [1, 3],
    [24, 5],
    [25, 30],
    [101, 193],
    [130, 40],
  ])('a product of a matrix with itself, %i by %i, is what it is with a copy', (n, k) => {
    const uniform = uniforms(43);
    const values = Float64Array.from({ length: n * k }, () => uniform() - 0.5);
    for (const transposes of [{ transposeA: 1 }, { transposeB: 1 }] as const) {
      const slots = { A: slotOf(backend, values), copy: slotOf(backend, values), C: backend.alloc(n * n) };
      const productWith = (B: Slot) => {
        backend.run([oneProduct({ m: n, k, n, ...transposes }, { ...slots, B })]);
        return readSlot(backend, slots.C);
      };
      expect(productWith(slots.A)).toEqual(productWith(slots.copy));
      for (const slot of Object.values(slots)) backend.free(slot);
    }
  });

  it.each([1, 2, 5, 6, 7, 12, 14])('several likelihoods of %i columns are what each is alone', (d) => {
    const n = 30;
    const P = d + 3;
    const B = 8;
    const uniform = uniforms(47);
    const X = Float64Array.from({ length: n * d }, () => uniform());
    const y = Float64Array.from({ length: n }, (_, i) => Math.sin(5 * X[i * d]));
    const noise = new Float64Array(n);
    const theta = Float64Array.from({ length: B * P }, (_, i) => (i % P === P - 2 ? -4 : uniform() - 0.5));
    const code = [tokens.matern52, 0, d, ...Array.from({ length: d }, (_, k) => k), tokens.scale];
    const lengths = (batch: number) => [batch, batch * P, batch, batch * P * P];
    const all = runOp(backend, 'gp_information', [B, n, d, P, ...code], [X, y, noise, theta], lengths(B));
    for (let b = 0; b < B; b++) {
      const own = theta.slice(b * P, (b + 1) * P);
      const one = runOp(backend, 'gp_information', [1, n, d, P, ...code], [X, y, noise, own], lengths(1));
      one.forEach((values, i) => {
        const part = all[i].slice(b * values.length, (b + 1) * values.length);
        expect(relativeError(part, values), `output ${i} of theta ${b}`).toBeLessThan(1e-9);
      });
    }
  });

  it.each(Object.entries(unaryCodes))('unary %s', (name, code) => {
    const positive = ['log', 'sqrt', 'reciprocal'].includes(name);
    const inside = name === 'acos';
    const x = Float64Array.from({ length: 203 }, (_, i) => {
      const t = (i - 101) / (inside ? 101 : 9);
      return positive ? Math.abs(t) + 1e-9 : name === 'log1p' ? Math.abs(t) : t;
    });
    const [expected] = runOp(ts, 'unary', [203, code], [x], [203]);
    const [actual] = runOp(backend, 'unary', [203, code], [x], [203]);
    for (let i = 0; i < 203; i++) {
      expect(Math.abs(actual[i] - expected[i]), `${name}(${x[i]})`).toBeLessThanOrEqual(
        1e-12 * Math.abs(expected[i]) + 1e-300,
      );
    }
    const odd = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 800, -800];
    const [atOdd] = runOp(backend, 'unary', [6, code], [odd], [6]);
    expect(atOdd[0]).toBeNaN();
    if (name === 'normal_cdf' || name === 'log_normal_cdf')
      expect([...atOdd.subarray(1, 3)].map((v) => v + 0)).toEqual(
        name.startsWith('log') ? [0, Number.NEGATIVE_INFINITY] : [1, 0],
      );
    else expect([...atOdd]).toEqual([...runOp(ts, 'unary', [6, code], [odd], [6])[0]]);
  });

  it.each(Object.entries(binaryCodes))('binary %s with broadcasts', (_name, code) => {
    const uniform = uniforms(37);
    const a = Float64Array.from({ length: 3 * 4 * 5 }, () => uniform() + 0.1);
    const b = Float64Array.from({ length: 4 * 5 }, () => uniform() + 0.1);
    const same = [20, 5, 1];
    for (const strides of [
      [0, 5, 1],
      [0, 1, 0],
      [0, 0, 0],
      [0, 1, 4],
    ]) {
      expectSame(backend, 1e-14, 'binary', [code, 3, 3, 4, 5, ...same, ...strides], [a, b], [60]);
    }
    expectSame(backend, 1e-14, 'binary', [code, 0], [[2.5], [1.5]], [1]);
  });

  it.each(Object.entries(reduceCodes))('reduce %s', (_name, code) => {
    const uniform = uniforms(41);
    const x = Float64Array.from({ length: 6 * 7 * 4 }, () => 100 * (uniform() - 0.5));
    expectSame(backend, 1e-13, 'reduce', [code, 6, 7, 4], [x], [24]);
    expectSame(backend, 1e-13, 'reduce', [code, 1, 168, 1], [x], [1]);
  });

  it('names the step, the fault and the dims of bad calls, and survives them', () => {
    const { code, parameters } = codes.matern52;
    const { X, y, noise, theta, P } = sampleData(5, parameters, 1);
    const call = (dims: readonly number[], outputs: readonly number[] = [1, P, 1]) =>
      runOp(backend, 'gp_likelihood', dims, [X, y, noise, theta], outputs);
    expect(() => call([1, 6, 4, P, 1, ...code])).toThrow(
      `step 0 (gp_likelihood): an input is shorter than the dims say, got dims [1, 6, 4, ${P}, 1, ${code.join(', ')}]`,
    );
    expect(() => call([1, 5, 4, P, 1, ...code.slice(0, 3)])).toThrow('bad dims');
    expect(() => call([1, 5, 4, P, 1, 99, 0, 1, 0])).toThrow('bad dims');
    expect(() => call([1, 5, 4, P, 1, 3, 0, 1, 4])).toThrow('bad dims');
    expect(() => call([-1, 5, 4, P, 1, ...code])).toThrow('none negative');
    expect(() => call([2 ** 26, 2 ** 26, 4, P, 1, ...code])).toThrow('shorter');
  });
});

it.skipIf(backends.length === 0)('scratch of a large call is given back after many small ones', () => {
  const [, backend] = backends[backends.length - 1] as (typeof backends)[number];
  const { code, parameters } = codes.matern52 as (typeof codes)[string];
  const likelihood = (n: number): Float64Array[] => {
    const { X, y, noise, theta, P } = sampleData(n, parameters, 1);
    return runOp(backend, 'gp_likelihood', [1, n, 4, P, 0, ...code], [X, y, noise, theta], [1, 0, 1]);
  };
  const n = 3200;
  likelihood(n);
  const large = process.memoryUsage.rss();
  for (let call = 0; call < 300; call++) likelihood(20);
  expect(large - process.memoryUsage.rss()).toBeGreaterThan((8 * n * n) / 2);
  expect(likelihood(300)[0]?.[0]).toBe(likelihood(300)[0]?.[0]);
});
