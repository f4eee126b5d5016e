import { describe, expect, test } from 'vitest';
import { findOptimum } from '../../../src/engine/acquisition/find-optimum.ts';
import { prepareProblem, release } from '../../../src/engine/acquisition/problem.ts';
import { usualSearch } from '../../../src/engine/acquisition/search/search.ts';
import { hypervolume } from '../../../src/engine/acquisition/strategies/dominated-volume.ts';
import type { Front } from '../../../src/engine/acquisition/strategies/front.ts';
import { monteCarloBatches } from '../../../src/engine/acquisition/strategies/monte-carlo.ts';
import { onePoint } from '../../../src/engine/acquisition/strategies/one-point.ts';
import { scalarizationOf } from '../../../src/engine/acquisition/strategies/scalarization.ts';
import { findStrategy } from '../../../src/engine/acquisition/strategies/table.ts';
import { suggest } from '../../../src/engine/acquisition/suggest.ts';
import type { SuggestTask } from '../../../src/engine/acquisition/task.ts';
import type { Backend } from '../../../src/engine/compute/backend.ts';
import { readSizes } from '../../../src/engine/compute/step.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { ValueError } from '../../../src/engine/errors.ts';
import { fitModel } from '../../../src/engine/gp/fit/plan-fit.ts';
import type { GpModel } from '../../../src/engine/gp/model.ts';
import { createPosterior } from '../../../src/engine/gp/posterior/posterior.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import { hull } from '../../../src/engine/space/encode.ts';
import { createFeasibleRegion } from '../../../src/engine/space/feasible-region.ts';
import type { Space } from '../../../src/engine/space/space.ts';
import { randomModel } from './random-model.ts';

const backend = createTsBackend();
const context = { backend };

const cube = (d: number): Space => ({
  dimensions: Array.from({ length: d }, (_, k) => ({ kind: 'real', name: `x${k}`, low: 0, high: 1 })),
  constraints: [],
});

function taskOf(d: number, models: readonly GpModel[], more: Partial<SuggestTask> = {}): SuggestTask {
  return {
    models,
    recipe: 'botorch',
    space: cube(d),
    strategy: 'LogEI',
    count: 1,
    goals: models.map(() => 'maximize'),
    fixed: new Map(),
    pending: new Float64Array(0),
    seed: 5,
    ...more,
  };
}

/** Models of one data set over any space: scaled by the hull of each dimension. */
function modelsOver(space: Space, objectives: number, seed: number): GpModel[] {
  const d = space.dimensions.length;
  const generator = createGenerator(seed);
  const n = 6;
  const X = Float64Array.from({ length: n * d }, (_, i) => {
    const [low, high] = hull(space.dimensions[i % d]);
    return low + generator.uniform() * (high - low);
  });
  return Array.from({ length: objectives }, (_, k) => ({
    ...randomModel(d, n, seed + k),
    X,
    inputShift: Float64Array.from(space.dimensions, (dimension) => hull(dimension)[0]),
    inputScale: Float64Array.from(space.dimensions, (dimension) =>
      Math.max(hull(dimension)[1] - hull(dimension)[0], 1),
    ),
  }));
}

describe('rules of strategies', () => {
  const [model] = [randomModel(2, 8, 1)];

  test('names are found in any case, long forms too', () => {
    expect(findStrategy('logei')).toBe('LogEI');
    expect(findStrategy('UpperConfidenceBound')).toBe('UCB');
    expect(findStrategy('nothing')).toBeUndefined();
    expect(findStrategy('constructor')).toBeUndefined();
  });

  test.each([
    [
      'EI',
      'botorch',
      2,
      1,
      "strategy 'EI' scores one point, n_suggestions is 2; use Thompson, qEI, qUCB, qIPV or qNIPV for a batch",
    ],
    ['LogEI', 'sklearn', 1, 1, "strategy 'LogEI' is not known to sklearn; use botorch"],
    ['gp_hedge', 'botorch', 1, 1, "strategy 'gp_hedge' is not known to botorch; use sklearn"],
    ['EI', 'botorch', 1, 2, "strategy 'EI' does not fit 2 objectives; use qEHVI or qNEHVI"],
    ['qEHVI', 'botorch', 1, 1, "strategy 'qEHVI' does not fit 1 objective; use EI or qEI"],
    ['magic', 'botorch', 1, 1, "strategy 'magic' is not known"],
  ] as const)(
    '%s on %s, %d points, %d objectives is refused',
    (strategy, recipe, count, objectives, message) => {
      const models = Array.from({ length: objectives }, () => model);
      const ask = () => suggest(taskOf(2, models, { strategy, recipe, count }), context);
      expect(ask).toThrow(ValueError);
      expect(ask).toThrow(message);
    },
  );

  test('a held slice without a point is refused by name', () => {
    const space: Space = {
      ...cube(2),
      constraints: [{ name: 'cap', type: 'inequality', coefficients: [1, 1], rhs: 0.5 }],
    };
    expect(() => suggest(taskOf(2, [model], { space, fixed: new Map([[0, 0.8]]) }), context)).toThrow(
      /constraint 'cap' with 'x0' = 0.8/,
    );
  });

  test('everything held gives the point itself, repeated', () => {
    const fixed = new Map([
      [0, 0.25],
      [1, 0.5],
    ]);
    const { points } = suggest(taskOf(2, [model], { strategy: 'qEI', count: 2, fixed }), context);
    expect([...points]).toEqual([0.25, 0.5, 0.25, 0.5]);
  });
});

describe('what suggestions are worth', () => {
  const model = randomModel(2, 12, 4);

  test('goals are mirrored: minimizing −y is maximizing y', () => {
    const mirrored = { ...model, y: model.y.map((v) => -v), outputShift: -model.outputShift };
    for (const strategy of ['LogEI', 'PI', 'UCB', 'qUCB', 'PosteriorMean', 'Thompson'] as const) {
      const up = suggest(taskOf(2, [model], { strategy, samples: 4096, count: 1 }), context);
      const down = suggest(
        taskOf(2, [mirrored], { strategy, samples: 4096, count: 1, goals: ['minimize'] }),
        context,
      );
      if (strategy === 'Thompson') continue;
      down.points.forEach((value, i) => {
        expect(value).toBeCloseTo(up.points[i], strategy === 'qUCB' ? 1 : 4);
      });
      expect(down.value).toBeCloseTo(up.value, strategy === 'qUCB' ? 2 : 6);
    }
  });

  test('the point found is at least as good as a fine grid', () => {
    const { value } = suggest(taskOf(2, [model]), context);
    const grid = suggest(
      taskOf(2, [model], { options: { spread: 16384, nearby: 0, restarts: 1, iterations: 1 } }),
      context,
    );
    expect(value).toBeGreaterThan(grid.value - 1e-6);
  });

  test('pending points are kept away from', () => {
    const first = suggest(taskOf(2, [model]), context);
    const second = suggest(taskOf(2, [model], { pending: first.points }), context);
    const apart = Math.hypot(second.points[0] - first.points[0], second.points[1] - first.points[1]);
    expect(apart).toBeGreaterThan(0.05);
  });

  test('many pending points are fantasized, a few are drawn, and both are kept away from', () => {
    const generator = createGenerator(3);
    const pending = Float64Array.from({ length: 2 * 40 }, () => generator.uniform());
    const { points } = suggest(
      taskOf(2, [model], { strategy: 'qEI', count: 2, pending, samples: 64 }),
      context,
    );
    for (const j of [0, 1]) {
      for (let i = 0; i < 40; i++) {
        const apart = Math.hypot(points[2 * j] - pending[2 * i], points[2 * j + 1] - pending[2 * i + 1]);
        expect(apart).toBeGreaterThan(1e-3);
      }
    }
  });

  // Rows up to 0.7, 0.8 and 0.9 of a noisy slope: the end is expected to gain most, and a second run there nothing.
  test.each([
    [0.7, 0.05],
    [0.8, 0.05],
    [0.8, 0.1],
    [0.9, 0.1],
  ])('two runs of qEI are not one run twice (rows up to %s, noise %s)', (top, noise) => {
    const n = 12;
    const X = Float64Array.from({ length: n }, (_, i) => (top * i) / (n - 1));
    const y = X.map((x, i) => x + noise * Math.sin(7 * i * i + 1));
    const data = { X, n, d: 1, categorical: [false], outputs: [y], seed: 1 };
    const fitted = fitModel(
      { ...data, recipe: 'botorch', kernel: 'matern', kernelParams: {}, options: {} },
      y,
      context,
    );
    const { points, warnings } = suggest(taskOf(1, [fitted], { strategy: 'qEI', count: 2 }), context);
    expect(points[0]).not.toBe(points[1]);
    expect(warnings.flat()).toEqual([]);
  });

  test('an outcome constraint moves the suggestion where it can be met', () => {
    const without = suggest(taskOf(2, [model]), context);
    const outcomeConstraints = [{ objective: 0, bound: 'upper', value: model.outputShift }] as const;
    const within = suggest(taskOf(2, [model], { outcomeConstraints }), context);
    expect(within.mean[0][0]).toBeLessThan(without.mean[0][0]);
  });

  test.each([
    ['qEI', 'EI', 1],
    ['qEI', 'EI', 1e6],
    ['qUCB', 'UCB', 1],
    ['qUCB', 'UCB', 1e6],
  ] as const)('with an outcome constraint %s of one run is %s (results times %d)', (batch, single, unit) => {
    const own = {
      ...model,
      y: model.y.map((value) => unit * value),
      outputShift: unit * model.outputShift,
      outputScale: unit * model.outputScale,
    };
    const outcomeConstraints = [{ objective: 0, bound: 'upper', value: unit * 0.4 }] as const;
    const more = { outcomeConstraints, samples: 4096 };
    const one = suggest(taskOf(2, [own], { ...more, strategy: single }), context);
    const answer = suggest(taskOf(2, [own], { ...more, strategy: batch }), context);
    expect(Math.abs(answer.value / one.value - 1)).toBeLessThan(0.005);
    answer.points.forEach((value, k) => {
      expect(value).toBeCloseTo(one.points[k] as number, 2);
    });
  });

  test.each(['UCB', 'PosteriorMean', 'qUCB'])(
    '%s weighs an outcome constraint alike in any unit',
    (strategy) => {
      const propose = (unit: number) => {
        const scaled = {
          ...model,
          y: model.y.map((value) => unit * value),
          outputShift: unit * model.outputShift,
          outputScale: unit * model.outputScale,
        };
        const outcomeConstraints = [{ objective: 0, bound: 'upper', value: scaled.outputShift }] as const;
        const count = strategy === 'qUCB' ? 2 : 1;
        return suggest(taskOf(2, [scaled], { strategy, count, outcomeConstraints }), context).points;
      };
      const alike = [...propose(1)].map((value) => expect.closeTo(value, 4));
      expect([...propose(1e6)]).toEqual(alike);
      expect([...propose(1e-6)]).toEqual(alike);
      expect([...propose(1e-14)]).toEqual(alike);
    },
  );

  test('scalarization weighs objectives alike in any unit', () => {
    const front = (unit: number): Front => ({
      m: 2,
      Y: Float64Array.of(0, 2 * unit, 1, unit, 3, 0),
      complete: [0, 1, 2],
      feasible: [0, 1, 2],
      reference: Float64Array.of(0, 0),
      rows: [0, 1, 2],
    });
    const best = (unit: number) => scalarizationOf(front(unit), createGenerator(1)).best;
    expect(best(1e-15)).toBeCloseTo(best(1), 12);
  });

  test('a scalarization is improved most by what is proposed for it, and by as much as the value says', () => {
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const models = modelsOver(cube(1), 2, seed);
      const { points, value } = suggest(taskOf(1, models, { strategy: 'Scalarization', seed }), context);
      const posteriors = models.map((model) => createPosterior(model, backend));
      const range = models.map(({ y }) => Math.max(...y) - Math.min(...y));
      const scaled = (k: number, y: number) => (y - Math.min(...models[k].y)) / range[k];
      const joined = (weight: number, [a, b]: readonly number[]) =>
        Math.min(weight * a, (1 - weight) * b) + 0.05 * (weight * a + (1 - weight) * b);
      const recorded = Array.from(models[0].y, (_, i) => models.map(({ y }, k) => scaled(k, y[i])));
      const normals = createGenerator(seed).normals(2 * 300);
      const draws = [points[0], ...Array.from({ length: 101 }, (_, i) => i / 100)].map((x) => {
        const [a, b] = posteriors.map((posterior) => posterior.predict(Float64Array.of(x), 1));
        return Array.from({ length: 300 }, (_, s) => [
          scaled(0, a.mean[0] + a.std[0] * normals[2 * s]),
          scaled(1, b.mean[0] + b.std[0] * normals[2 * s + 1]),
        ]);
      });
      for (const posterior of posteriors) posterior.free();
      const isOfOne = Array.from({ length: 99 }, (_, i) => (i + 1) / 100).some((weight) => {
        const best = Math.max(...recorded.map((y) => joined(weight, y)));
        const [gain, ...others] = draws.map(
          (of) => of.reduce((sum, y) => sum + Math.max(joined(weight, y) - best, 0), 0) / of.length,
        );
        return gain > 0.95 * Math.max(...others) && Math.abs(value / gain - 1) < 0.2;
      });
      expect(isOfOne).toBe(true);
    }
  });

  test('qUCB looks at an uncertain end of a range where the mean is bad', () => {
    const uncertain = randomModel(1, 10, 199, 0.05);
    const goals = ['minimize'] as const;
    const { points, value } = suggest(
      taskOf(1, [uncertain], { strategy: 'qUCB', count: 2, goals, seed: 199 }),
      context,
    );
    expect(Math.max(...points)).toBe(1);
    const held = suggest(
      taskOf(1, [uncertain], { strategy: 'qUCB', goals, pending: Float64Array.of(1), seed: 199 }),
      context,
    );
    expect(value).toBeGreaterThan(held.value - 1e-3);
  });

  test('a small lattice without noise is never measured twice, then said to be a replicate', () => {
    const space: Space = { dimensions: [{ kind: 'integer', name: 'k', low: 0, high: 3 }], constraints: [] };
    const exact = {
      ...randomModel(1, 3, 1, 1e-9),
      X: Float64Array.of(0, 1, 3),
      inputScale: Float64Array.of(3),
    };
    const open = suggest(taskOf(1, [exact], { space }), context);
    expect([...open.points]).toEqual([2]);
    expect(open.warnings).toEqual([[]]);
    const full = suggest(taskOf(1, [exact], { space, pending: Float64Array.of(2) }), context);
    expect(full.warnings.join()).toContain('replicate');
  });

  test('a held slice that the data know nothing of is warned about', () => {
    const far = { ...model, inputScale: Float64Array.of(0.01, 0.01) };
    const { knowledgeRatio, warnings } = suggest(taskOf(2, [far], { fixed: new Map([[0, 0.123]]) }), context);
    expect(knowledgeRatio[0]).toBeGreaterThan(0.9);
    expect(warnings.join()).toContain('knowledge ratio');
  });

  test('hedge reports which strategy it drew', () => {
    const { strategy } = suggest(taskOf(2, [model], { recipe: 'sklearn', strategy: 'gp_hedge' }), context);
    expect(['EI', 'UCB', 'PI']).toContain(strategy);
  });

  test('two objectives report front, hypervolume and reference point in output units', () => {
    const models = modelsOver(cube(2), 2, 3);
    const result = suggest(
      taskOf(2, models, { strategy: 'qEHVI', goals: ['maximize', 'minimize'], referencePoint: [-9, 9] }),
      context,
    );
    expect([...(result.pareto?.referencePoint ?? [])]).toEqual([-9, 9]);
    expect(result.pareto?.hypervolume).toBeGreaterThan(0);
    expect(result.pareto?.rows.length).toBeGreaterThan(0);
  });

  test.each(['qEHVI', 'qNEHVI'])(
    'a limit on an objective of the front counts in each draw of %s',
    (strategy) => {
      const [first, second] = modelsOver(cube(2), 2, 3);
      const models = [first, { ...second, X: first.X }];
      const referencePoint = models.map(({ y }) => Math.min(...y) - 0.5);
      const value = [...first.y].sort((a, b) => b - a)[1];
      const outcomeConstraints = [{ objective: 0, bound: 'lower', value }] as const;
      const task = taskOf(2, models, { strategy, referencePoint, outcomeConstraints, samples: 512 });
      const found = suggest(task, context);
      const draws = 2048;
      const rows = Float64Array.of(...first.X, ...found.points);
      const n = rows.length / 2;
      const generator = createGenerator('draws');
      const drawn = models.map((model) => {
        const posterior = createPosterior(model, backend);
        const outputs = posterior.sample(rows, n, generator.normals(n * draws));
        posterior.free();
        return outputs;
      });
      const recorded = Array.from({ length: n - 1 }, (_, i) => models.map(({ y }) => y[i]));
      let gained = 0;
      for (let s = 0; s < draws; s++) {
        const all = Array.from({ length: n }, (_, j) => drawn.map((of) => of[s * n + j]));
        const before = strategy === 'qEHVI' ? recorded : all.slice(0, n - 1);
        const inside = (runs: readonly number[][]) => runs.filter(([y]) => y >= value);
        const after = hypervolume(inside([...before, all[n - 1]]), referencePoint);
        gained += (after - hypervolume(inside(before), referencePoint)) / draws;
      }
      expect(found.value / gained).toBeCloseTo(1, 1);
    },
  );

  test('runs are still compared where limits leave nothing above the reference point', () => {
    const models = modelsOver(cube(2), 2, 3);
    const value = Math.min(...models[0].y);
    const outcomeConstraints = [{ objective: 0, bound: 'upper', value }] as const;
    const task = taskOf(2, models, { strategy: 'qNEHVI', outcomeConstraints, referencePoint: [value, -9] });
    const found = suggest(task, context);
    expect(found.value).toBe(0);
    // Towards the limit: lower than three quarters of the results.
    const lowQuarter = models[0].y.toSorted()[Math.floor(models[0].n / 4)];
    expect(found.mean[0][0]).toBeLessThan(lowQuarter);
  });

  test('five objectives fall back to scalarizations', () => {
    const models = modelsOver(cube(2), 5, 3);
    expect(suggest(taskOf(2, models, { strategy: 'qEHVI', count: 2 }), context).strategy).toBe(
      'Scalarization',
    );
  });

  test('a batch of a 20-component mixture sums to one', () => {
    const space: Space = {
      ...cube(20),
      constraints: [{ name: 'sum', type: 'equality', coefficients: new Array<number>(20).fill(1), rhs: 1 }],
    };
    const { points } = suggest(
      taskOf(20, [randomModel(20, 25, 2)], { space, strategy: 'qEI', count: 2, samples: 32 }),
      context,
    );
    for (const i of [0, 1]) {
      const row = points.subarray(i * 20, (i + 1) * 20);
      expect(row.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 9);
      expect(Math.min(...row)).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('many rows', () => {
  test('a batch climbs on an approximation, asks the score itself a few times, and is worth what it is without', () => {
    const rows = 720;
    const model = randomModel(2, rows, 3, 0.1);
    const task = taskOf(2, [model], { strategy: 'qEI', count: 2 });
    let asked = 0;
    const counted: Backend = {
      ...backend,
      run(program) {
        for (const { op, dims } of program)
          if (op === 'mc_acquisition' && readSizes(op, dims).n === rows) asked += dims[0];
        backend.run(program);
      },
    };
    const [near, plain] = [true, false].map((withApproximation) => {
      const problem = prepareProblem(task, { backend: counted });
      asked = 0;
      const { value } = monteCarloBatches.qEI.run(
        withApproximation ? problem : { ...problem, nearby: undefined },
      );
      release(problem);
      return { value, asked };
    });
    expect(near.value).toBeGreaterThan(0.99 * plain.value);
    expect(near.asked).toBeLessThan(plain.asked / 2);
  });

  test('the score by all rows is asked at each top of the approximation once, and of few of them without smoothing', () => {
    const rows = 460;
    const random = randomModel(2, rows, 3, 0.1);
    const at = (i: number, k: number) => random.X[2 * i + k];
    const model = {
      ...random,
      y: random.y.map((_, i) => -((4 * (at(i, 0) - 0.37)) ** 2) - (3 * (at(i, 1) - 0.61)) ** 2),
    };
    const climbed: number[] = [];
    const compared: number[] = [];
    const watched: Backend = {
      ...backend,
      run(program) {
        for (const { op, dims } of program) {
          if (op !== 'mc_acquisition') continue;
          const { n, groups, q, withGradient } = readSizes(op, dims);
          if (n === rows && q === 2 && groups > 1) (withGradient ? climbed : compared).push(groups);
        }
        backend.run(program);
      },
    };
    const problem = prepareProblem(taskOf(2, [model], { strategy: 'qEI', count: 2 }), { backend: watched });
    monteCarloBatches.qEI.run(problem);
    release(problem);
    // One hill: of eight batches most end in the same place.
    expect(Math.max(...climbed)).toBeLessThan(8);
    expect(Math.max(...compared)).toBeLessThanOrEqual(4);
  });

  test('what is reported of a proposal is not read from all rows once more', () => {
    const rows = 460;
    const random = randomModel(2, rows, 5, 0.1);
    const at = (i: number, k: number) => random.X[2 * i + k];
    const model = {
      ...random,
      y: random.y.map((_, i) => -((4 * (at(i, 0) - 0.37)) ** 2) - (3 * (at(i, 1) - 0.61)) ** 2),
    };
    const places: string[] = [];
    const watched: Backend = {
      ...backend,
      run(program) {
        for (const { op, dims, inputs } of program) {
          if (op !== 'gp_predict') continue;
          const { n, m, wanted } = readSizes(op, dims);
          const points = new Float64Array(2 * m);
          backend.read(inputs[4], points);
          for (let i = 0; n === rows && wanted === 7 && i < m; i++)
            places.push(points.slice(2 * i, 2 * i + 2).join());
        }
        backend.run(program);
      },
    };
    const { points } = suggest(taskOf(2, [model]), { backend: watched });
    expect(places.filter((place) => place === points.join())).toHaveLength(1);
  });

  test('means of all rows are asked where a part of them promises most, and lead to the same place', () => {
    const rows = 500;
    const model = randomModel(2, rows, 5, 0.1);
    const task = taskOf(2, [model], { strategy: 'LogEI' });
    const asked = new Map<number, number>();
    const counted: Backend = {
      ...backend,
      run(program) {
        for (const { op, dims } of program) {
          if (op !== 'gp_predict') continue;
          const { n, m } = readSizes(op, dims);
          asked.set(n, (asked.get(n) ?? 0) + m);
        }
        backend.run(program);
      },
    };
    const { points, value, mean, std } = suggest(task, { backend: counted });
    expect(asked.get(rows)).toBeLessThan(usualSearch.spread);
    const problem = prepareProblem(task, { backend });
    const plain = onePoint.LogEI.run({ ...problem, part: undefined, nearby: undefined });
    expect(value).toBeGreaterThan(plain.value - 0.01);
    const told = problem.posteriors[0].predict(points, 1);
    release(problem);
    expect(mean[0][0]).toBeCloseTo(told.mean[0], 9);
    expect(std[0][0]).toBeCloseTo(model.calibration * told.std[0], 9);
  });

  test.each(['maximize', 'minimize'] as const)(
    'the part that screens starts has the best rows, to %s',
    (goal) => {
      const rows = 500;
      const model = randomModel(2, rows, 5, 0.1);
      const problem = prepareProblem(taskOf(2, [model], { goals: [goal] }), { backend });
      const means = problem.posteriors[0].mean(model.X, rows);
      const sign = goal === 'maximize' ? 1 : -1;
      const bestFirst = [...means.keys()].sort((a, b) => sign * (means[b] - means[a]));
      const { n, y } = problem.part?.model ?? { n: 0, y: [] };
      release(problem);
      expect(n).toBe(64);
      for (const row of bestFirst.slice(0, 30)) expect(y).toContain(model.y[row]);
    },
  );
});

describe('find optimum', () => {
  test('is at least as good as a grid of the interface, also with many labels', () => {
    const model = randomModel(2, 15, 9);
    const best = findOptimum({ model, space: cube(2), goal: 'minimize', fixed: new Map(), seed: 1 }, context);
    const side = 40;
    let grid = Number.POSITIVE_INFINITY;
    const probe = { ...taskOf(2, [model]), strategy: 'PosteriorMean' };
    for (let i = 0; i < side; i++) {
      const fixed = new Map([
        [0, i / (side - 1)],
        [1, ((i * 7) % side) / (side - 1)],
      ]);
      grid = Math.min(grid, suggest({ ...probe, fixed }, context).mean[0][0]);
    }
    expect(best.mean).toBeLessThanOrEqual(grid + 1e-9);
    const labels = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const space: Space = {
      dimensions: [
        { kind: 'real', name: 'x', low: 0, high: 1 },
        ...Array.from({ length: 5 }, (_, k) => ({ kind: 'categorical' as const, name: `c${k}`, labels })),
      ],
      constraints: [],
    };
    const wide = findOptimum(
      { model: modelsOver(space, 1, 2)[0], space, goal: 'maximize', fixed: new Map(), seed: 1 },
      context,
    );
    expect(createFeasibleRegion(space).contains(wide.point)).toBe(true);
  });

  test('lies where runs give a result, as that of PosteriorMean, and says how likely', () => {
    const model = randomModel(1, 8, 2);
    const task = { model, space: cube(1), goal: 'maximize', fixed: new Map(), seed: 1 } as const;
    const free = findOptimum(task, context);
    expect(free).not.toHaveProperty('successProbability');
    const X = Float64Array.from({ length: 24 }, (_, i) => (i + 0.5) / 24);
    const success = Uint8Array.from(X, (x) => Number(Math.abs(x - free.point[0]) > 0.2));
    const successes = { X, n: X.length, success };
    const safe = findOptimum({ ...task, successes }, context);
    expect(Math.abs(safe.point[0] - free.point[0])).toBeGreaterThan(0.15);
    const same = suggest({ ...taskOf(1, [model]), strategy: 'PosteriorMean', successes }, context);
    expect(safe.point[0]).toBeCloseTo(same.points[0], 3);
    expect(safe.successProbability).toBeCloseTo(same.successProbability?.[0] ?? 0, 2);
  });
});
