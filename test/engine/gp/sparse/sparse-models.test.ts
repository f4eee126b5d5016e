import { describe, expect, it } from 'vitest';
import { logExpectedImprovement } from '../../../../src/engine/acquisition/strategies/analytic.ts';
import { suggest } from '../../../../src/engine/acquisition/suggest.ts';
import type { Backend } from '../../../../src/engine/compute/backend.ts';
import { runAlone } from '../../../../src/engine/compute/lockstep.ts';
import { createTsBackend } from '../../../../src/engine/compute/ts/index.ts';
import { ensembleProblem } from '../../../../src/engine/gp/ensemble/problem.ts';
import { fitSteps, subset } from '../../../../src/engine/gp/fit/fit.ts';
import { openObjective, variablesOf } from '../../../../src/engine/gp/fit/objective.ts';
import type { GpModel, SparseForm } from '../../../../src/engine/gp/model.ts';
import { createExactPosterior } from '../../../../src/engine/gp/posterior/exact-posterior.ts';
import { createPosterior } from '../../../../src/engine/gp/posterior/posterior.ts';
import { corrected, correctionOf } from '../../../../src/engine/gp/sparse/correction.ts';
import { exactMeanModelOf } from '../../../../src/engine/gp/sparse/exact-means.ts';
import { fitSparseSteps, type LogDensitiesAt } from '../../../../src/engine/gp/sparse/fit.ts';
import { sparseFormOf } from '../../../../src/engine/gp/sparse/form.ts';
import { indexedRowsOf } from '../../../../src/engine/gp/sparse/indexed-rows.ts';
import { oneFold, validateInducing } from '../../../../src/engine/gp/sparse/last-rows.ts';
import { metricOf } from '../../../../src/engine/gp/sparse/metric.ts';
import { createNearestRows } from '../../../../src/engine/gp/sparse/nearest-rows.ts';
import { neighbourTable } from '../../../../src/engine/gp/sparse/neighbour-table.ts';
import { exactModelOfRows } from '../../../../src/engine/gp/sparse/posterior.ts';
import {
  blockOrder,
  nearestRowsOf,
  openRowSearch,
  slotsOfSearch,
} from '../../../../src/engine/gp/sparse/row-blocks.ts';
import { sampledLogDensities } from '../../../../src/engine/gp/sparse/sampled-densities.ts';
import {
  FULL_WEIGHTS,
  inducingFor,
  learnedExactly,
  SPARSE_ABOVE,
} from '../../../../src/engine/gp/sparse/sizes.ts';
import type { LeftOut, TrainTask } from '../../../../src/engine/gp/task.ts';
import { train } from '../../../../src/engine/gp/train.ts';
import { heldOutFolds } from '../../../../src/engine/gp/validation/held-out.ts';
import { rowsFrom } from '../../../../src/engine/linalg/rows-from.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import { randomModel } from '../../acquisition/random-model.ts';
import { presentBackends } from '../../compute/backends.ts';

const backend = createTsBackend();
const native = presentBackends.find(([name]) => name.startsWith('native'))?.[1];
const context = { backend };
const uniform = (count: number, seed: number): Float64Array => {
  const generator = createGenerator(seed);
  return Float64Array.from({ length: count }, () => generator.uniform());
};
const whole = (model: GpModel, predictive = model.n, inducing = 0, exactMean = false): GpModel => ({
  ...model,
  sparse: {
    ...{ kind: 'vecchia', neighbours: predictive, predictive },
    ...(inducing > 0 && { inducing }),
    ...(exactMean && { exactMean }),
  },
});
const furthest = (a: Float64Array, b: Float64Array): number =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

describe('nearest rows', () => {
  it.each([1, 3, 8])('are those that looking at all rows finds, in %i columns', (d) => {
    const n = 400;
    const points = uniform(n * d, d).map((value) => Math.round(20 * value) / 20);
    const tree = createNearestRows(points, n, d);
    for (const [q, target] of [uniform(d, 91), uniform(d, 92), points.slice(0, d)].entries()) {
      const odd = q === 1 ? (row: number) => row % 2 === 1 : undefined;
      const distance = (row: number) =>
        target.reduce((sum, value, k) => sum + (value - points[row * d + k]) ** 2, 0);
      const expected = Array.from({ length: n }, (_, i) => i)
        .filter((row) => odd?.(row) ?? true)
        .sort((a, b) => distance(a) - distance(b) || a - b)
        .slice(0, 15);
      const found = new Int32Array(15);
      tree.find(target, 15, found, 0, odd);
      expect(Array.from(found)).toEqual(expected);
    }
    expect([...tree.spreadOrder()].sort((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, i) => i));
  });

  it.each(presentBackends.flatMap(([name, one]) => [1, 3, 11].map((d) => [name, d, one] as const)))(
    'by blocks on %s are those that looking at all rows finds, in %i columns',
    (_, d, one) => {
      const [n, first, count, m] = [340, 301, 9, 20];
      // Sums of squares of such numbers are exact, so that equal distances are equal on every backend.
      const coarse = (length: number, seed: number) =>
        uniform(length, seed).map((value) => Math.round(16 * value) / 16);
      const [places, points] = [coarse(n * d, d), coarse(count * d, 95)];
      const limits = Float64Array.from({ length: count }, (_, i) => (i === 0 ? 7 : i === 1 ? 150 : n));
      const order = blockOrder(places.subarray(0, first * d), first, d);
      expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: first }, (_, i) => i));
      const search = openRowSearch(one, places, d, order);
      const found = nearestRowsOf(one, search, { points, count, m, limits, isExact: true });
      for (const slot of slotsOfSearch(search)) one.free(slot);
      for (let i = 0; i < count; i++) {
        const away = (row: number) =>
          points
            .subarray(i * d, (i + 1) * d)
            .reduce((sum, value, k) => sum + (value - places[row * d + k]) ** 2, 0);
        const expected = Array.from({ length: limits[i] }, (_, row) => row)
          .sort((a, b) => away(a) - away(b) || a - b)
          .slice(0, m);
        const missing = new Array<number>(m - expected.length).fill(-1);
        expect(Array.from(found.subarray(i * m, (i + 1) * m))).toEqual([...expected, ...missing]);
      }
    },
  );

  it('spread over the cloud in every prefix of the order', () => {
    const n = 1000;
    const points = uniform(2 * n, 5);
    const order = createNearestRows(points, n, 2).spreadOrder().subarray(0, 63);
    const quadrants = new Set(
      [...order].map((row) => Math.floor(4 * points[2 * row]) * 4 + Math.floor(4 * points[2 * row + 1])),
    );
    expect(quadrants.size).toBe(16);
  });
});

it('the likelihood of neighbours is the exact one when they are all the rows before', () => {
  const model = randomModel(2, 30, 3);
  const { n, d, code, theta, X } = model;
  const y = model.y.map((value) => (value - model.outputShift) / model.outputScale);
  const metric = metricOf(code, theta, X, n, d);
  const order = createNearestRows(metric.place(X, n), n, metric.dimension).spreadOrder();
  const table = neighbourTable(backend, metric, X, order, n - 1);
  const parameters = Array.from(theta, (initial, k) => ({
    name: `p${k}`,
    initial,
    lower: initial - 3,
    upper: initial + 3,
  }));
  const problem = { X, y, noise: new Float64Array(n).fill(0.01), n, d, code, parameters };
  const variables = variablesOf(parameters);
  const [exact, sparse] = [problem, { ...problem, neighbours: { table, m: n - 1 } }].map((one) => {
    const objective = openObjective(one, variables, 1, context);
    const { values, gradients } = runAlone(objective.evaluate(variables.initial, 1, 'gradient'), backend);
    const found = [...values, ...gradients];
    objective.close();
    return Float64Array.from(found);
  });
  expect(furthest(sparse, exact)).toBeLessThan(1e-7);
});

describe.each([
  [0, 'without exact means', false],
  [7, 'without exact means', false],
  [7, 'with exact means', true],
] as const)(
  'a sparse posterior that takes all rows and %i inducing points, %s, is the exact one',
  (inducing, _name, exactMean) => {
    const model: GpModel = { ...randomModel(2, 24, 7), calibration: 1.5 };
    const sparse = createPosterior(whole(model, model.n, inducing, exactMean), backend);
    const exact = createExactPosterior(model, backend);
    const Xs = uniform(12, 8);

    it('in predictions, their slopes, and left-out rows', () => {
      const [a, b] = [sparse, exact].map((posterior) => ({
        ...posterior.predict(Xs, 6),
        ...posterior.predictGradient(Xs, 6),
        loo: posterior.leaveOneOut().mean,
        looVariance: posterior.leaveOneOut().variance,
        prior: posterior.priorStd(Xs, 6),
      }));
      for (const [name, values] of Object.entries(a))
        expect(furthest(values, b[name as keyof typeof b]), name).toBeLessThan(1e-7);
    });

    it('at more points than are worked on at once', () => {
      const many = uniform(2 * 1100, 9);
      expect(furthest(sparse.predict(many, 1100).mean, exact.predict(many, 1100).mean)).toBeLessThan(1e-7);
    });

    it('in joint distributions and their slopes', () => {
      const [gMean, gCov] = [uniform(6, 1), uniform(18, 2)];
      expect(furthest(sparse.joint(Xs, 2, 3).cov, exact.joint(Xs, 2, 3).cov)).toBeLessThan(1e-9);
      expect(
        furthest(sparse.jointGradient(Xs, 2, 3, gMean, gCov), exact.jointGradient(Xs, 2, 3, gMean, gCov)),
      ).toBeLessThan(1e-7);
    });

    it('after more rows', () => {
      const [added, y] = [uniform(6, 31), Float64Array.of(1, -2, 0.5)];
      const more = [sparse, exact].map((posterior) => posterior.condition(added, y));
      // The sparse one looks for as many rows as before, three of them new.
      const all = createPosterior(whole({ ...model }, model.n + 3, inducing, exactMean), backend).condition(
        added,
        y,
      );
      expect(furthest(all.predict(Xs, 6).mean, more[1].predict(Xs, 6).mean)).toBeLessThan(1e-7);
      expect(furthest(more[0].predict(Xs, 6).std, more[1].predict(Xs, 6).std)).toBeLessThan(0.05);
    });

    it('in the distribution of samples, which are linear in their normals', () => {
      const m = 6;
      const Z = new Float64Array((m + 1) * m);
      for (let i = 0; i < m; i++) Z[(i + 1) * m + i] = 1;
      const wide = createPosterior(whole(model, 3 * model.n, inducing, exactMean), backend);
      const draws = wide.sample(Xs, m, Z);
      const { mean, cov } = exact.joint(Xs, 1, m);
      expect(furthest(draws.subarray(0, m), mean)).toBeLessThan(1e-6);
      for (let a = 0; a < m; a++) {
        for (let b = 0; b < m; b++) {
          let sum = 0;
          for (let k = 1; k <= m; k++) sum += (draws[k * m + a] - draws[a]) * (draws[k * m + b] - draws[b]);
          expect(Math.abs(sum - cov[a * m + b])).toBeLessThan(1e-6);
        }
      }
    });
  },
);

describe('rows that come last in the order of inducing points', () => {
  const on = native ?? backend;
  const model = { ...randomModel(2, 60, 4, 0.01), noise: uniform(60, 6).map((v) => 0.1 * v) };
  const validated = validateInducing(whole(model, 60, 7), { ...model, seed: 3 }, false, on);
  const { rows, mean, variance } = validated.left as LeftOut;

  it('are predicted from the others as by their exact model', () => {
    expect([rows.length, new Set(rows).size]).toEqual([12, 12]);
    const kept = Int32Array.from({ length: 60 }, (_, i) => i).filter((row) => !rows.includes(row));
    const others = createExactPosterior(exactModelOfRows(model, indexedRowsOf(model), kept), on);
    const expected = others.predict(rowsFrom(model.X, 2, rows), 12);
    const { outputShift: shift, outputScale: scale } = model;
    const [means, deviations] = [
      mean.map((value) => shift + scale * value),
      variance.map((value) => scale * Math.sqrt(value)),
    ];
    expect(furthest(means, expected.mean)).toBeLessThan(1e-7);
    expect(furthest(deviations, expected.std)).toBeLessThan(1e-7);
    others.free();
  });

  it('leave predictions of a model that takes all rows exact', () => {
    const [a, b] = [createPosterior(validated.model, on), createExactPosterior(model, on)];
    const points = uniform(20, 5);
    expect(furthest(a.predict(points, 10).mean, b.predict(points, 10).mean)).toBeLessThan(1e-7);
    expect(furthest(a.predict(points, 10).std, b.predict(points, 10).std)).toBeLessThan(1e-7);
    for (const one of [a, b]) one.free();
  });

  it('cost a wide model little accuracy when few rows are taken', () => {
    const wide = randomModel(4, 800, 21, 0.01);
    const points = uniform(4 * 200, 22);
    const exact = createExactPosterior(wide, on).predict(points, 200).mean;
    const plain = whole(wide, 20, 60);
    const ordered = validateInducing({ ...plain }, { ...wide, seed: 1 }, true, on);
    expect(ordered.gain).toBeUndefined();
    const [before, after] = [plain, ordered.model].map((one) =>
      furthest(createPosterior(one, on).predict(points, 200).mean, exact),
    );
    expect(after).toBeLessThan(1.1 * before);
  });

  it('are all the rows that have the inputs of one of them, of many rows too', () => {
    const n = 12_000;
    const fold = oneFold({ X: Float64Array.from({ length: n }, (_, i) => i >> 1), n, d: 1, seed: 1 }, 2000);
    const chosen = fold ?? new Int32Array(0);
    expect(chosen.length).toBe(2000);
    expect(new Set(chosen.map((row) => row >> 1)).size).toBe(1000);
  });

  it('are seen by one pass over the rows, which later predictions take', () => {
    const asked: number[] = [];
    const watched: Backend = {
      ...on,
      run(steps) {
        for (const { op, dims } of steps) if (op === 'vecchia_predict') asked.push(dims[0]);
        on.run(steps);
      },
    };
    const options = { approximation: 'local', inducing: 20, exact_mean: false, restarts: 1 } as const;
    const { models } = train(taskOf(160, options), { backend: watched });
    asked.length = 0;
    const posterior = createPosterior(models[0], watched);
    posterior.predict(models[0].X, 5);
    posterior.free();
    expect(asked).toEqual([5]);
  });
});

describe('inducing points', () => {
  const on = native ?? backend;
  /** Squares of alternating height, which the smooth process of the model does not expect. */
  const height = (a: number, b: number) => ((Math.floor(8 * a) + Math.floor(8 * b)) % 2 === 0 ? 1 : -1);
  const [n, count] = [1500, 400];
  const X = uniform(2 * n, 61);
  const y = Float64Array.from({ length: n }, (_, i) => height(X[2 * i], X[2 * i + 1]));
  const { noise: _noise, ...smooth } = randomModel(2, 30, 5, 0.01);
  const model: GpModel = { ...smooth, X, y, n, outputShift: 0, outputScale: 1 };
  const joined = whole(model, 10, 150);

  it('are left out where neighbours alone predict left-out rows better, and others too', () => {
    const { model: chosen, left, gain = 0 } = validateInducing(joined, { ...model, seed: 1 }, true, on);
    expect(gain).toBeGreaterThan(0);
    expect([chosen.sparse?.inducing, chosen.sparse?.last]).toEqual([undefined, undefined]);
    expect(left?.rows.length).toBe(300);
    const points = uniform(2 * count, 62);
    const errors = [joined, chosen].map((one) => {
      const { mean } = createPosterior(one, on).predict(points, count);
      return mean.reduce((sum, value, i) => sum + (value - height(points[2 * i], points[2 * i + 1])) ** 2, 0);
    });
    expect(errors[1]).toBeLessThan(errors[0]);
  });

  it('are the same on a backend whose slots are no arrays of this process', () => {
    const { view, ...apart } = on;
    expect(view).toBeDefined();
    const points = uniform(10, 63);
    const added = uniform(6, 64);
    const [a, b] = [on, apart].map((one) => {
      const posterior = createPosterior({ ...joined, theta: joined.theta.slice() }, one);
      const more = posterior.condition(added, Float64Array.of(1, -1, 0));
      return [...posterior.predictGradient(points, 5).dMean, ...more.predict(points, 5).mean];
    });
    expect(a).toEqual(b);
  });

  it('stay where they were asked for', () => {
    const { model: kept, gain } = validateInducing(joined, { ...model, seed: 1 }, false, on);
    expect([kept.sparse?.inducing, gain]).toEqual([150, undefined]);
  });
});

describe.each(presentBackends)('with exact means, on %s', (_name, on) => {
  const model: GpModel = { ...randomModel(3, 90, 8, 0.01), calibration: 1.5 };
  const [sparse, exact] = [whole(model, 8, 12, true), model].map((one) => createPosterior(one, on));
  const Xs = uniform(15, 8);

  it('means and their slopes are those of the exact model', () => {
    const [a, b] = [sparse, exact].map((posterior) => posterior.predictGradient(Xs, 5));
    expect(furthest(a.mean, b.mean)).toBeLessThan(1e-8);
    expect(furthest(a.dMean, b.dMean)).toBeLessThan(1e-7);
    expect(furthest(sparse.mean(Xs, 5), exact.mean(Xs, 5))).toBeLessThan(1e-8);
  });

  it('slopes of variances are those of the variances', () => {
    const { dVariance } = sparse.predictGradient(Xs, 5);
    const step = 1e-6;
    dVariance.forEach((slope, at) => {
      const [up, down] = [step, -step].map((by) => {
        const moved = Xs.slice();
        moved[at] += by;
        return sparse.predict(moved, 5).std[Math.floor(at / 3)] ** 2;
      });
      expect(Math.abs((up - down) / (2 * step) - slope)).toBeLessThan(1e-4 * Math.max(1, Math.abs(slope)));
    });
  });

  it('rows at their means leave the means, and other rows move them as in the exact model', () => {
    const added = uniform(6, 31);
    const [a, b] = [sparse, exact].map((posterior) => posterior.condition(added));
    expect(furthest(a.predict(Xs, 5).mean, exact.predict(Xs, 5).mean)).toBeLessThan(1e-8);
    expect(a.predict(added, 2).std[0]).toBeLessThan(sparse.predict(added, 2).std[0]);
    const y = exact.mean(added, 2).map((value) => value + 1);
    const moved = [sparse, exact].map((posterior) => posterior.condition(added, y).mean(added, 2));
    expect(furthest(moved[0], moved[1])).toBeLessThan(0.15);
    for (const one of [a, b]) one.free();
  });
});

it('the correction brings deviations nearer to the exact ones than its report says they are apart', () => {
  const on = native ?? backend;
  const model = randomModel(6, 600, 21, 0.01);
  const points = uniform(6 * 200, 22);
  const exact = createExactPosterior(model, on).predict(points, 200).std;
  const [plain, corrected] = [false, true].map((exactMean) => {
    const { std } = createPosterior(whole({ ...model }, 20, 60, exactMean), on).predict(points, 200);
    return Math.sqrt(std.reduce((sum, value, i) => sum + (value / exact[i] - 1) ** 2 / 200, 0));
  });
  expect(corrected).toBeLessThan(0.5 * plain);
  const { made, release } = exactMeanModelOf(whole(model, 20, 60, true), on);
  expect(corrected).toBeLessThan(1.5 * made.missed.deviation);
  expect(made.missed.deviation).toBeLessThan(2 * corrected);
  expect(Math.abs(made.missed.logDensity)).toBeLessThan(0.02);
  release();
});

it('no correction is made of the variance of the prior, and none without measured pairs', () => {
  const variance = Float64Array.from({ length: 100 }, (_, i) => 0.01 * (1 + i / 100));
  const correction = correctionOf(
    variance,
    variance.map((value) => 0.5 * value),
    2,
  );
  expect(corrected(correction, 0.015).variance).toBeCloseTo(0.0075, 12);
  expect(corrected(correction, 1e-9).variance).toBeCloseTo(5e-10, 20);
  expect(corrected(correction, 2).variance).toBe(2);
  expect(corrected(correctionOf(new Float64Array(0), new Float64Array(0), 2), 0.3)).toEqual({
    variance: 0.3,
    slope: 1,
  });
});

/** A smooth field with a category and noise. */
function taskOf(n: number, options: TrainTask['options']): TrainTask {
  const generator = createGenerator(`rows/${n}`);
  const X = new Float64Array(3 * n);
  const y = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    X.set([generator.uniform(), generator.uniform(), Math.floor(3 * generator.uniform())], 3 * i);
    y[i] = Math.sin(5 * X[3 * i]) + X[3 * i + 1] ** 2 + 0.5 * X[3 * i + 2] + 0.05 * generator.normal();
  }
  return {
    X,
    n,
    d: 3,
    categorical: [false, false, true],
    outputs: [y],
    recipe: 'botorch',
    kernel: 'matern',
    kernelParams: {},
    seed: 1,
    ...(options && { options }),
  };
}

describe('hyperparameters of many rows', () => {
  const on = native ?? backend;

  it('are judged by densities of measurements that other rows predict', () => {
    const n = 60;
    const model = { ...randomModel(2, n, 4, 0.01), noise: uniform(n, 6).map((v) => 0.1 * v) };
    const found = sampledLogDensities(whole(model, n, n), 3, on);
    const order = createGenerator('judged/3').shuffle(Int32Array.from({ length: n }, (_, i) => i));
    const others = createExactPosterior(exactModelOfRows(model, indexedRowsOf(model), order.slice(20)), on);
    const { mean, std } = others.predict(rowsFrom(model.X, 2, order.slice(0, 20)), 20);
    const learned = Math.exp(model.theta[model.theta.length - 2]) * model.outputScale ** 2;
    const expected = Float64Array.from(order.slice(0, 20), (row, i) => {
      const variance = std[i] ** 2 + learned + model.noise[row];
      return -0.5 * (Math.log(2 * Math.PI * variance) + (model.y[row] - mean[i]) ** 2 / variance);
    });
    expect(found.length).toBe(20);
    expect(furthest(found, expected)).toBeLessThan(1e-6);
    others.free();
  });

  describe('of 300 rows', () => {
    const { X, y, n, d } = randomModel(2, 300, 7, 0.05);
    const { problemOf } = ensembleProblem({ X, y, n, d, categorical: [false, false], seed: 1 }, []);
    const fitted = (judge?: LogDensitiesAt) =>
      runAlone(fitSparseSteps(problemOf(undefined), 5, { seed: 1 }, { backend: on }, judge), on);
    const [plain, exact] = [
      fitted(),
      runAlone(fitSteps(problemOf(undefined), { seed: 1 }, { backend: on }), on),
    ];
    /** Likes the exact fit better than others by so much, by turns a little more and less. */
    const liking = (nats: number, spread: number) => (theta: Float64Array) =>
      Float64Array.from({ length: 100 }, (_, i) =>
        theta.every((value, k) => value === exact.theta[k]) ? nats + (i % 2 === 0 ? spread : -spread) : 0,
      );

    it('are those of the likelihood of neighbours where they predict better', () => {
      expect(fitted(liking(-0.001, 0))).toEqual(plain);
      expect(plain.theta).not.toEqual(exact.theta);
    });

    it.each([
      ['clearly', 0.06, 0, 1],
      ['but by less than 0.03', 0.02, 0, 2],
      ['but by less than two standard errors', 0.06, 0.4, 2],
    ])('are those of the exact likelihood where they predict better, %s', (_, nats, spread, descents) => {
      let judged = 0;
      const found = fitted((theta) => {
        judged++;
        return liking(nats, spread)(theta);
      });
      expect([found.theta, found.objective]).toEqual([exact.theta, exact.objective]);
      expect(judged).toBe(1 + descents);
      expect(found.fallbacks.at(-1)).toContain(`by ${nats.toPrecision(2)} of the log density`);
    });
  });

  it('of many rows are learned exactly from more of them, as are the rows of inducing points', () => {
    expect([4000, 25_000, 50_000, 75_000, 1e6].map(learnedExactly)).toEqual([1000, 1000, 2000, 3000, 3000]);
    expect([100, 4000, 40_000, 100_000].map(inducingFor)).toEqual([12, 500, 500, 200]);
  });

  it.runIf(native)('of 30,000 rows are those of the exact likelihood of 1,200 where these are ahead', () => {
    const n = 30_000;
    const X = uniform(n, 73);
    const noise = createGenerator('many rows');
    const y = X.map((x) => Math.sin(9 * x) + 0.3 * noise.normal());
    const { problemOf } = ensembleProblem({ X, y, n, d: 1, categorical: [false], seed: 1 }, []);
    const problem = problemOf(undefined);
    const exact = runAlone(fitSteps(subset(problem, 1200, 1), { seed: 1 }, { backend: on }), on);
    const judge: LogDensitiesAt = (theta) =>
      new Float64Array(10).fill(theta.every((value, k) => value === exact.theta[k]) ? 1 : 0);
    const found = runAlone(fitSparseSteps(problem, 5, { seed: 1 }, { backend: on }, judge), on);
    expect(found.theta).toEqual(exact.theta);
    expect(found.fallbacks.at(-1)).toContain('those of 1200 rows');
  });

  it.runIf(native)('predict a smooth field of many columns better', () => {
    const [n, d, held] = [1200, 20, 400];
    const X = uniform((n + held) * d, 71);
    const generator = createGenerator('waves');
    const waves = Array.from({ length: 100 }, () => ({
      along: Float64Array.from({ length: d }, () => generator.normal() / 2.2),
      phase: 2 * Math.PI * generator.uniform(),
    }));
    const y = Float64Array.from({ length: n + held }, (_, i) =>
      waves.reduce(
        (sum, { along, phase }) =>
          sum + 0.14 * Math.cos(along.reduce((at, a, k) => at + a * X[i * d + k], phase)),
        0.1 * generator.normal(),
      ),
    );
    const task: TrainTask = {
      ...{ X: X.slice(0, n * d), n, d, categorical: new Array<boolean>(d).fill(false) },
      ...{ outputs: [y.slice(0, n)], recipe: 'auto', kernel: 'matern', kernelParams: {}, seed: 1 },
      isBrief: true,
    };
    const [own, others] = (['local', 'vecchia'] as const).map(
      (approximation) =>
        train({ ...task, options: { approximation, exact_mean: false } }, { backend: on }).models[0],
    );
    expect(own.verdict.join()).toContain('the hyperparameters are those of 1000 rows: with them, other rows');
    const errors = [own, { ...others, sparse: own.sparse as SparseForm }].map((model) => {
      const { mean } = createPosterior(model, on).predict(X.slice(n * d), held);
      return mean.reduce((sum, value, i) => sum + (value - y[n + i]) ** 2, 0);
    });
    expect(errors[0]).toBeLessThan(0.97 * errors[1]);
  });
});

describe('training', () => {
  it('is exact up to a stated number of rows, sparse above, and as requested', () => {
    expect(sparseFormOf({ n: SPARSE_ABOVE })).toBeUndefined();
    expect(sparseFormOf({ n: SPARSE_ABOVE + 1 })?.kind).toBe('local');
    expect(sparseFormOf({ n: 10 ** 5, options: { approximation: 'exact' } })).toBeUndefined();
    expect(sparseFormOf({ n: 10, options: { approximation: 'local' } })?.kind).toBe('local');
    expect(sparseFormOf({ n: 10 ** 5, options: { neighbours: 40 } })).toEqual({
      kind: 'local',
      neighbours: 20,
      predictive: 40,
      inducing: 200,
    });
    expect(
      sparseFormOf({ n: 10, options: { approximation: 'local', inducing: 0 } })?.inducing,
    ).toBeUndefined();
    expect(
      sparseFormOf({ n: 5000, options: { approximation: 'vecchia', inducing: 9 } })?.inducing,
    ).toBeUndefined();
  });

  it('has exact means up to a stated number of rows, and as requested', () => {
    const { most, neighbours } = FULL_WEIGHTS;
    const meansOf = (n: number, options: TrainTask['options'] = {}) =>
      sparseFormOf({ n, options })?.exactMean;
    expect(sparseFormOf({ n: most })).toEqual({
      ...{ kind: 'local', inducing: 500, exactMean: true },
      ...{ neighbours: 30, predictive: neighbours },
    });
    expect(meansOf(most + 1)).toBeUndefined();
    expect(meansOf(most + 1, { exact_mean: true })).toBe(true);
    expect(meansOf(most, { exact_mean: false })).toBeUndefined();
    expect(meansOf(most, { approximation: 'vecchia' })).toBeUndefined();
    expect(() => meansOf(most, { approximation: 'vecchia', exact_mean: true })).toThrow(
      "options.exact_mean: true needs approximation 'local' with inducing points",
    );
  });

  it.each([
    ['botorch', 'vecchia', '', 150],
    ['auto', 'vecchia', '', 150],
    ['botorch', 'local', ' and 18 inducing points', 30],
    ['auto', 'local', ' and 18 inducing points', 30],
  ] as const)('of recipe %s, %s, names the sparse model and its distance', (recipe, kind, points, scored) => {
    const own = { approximation: kind, neighbours: 40, restarts: 2, exact_mean: false };
    const { models, validation } = train({ ...taskOf(150, own), recipe }, context);
    const [model] = models;
    const words = model.verdict.find((word) => word.startsWith(`${kind}:`)) ?? '';
    expect(words).toContain(`the 40 nearest of 150 rows${points}, `);
    expect(words).toMatch(/exact model of 120 rows, means differ by ([\d.e-]+)/);
    expect(Number(/differ by ([\d.e-]+)/.exec(words)?.[1])).toBeLessThan(0.5);
    const scores = validation[0];
    expect([scores?.kind, scores?.actual.length]).toEqual(['fixed_hyperparameters', scored]);
    const errors = Array.from(scores?.actual ?? [], (value, i) => value - (scores?.predicted[i] ?? 0));
    expect(Math.sqrt(errors.reduce((sum, error) => sum + error ** 2 / scored, 0))).toBeLessThan(0.1);
  });

  it.each(['botorch', 'auto'] as const)(
    'of recipe %s names a model with exact means and what it misses',
    (recipe) => {
      const { models, validation, crossValidation } = train(
        { ...taskOf(150, { approximation: 'local', restarts: 2, calibration_enabled: true }), recipe },
        context,
      );
      const [model] = models;
      const words = model.verdict.find((word) => word.startsWith('local:')) ?? '';
      expect(words).toContain(
        'uses the weights of all 150 rows and, for its standard deviation, the 30 nearest rows and 18',
      );
      const [, percent, nats] =
        /by ([\d.e-]+) % at 64 points, which lowers the log density of a measurement by ([\d.e-]+)/.exec(
          words,
        ) ?? [];
      expect(Number(percent)).toBeLessThan(10);
      expect(Math.abs(Number(nats))).toBeLessThan(0.02);
      expect([validation[0]?.kind, validation[0]?.actual.length]).toEqual(['fixed_hyperparameters', 30]);
      const { calibration: _calibration, sparse: _sparse, ...rest } = model;
      const exact = createExactPosterior({ ...rest, calibration: 1 }, backend);
      const found = createPosterior(model, backend);
      expect(furthest(found.mean(model.X, 150), exact.mean(model.X, 150))).toBeLessThan(1e-8);
      expect(crossValidation[0]?.rows.length).toBe(30);
    },
  );

  it('inducing points bring predictions nearer to the exact model', () => {
    const on = native ?? backend;
    const model = randomModel(6, 1200, 21, 0.01);
    const points = uniform(6 * 200, 22);
    const exact = createExactPosterior(model, on).predict(points, 200);
    const away = [0, 150].map((inducing) => {
      const { mean, std } = createPosterior(whole({ ...model }, 30, inducing), on).predict(points, 200);
      return [furthest(mean, exact.mean), furthest(std, exact.std)];
    });
    expect(away[1][0]).toBeLessThan(0.7 * away[0][0]);
    expect(away[1][1]).toBeLessThan(0.7 * away[0][1]);
  });
});

describe('exact models of many rows', () => {
  it.each(['botorch', 'auto'] as const)(
    'of recipe %s are validated at their fit by its one factor',
    (recipe) => {
      const n = 1010;
      const { models, validation, crossValidation } = train(
        { ...taskOf(n, { restarts: 1 }), recipe },
        { backend: native ?? backend },
      );
      expect(models[0].sparse).toBeUndefined();
      expect([validation[0]?.kind, validation[0]?.actual.length]).toEqual(['fixed_hyperparameters', n]);
      expect(crossValidation[0]?.rows.length).toBe(n);
      const errors = Array.from(
        validation[0]?.actual ?? [],
        (v, i) => v - (validation[0]?.predicted[i] ?? 0),
      );
      expect(Math.sqrt(errors.reduce((sum, error) => sum + error ** 2 / n, 0))).toBeLessThan(0.06);
    },
  );

  it('held-out folds are predicted as by models of the other rows', () => {
    const model = { ...randomModel(2, 60, 4, 0.01), noise: uniform(60, 6).map((v) => 0.1 * v) };
    const posterior = createExactPosterior(model, backend);
    const folds = [0, 1, 2].map((f) => Int32Array.from({ length: 20 }, (_, i) => 3 * i + f));
    const { mean, variance, rows } = heldOutFolds(posterior, folds);
    const kept = Int32Array.from({ length: 60 }, (_, i) => i).filter((row) => row % 3 !== 1);
    const part = exactModelOfRows({ ...model }, indexedRowsOf(model), kept);
    const others = createExactPosterior(part, backend);
    const X = [...folds[1]].flatMap((row) => [model.X[2 * row], model.X[2 * row + 1]]);
    const expected = others.predict(Float64Array.from(X), 20);
    expect(Array.from(rows.subarray(20, 40))).toEqual(Array.from(folds[1]));
    const { outputShift: shift, outputScale: scale } = model;
    expect(
      furthest(
        mean.slice(20, 40).map((v) => shift + scale * v),
        expected.mean,
      ),
    ).toBeLessThan(1e-8);
    expect(
      furthest(
        variance.slice(20, 40).map((v) => scale * Math.sqrt(v)),
        expected.std,
      ),
    ).toBeLessThan(1e-8);
  });
});

describe('suggestions', () => {
  const model = randomModel(2, 120, 5);
  const task = (sparse: GpModel, strategy: string, count: number) => ({
    models: [sparse],
    recipe: 'botorch' as const,
    space: {
      dimensions: ['a', 'b'].map((name) => ({ kind: 'real' as const, name, low: 0, high: 1 })),
      constraints: [],
    },
    strategy,
    count,
    goals: ['maximize' as const],
    fixed: new Map<number, number>(),
    pending: Float64Array.of(0.4, 0.4),
    seed: 3,
  });

  it.each([
    ['LogEI', 1],
    ['qEI', 2],
    ['PosteriorMean', 1],
  ] as const)('%s through nearest rows end where the exact model would', (strategy, count) => {
    const [near, exact] = [whole(model, 60), model].map((one) =>
      suggest(task(one, strategy, count), context),
    );
    expect(near.warnings.flat()).toEqual([]);
    expect(Math.abs(near.value - exact.value)).toBeLessThan(0.05 * Math.max(1, Math.abs(exact.value)));
  });

  it.each([
    ['many rows are climbed by approximations', 2000],
    ['some rows are screened by a part of them', 700],
  ])('of an exact model of %s, to the same top', (_name, n) => {
    const many = randomModel(2, n, 9, 0.05);
    const on = native ?? backend;
    const options = { spread: 64, nearby: 32 };
    const found = suggest(
      { ...task(many, 'LogEI', 1), pending: new Float64Array(0), options },
      { backend: on },
    );
    const posterior = createExactPosterior(many, on);
    const side = 33;
    const grid = Float64Array.from({ length: 2 * side * side }, (_, at) => {
      const i = Math.floor(at / 2);
      return (at % 2 === 0 ? Math.floor(i / side) : i % side) / (side - 1);
    });
    const { mean, std } = posterior.predict(grid, side * side);
    const means = posterior.mean(many.X, many.n);
    expect(furthest(posterior.meanOfRows?.() ?? grid, means)).toBeLessThan(1e-9);
    const best = means.reduce((a, b) => Math.max(a, b));
    const terms = { sign: 1, best, xi: 0, kappa: 0 } as const;
    const values = mean.map((value, i) => logExpectedImprovement(value, std[i], terms).value);
    expect(found.value).toBeGreaterThan(values.reduce((a, b) => Math.max(a, b)) - 1e-6);
  });

  it('Thompson samples, and others through the exact model around the best row', () => {
    expect(suggest(task(whole(model, 40), 'Thompson', 2), context).points.length).toBe(4);
    const learned = suggest(task(whole(model, 40), 'qNIPV', 1), context);
    expect(learned.warnings[0]).toContain(
      'searched with the exact model of the 120 rows nearest to the best one',
    );
  });
});
