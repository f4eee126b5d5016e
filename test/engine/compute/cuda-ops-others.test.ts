import { describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/engine/compute/backend.ts';
import { binaryCodes, reduceCodes, unaryCodes } from '../../../src/engine/compute/elementwise-codes.ts';
import type { OpName } from '../../../src/engine/compute/ops.ts';
import { buildModel } from '../../../src/engine/design/optimal/model/model-terms.ts';
import { boxMoments } from '../../../src/engine/design/optimal/model/moments.ts';
import { runExchange } from '../../../src/engine/design/optimal/search/exchange-step.ts';
import { built, cuda, expectSame, points, ts, where } from './cuda-support.ts';
import { codes, relativeError, runOp, sampleData, uniforms } from './native-support.ts';

describe.skipIf(!built)(where, () => {
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

  it.each([
    [2, 150, [1, 40]],
    // Panels of four tiles, the last one short; the larger one has rows enough for tiles of 128.
    [2, 330, [1, 70]],
    [1, 1310, [100]],
  ])('solves %i systems of %i rows with one right side and many, forwards and backwards', (B, n, sides) => {
    const uniform = uniforms(31);
    const L = Float64Array.from({ length: B * n * n }, (_, e) => {
      const [i, j] = [Math.floor((e % (n * n)) / n), e % n];
      return j > i ? 0 : i === j ? 2 + uniform() : uniform() / n;
    });
    for (const m of sides) {
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
