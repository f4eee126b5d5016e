import { describe, expect, test } from 'vitest';
import { outputTransforms } from '../../../src/engine/acquisition/models/output-transform.ts';
import { narrowSpace, trustRegionSide } from '../../../src/engine/acquisition/search/trust-region.ts';
import { suggest } from '../../../src/engine/acquisition/suggest.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import type { GpModel } from '../../../src/engine/gp/model.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import type { Space } from '../../../src/engine/space/space.ts';
import { randomModel } from './random-model.ts';

const context = { backend: createTsBackend() };

describe('output transforms', () => {
  test.each([1, -1] as const)('are increasing, with the slope they state (sign %d)', (sign) => {
    const y = Float64Array.of(1, 2, 4, 8, 16, 300);
    const transforms = outputTransforms(y, sign);
    // The logarithm of the outputs themselves is for maximized ones alone.
    expect(transforms.length).toBe(sign === 1 ? 5 : 4);
    for (const { apply, logSlope } of transforms) {
      for (const value of [1.5, 5, 100]) {
        const step = 1e-5 * value;
        const slope = (apply(value + step) - apply(value - step)) / (2 * step);
        expect(slope).toBeGreaterThan(0);
        expect(Math.log(slope)).toBeCloseTo(logSlope(value), 5);
      }
    }
  });

  test('constant outputs leave the identity', () => {
    expect(outputTransforms(new Float64Array(5).fill(2), 1).map(({ name }) => name)).toEqual(['identity']);
  });
});

describe('trust region', () => {
  test('grows with improvements in a row and shrinks with failures', () => {
    const start = [0, 0, 0, 0, 0, 0];
    expect(trustRegionSide([...start, 1, 2, 3], 2)).toBe(1.6);
    expect(trustRegionSide([...start, -1, -1, -1, -1], 2)).toBe(0.4);
    const long = (failures: number) =>
      trustRegionSide([...start, ...new Array<number>(failures).fill(-1)], 2);
    expect(long(24)).toBe(0.8 / 64);
    expect(long(28)).toBe(0.8);
  });

  test('narrows every kind of dimension around the centre', () => {
    const space: Space = {
      dimensions: [
        { kind: 'real', name: 'x', low: 0, high: 10 },
        { kind: 'integer', name: 'k', low: 0, high: 10 },
        { kind: 'discrete', name: 'v', values: [0, 1, 5, 10] },
        { kind: 'categorical', name: 'c', labels: ['a', 'b'] },
      ],
      constraints: [],
    };
    const { dimensions } = narrowSpace(space, [9, 5, 1, 1], 0.4, [1, 1, 1, 1]);
    expect(dimensions).toEqual([
      { kind: 'real', name: 'x', low: 7, high: 10 },
      { kind: 'integer', name: 'k', low: 3, high: 7 },
      { kind: 'discrete', name: 'v', values: [0, 1] },
      space.dimensions[3],
    ]);
  });

  test('keeps a suggestion near the best row', () => {
    const d = 4;
    const model = randomModel(d, 60, 3);
    const space: Space = {
      dimensions: Array.from({ length: d }, (_, k) => ({ kind: 'real', name: `x${k}`, low: 0, high: 1 })),
      constraints: [],
    };
    const best = model.y.reduce((top, value, i) => (value > model.y[top] ? i : top), 0);
    const y = model.y.map((value, i) => (i < 10 ? model.y[best] + 5 : value));
    const task = {
      models: [{ ...model, y }],
      recipe: 'botorch',
      space,
      strategy: 'LogEI',
      count: 1,
      goals: ['maximize'],
    } as const;
    const more = {
      fixed: new Map<number, number>(),
      pending: new Float64Array(0),
      seed: 1,
      options: { trust_region: true },
    };
    const { points } = suggest({ ...task, ...more }, context);
    const apart = Array.from({ length: 10 }, (_, i) =>
      Math.max(...points.map((value, k) => Math.abs(value - model.X[i * d + k]))),
    );
    expect(Math.min(...apart)).toBeLessThan(0.1);
  });
});

test.each([
  ['upper', 'maximize'],
  ['lower', 'minimize'],
] as const)('Thompson keeps %s limits of goal %s, or comes as near as its draws do', (bound, goal) => {
  const [d, n, count] = [2, 16, 4];
  const model = randomModel(d, n, 2);
  const best = [...model.y].sort((a, b) => (goal === 'maximize' ? b - a : a - b));
  const ask = (value: number) =>
    suggest(
      {
        models: [model],
        recipe: 'botorch',
        space: {
          dimensions: ['x', 'y'].map((name) => ({ kind: 'real', name, low: 0, high: 1 })),
          constraints: [],
        },
        strategy: 'Thompson',
        count,
        goals: [goal],
        fixed: new Map(),
        pending: new Float64Array(0),
        seed: 1,
        outcomeConstraints: [{ objective: 0, bound, value }],
      },
      context,
    );
  const side = bound === 'upper' ? 1 : -1;
  const within = ask(best[n / 2]);
  for (let i = 0; i < count; i++)
    expect(side * (within.mean[0][i] - best[n / 2])).toBeLessThan(3 * within.std[0][i]);
  expect(Number.isFinite(within.value)).toBe(true);
  // No output comes that far: the runs are those that are expected to be nearest.
  const beyond = best[n - 1] - side * 100;
  const nearest = ask(beyond);
  for (let i = 0; i < count; i++) expect(side * (nearest.mean[0][i] - best[n - 2])).toBeLessThan(1);
});

test('Thompson refuses more candidates than a function can be drawn at, before it makes them', () => {
  const task = {
    models: [randomModel(1, 8, 1)],
    recipe: 'botorch',
    space: { dimensions: [{ kind: 'real', name: 'x', low: 0, high: 1 }], constraints: [] },
    strategy: 'Thompson',
    count: 1,
    goals: ['maximize'],
    fixed: new Map<number, number>(),
    pending: new Float64Array(0),
    seed: 1,
  } as const;
  expect(() => suggest({ ...task, options: { spread: 65536 } }, context)).toThrow(
    "'spread' and 'nearby' are 65536 and 128; send less",
  );
  expect(suggest({ ...task, options: { spread: 64 } }, context).points).toHaveLength(1);
});

describe('local suggestions', () => {
  const space: Space = {
    dimensions: ['x', 'y'].map((name) => ({ kind: 'real', name, low: 0, high: 1 })),
    constraints: [],
  };
  const ask = (model: GpModel, local: number, seed: number, within = space) =>
    suggest(
      {
        models: [model],
        recipe: 'botorch',
        space: within,
        strategy: 'LogEI',
        count: 1,
        goals: ['maximize'],
        fixed: new Map(),
        pending: new Float64Array(0),
        seed,
        options: { local, spread: 64, nearby: 16 },
      },
      context,
    ).points;
  const bestOf = ({ X, y, d }: GpModel) => {
    const row = y.reduce((top, value, i) => (value > y[top] ? i : top), 0);
    return X.subarray(row * d, (row + 1) * d);
  };
  const apart = (a: Float64Array, b: Float64Array) =>
    Math.max(...a.map((value, k) => Math.abs(value - b[k])));

  test('stay within 15 % of the spans of the best row, in their share of the seeds', () => {
    const model = randomModel(2, 12, 3, 1e-8);
    const best = bestOf(model);
    const seeds = Array.from({ length: 12 }, (_, seed) => seed);
    for (const seed of seeds) expect(apart(ask(model, 1, seed), best)).toBeLessThan(0.15 + 1e-9);
    const alike = seeds.filter((seed) => apart(ask(model, 0.5, seed), ask(model, 1, seed)) < 1e-12);
    expect(alike.length).toBeGreaterThan(2);
    const asWithout = seeds.filter((seed) => apart(ask(model, 0.5, seed), ask(model, 0, seed)) < 1e-12);
    expect(asWithout.length).toBeGreaterThan(2);
  });

  test('wait for five rows per variable', () => {
    const few = randomModel(2, 9, 3, 1e-8);
    expect(ask(few, 1, 5)).toEqual(ask(few, 0, 5));
  });

  test('look further where everything near is known', () => {
    const lattice: Space = {
      dimensions: ['x', 'y'].map((name) => ({ kind: 'discrete', name, values: [0, 0.5, 1] })),
      constraints: [],
    };
    const model = randomModel(2, 10, 3, 1e-8);
    const X = model.X.map((_, i) => (i < 2 ? 0.5 : 0));
    const y = model.y.map((_, i) => (i === 0 ? 1 : 0));
    const [x0, x1] = ask({ ...model, X, y }, 1, 5, lattice);
    expect([`${x0},${x1}`]).not.toContain('0.5,0.5');
    expect([`${x0},${x1}`]).not.toContain('0,0');
  });
});

describe('automatic surrogates', () => {
  const model = { ...randomModel(2, 15, 2), y: Float64Array.from({ length: 15 }, (_, i) => Math.exp(i / 2)) };
  const space: Space = {
    dimensions: [
      { kind: 'real', name: 'x0', low: 0, high: 1 },
      { kind: 'real', name: 'x1', low: 0, high: 1 },
    ],
    constraints: [],
  };
  const task = {
    models: [model],
    recipe: 'botorch',
    space,
    strategy: 'LogEI',
    count: 1,
    goals: ['minimize'],
    fixed: new Map<number, number>(),
    pending: new Float64Array(0),
    seed: 1,
    options: { surrogate: 'auto' },
  } as const;

  test('report what the model of the session says, and repeat with the seed', () => {
    const result = suggest(task, context);
    const shown = suggest(
      { ...task, options: {}, fixed: new Map([...result.points].map((value, k) => [k, value])) },
      context,
    );
    expect(result.mean[0][0]).toBeCloseTo(shown.mean[0][0], 9);
    expect(result.std[0][0]).toBeCloseTo(shown.std[0][0], 9);
    expect(suggest(task, context).points).toEqual(result.points);
  });

  test('serve several objectives, each with its own', () => {
    const models = [model, randomModel(2, 15, 2)];
    const both = { ...task, models, strategy: 'qNEHVI', goals: ['minimize', 'maximize'] } as const;
    const { points, mean, pareto } = suggest(both, context);
    expect(mean.map((values) => values.length)).toEqual([1, 1]);
    expect(pareto?.rows.length).toBeGreaterThan(0);
    expect(suggest(both, context).points).toEqual(points);
    expect(suggest({ ...both, options: {} }, context).points).not.toEqual(points);
  });

  test('take outcome limits and given noise along', () => {
    const outcomeConstraints = [{ objective: 0, bound: 'lower', value: 20 }] as const;
    const noisy = { ...model, noise: new Float64Array(15).fill(0.01) };
    const { mean } = suggest({ ...task, models: [noisy], outcomeConstraints }, context);
    expect(Number.isFinite(mean[0][0])).toBe(true);
  });

  test('with `noisy` go on from a place that was measured often enough', () => {
    const generator = createGenerator('often');
    const X = Float64Array.from({ length: 24 }, (_, i) => (i < 8 ? i / 7 : 0.5));
    const y = X.map((x) => 4 * (x - 0.5) ** 2 + 0.3 * generator.normal());
    const often = { ...randomModel(1, 24, 1), X, y };
    const line: Space = { dimensions: [{ kind: 'real', name: 'x', low: 0, high: 1 }], constraints: [] };
    const reach = (noisy: boolean) =>
      [1, 2, 3, 4].map((seed) => {
        const options = { surrogate: 'auto', noisy } as const;
        const { points, value } = suggest({ ...task, models: [often], space: line, seed, options }, context);
        expect(Number.isFinite(value)).toBe(true);
        return Math.abs(points[0] - 0.5);
      });
    expect(Math.min(...reach(true))).toBeGreaterThan(1.2 * Math.max(...reach(false)));
  });
});

test('options that are not known or out of range are refused by name', () => {
  const model = randomModel(1, 5, 1);
  const space: Space = { dimensions: [{ kind: 'real', name: 'x', low: 0, high: 1 }], constraints: [] };
  const ask = (options: Record<string, number | string | boolean>) => () =>
    suggest(
      {
        models: [model],
        recipe: 'botorch',
        space,
        strategy: 'LogEI',
        count: 1,
        goals: ['maximize'],
        fixed: new Map(),
        pending: new Float64Array(0),
        seed: 1,
        options,
      },
      context,
    );
  expect(ask({ speed: 2 })).toThrow(
    "suggest: option 'speed' is not known; did you mean 'spread'? use one of surrogate, trust_region",
  );
  expect(ask({ restarts: 0 })).toThrow("suggest: option 'restarts' is 0; send a whole number from 1 to 256");
  expect(ask({ surrogate: 'best' })).toThrow('send auto or model');
  expect(ask({ trust_region: 1 })).toThrow('send true or false');
  expect(ask({ local: 2 })).toThrow("suggest: option 'local' is 2; send a number from 0 to 1");
  expect(ask({ cost_awre: true })).toThrow("option 'cost_awre' is not known");
  expect(ask({ cost_aware: 'yes' })).toThrow("option 'cost_aware' is yes; send true or false");
  for (const cost_exponent of ['big', 1.5, -0.1])
    expect(ask({ cost_exponent })).toThrow(
      `option 'cost_exponent' is ${cost_exponent}; send a number from 0 to 1`,
    );
});
