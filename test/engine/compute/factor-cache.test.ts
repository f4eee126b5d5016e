import { describe, expect, it } from 'vitest';
import type { Backend } from '../../../src/engine/compute/backend.ts';
import { createPosterior } from '../../../src/engine/gp/posterior/posterior.ts';
import { train } from '../../../src/engine/gp/train.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import { codes, nativeBackends, runOp, sampleData } from './native-support.ts';

const { code, parameters } = codes.matern52;
const [n, d, m] = [70, 4, 9];

/** A model whose L slot stays, and predictions by it. */
function keptModel(backend: Backend) {
  const { X, y, noise, theta, P } = sampleData(n, parameters, 1);
  const put = (values: Float64Array) => {
    const slot = backend.alloc(values.length);
    backend.write(slot, values);
    return slot;
  };
  const factor = (at: Float64Array) =>
    runOp(backend, 'gp_factor', [1, n, d, P, ...code], [X, y, noise, at], [n * n, n, 1]);
  const Xs = sampleData(m, parameters, 1, 77).X;
  const [L, alpha] = factor(theta);
  const slots = { X: put(X), theta: put(theta), L: put(L), alpha: put(alpha), Xs: put(Xs) };
  const outputs = [m, m, m * d, m * d].map((length) => backend.alloc(length));
  const predict = (wanted: number): Float64Array[] => {
    backend.run([
      {
        op: 'gp_predict',
        dims: Int32Array.from([1, n, d, P, m, wanted, ...code]),
        inputs: [slots.X, slots.theta, slots.L, slots.alpha, slots.Xs],
        outputs,
      },
    ]);
    return outputs.map((slot) => {
      const values = new Float64Array(slot.length);
      backend.read(slot, values);
      return values;
    });
  };
  const fresh = (at: Float64Array, wanted: number): Float64Array[] => {
    const [L, alpha] = factor(at);
    const inputs = [X, at, L, alpha, Xs];
    return runOp(backend, 'gp_predict', [1, n, d, P, m, wanted, ...code], inputs, [m, m, m * d, m * d]);
  };
  return { theta, factor, slots, predict, fresh };
}

function expectClose(got: Float64Array, wanted: Float64Array): void {
  expect(got.length).toBe(wanted.length);
  got.forEach((value, i) => {
    expect(Math.abs(value - wanted[i])).toBeLessThanOrEqual(1e-10 * Math.max(1, Math.abs(wanted[i])));
  });
}

const backends = nativeBackends();
const threads = nativeBackends(3);

describe.skipIf(backends.length === 0)('the factor that the native backend keeps laid out', () => {
  it.for(backends)('%s: gives the same bits call after call, with and without gradients', ([, backend]) => {
    const { theta, predict, fresh } = keptModel(backend);
    for (const wanted of [3, 7, 3, 7]) {
      const got = predict(wanted);
      fresh(theta, wanted).forEach((values, i) => {
        if (i < 2 || wanted === 7) expect(got[i]).toEqual(values);
      });
    }
  });

  it.for(backends)(
    '%s: is laid out again when the slot is written to, also by another step',
    ([, backend]) => {
      const { theta, factor, slots, predict, fresh } = keptModel(backend);
      predict(7);
      const other = theta.map((value) => value + 0.1);
      const [L, alpha] = factor(other);
      backend.write(slots.L, L);
      backend.write(slots.alpha, alpha);
      backend.write(slots.theta, other);
      expect(predict(7)).toEqual(fresh(other, 7));
      const sums = predict(3)[1];
      const zeros = backend.alloc(n * n);
      backend.write(zeros, new Float64Array(n * n));
      backend.run([{ op: 'unary', dims: Int32Array.of(n * n, 0), inputs: [zeros], outputs: [slots.L] }]);
      expect(predict(3)[1]).not.toEqual(sums);
    },
  );

  it.for(backends)(
    '%s: gives few points the slopes that many get, with any number of threads',
    ([set, backend]) => {
      for (const rows of [300, 641, 1000]) {
        const { X, y, noise, theta, P } = sampleData(rows, parameters, 1);
        const [L, alpha] = runOp(
          backend,
          'gp_factor',
          [1, rows, d, P, ...code],
          [X, y, noise, theta],
          [rows ** 2, rows, 1],
        );
        const points = sampleData(24, parameters, 1, 77).X;
        const slopes = (by: Backend, from: number, count: number) =>
          runOp(
            by,
            'gp_predict',
            [1, rows, d, P, count, 7, ...code],
            [X, theta, L, alpha, points.slice(from * d, (from + count) * d)],
            [count, count, count * d, count * d],
          );
        const all = slopes(backend, 0, 24);
        for (const count of rows < 1000 ? [1, 2, 3, 5, 8] : [8]) {
          const few = slopes(backend, 3, count);
          few.forEach((values, i) => {
            const width = i < 2 ? 1 : d;
            expectClose(values, all[i].slice(3 * width, (3 + count) * width));
          });
          for (const [other, threaded] of threads)
            if (other === set) expect(slopes(threaded, 3, count)).toEqual(few);
        }
      }
    },
  );

  it.for(backends)('%s: does not mix up more models than are kept', ([, backend]) => {
    const models = [1, 2, 3, 4, 5, 6, 7].map(() => keptModel(backend));
    const first = models.map(({ predict }) => predict(7));
    models.forEach(({ predict }, i) => {
      expect(predict(7)).toEqual(first[i]);
    });
  });
});

/** A model of few rows, in three columns. */
function modelOf(n: number, backend: Backend) {
  const generator = createGenerator(`kept/${n}`);
  const d = 3;
  const X = Float64Array.from({ length: n * d }, () => generator.uniform());
  const y = Float64Array.from({ length: n }, (_, i) => Math.sin(5 * X[i * d]) + X[i * d + 1]);
  const task = { X, n, d, categorical: [false, false, false], outputs: [y], recipe: 'botorch' as const };
  const rest = { kernel: 'matern', kernelParams: {}, seed: 1, isBrief: true, options: { restarts: 1 } };
  return train({ ...task, ...rest }, { backend }).models[0];
}

it.for(backends.slice(-1))(
  '%s: a large factor stays laid out while some small ones are read',
  ([, backend]) => {
    const models = [60, 61, 62, 63, 64].map((n) => modelOf(n, backend));
    // Hyperparameters of few rows for 2,000, of which both layouts take 64 MB.
    const [rows, generator] = [2000, createGenerator('kept')];
    const X = Float64Array.from({ length: rows * 3 }, () => generator.uniform());
    const large = createPosterior({ ...models[0], n: rows, X, y: X.slice(0, rows) }, backend);
    const small = models.map((model) => createPosterior(model, backend));
    const point = Float64Array.of(0.3, 0.6, 0.2);
    const before = large.predictGradient(point, 1);
    for (const posterior of small) posterior.predictGradient(point, 1);
    // Only who lays the factor out again sees this.
    backend.view?.(large.slots.L).fill(Number.NaN);
    const after = large.predictGradient(point, 1);
    expect([...after.variance, ...after.dVariance]).toEqual([...before.variance, ...before.dVariance]);
    for (const posterior of [large, ...small]) posterior.free();
  },
);
