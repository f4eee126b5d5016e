import { describe, expect, it } from 'vitest';
import type { CostTask } from '../../../src/engine/acquisition/cost/task.ts';
import { suggest } from '../../../src/engine/acquisition/suggest.ts';
import type { SuggestTask } from '../../../src/engine/acquisition/task.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { parseCostModel } from '../../../src/engine/cost/cost-model.ts';
import { encodeCostModel, runCost } from '../../../src/engine/cost/run-cost.ts';
import { InfeasibleRegionError } from '../../../src/engine/errors.ts';
import { train } from '../../../src/engine/gp/train.ts';
import type { Space } from '../../../src/engine/space/space.ts';

const context = { backend: createTsBackend() };
const space: Space = {
  dimensions: [
    { name: 'a', kind: 'real', low: 0, high: 1 },
    { name: 'b', kind: 'real', low: 0, high: 1 },
    { name: 'c', kind: 'categorical', labels: ['p', 'q'] },
  ],
  constraints: [],
};
const columns = space.dimensions.map((one) => ({
  name: one.name,
  labels: one.kind === 'categorical' ? one.labels : null,
}));
const truth = (a: number, b: number, c: number) => -((a - 0.6) ** 2) - (b - 0.3) ** 2 - 0.05 * c;
const rows = [0.1, 0.5, 0.9].flatMap((a) => [0.2, 0.8].flatMap((b) => [0, 1].map((c) => [a, b, c] as const)));
const { models } = train(
  {
    X: Float64Array.from(rows.flat()),
    n: rows.length,
    d: 3,
    categorical: [false, false, true],
    outputs: [Float64Array.from(rows, ([a, b, c]) => truth(a, b, c))],
    recipe: 'botorch',
    kernel: 'matern',
    kernelParams: {},
    seed: 1,
  },
  context,
);

const ask = (cost: CostTask | undefined, more: Partial<SuggestTask> = {}) =>
  suggest(
    {
      models,
      recipe: 'botorch',
      space,
      strategy: 'qEI',
      count: 1,
      goals: ['maximize'],
      fixed: new Map(),
      pending: new Float64Array(0),
      seed: 3,
      ...(cost === undefined ? {} : { cost }),
      ...more,
    },
    context,
  );
const modelOf = (document: object) => encodeCostModel(parseCostModel(document), columns);
const slope = { kind: 'linear', proportional_term: 100, constant_term: 0 };
const rowOf = (points: Float64Array, i: number) => points.slice(3 * i, 3 * i + 3);

describe('suggestions that weigh costs', () => {
  it('do not hang on the price when every run costs the same', () => {
    const even = ask({ model: modelOf({ run_cost: 7 }) }, { strategy: 'LogEI' });
    const free = ask({ model: modelOf({ run_cost: 7 }), exponent: 0 }, { strategy: 'LogEI' });
    const plain = ask(undefined, { strategy: 'LogEI' });
    expect(even.value + 0.6 * Math.log(7)).toBeCloseTo(free.value, 6);
    // Near the plain one, not on it: two points tie, and beside the best rows noise hides some of the gain.
    for (let k = 0; k < 3; k++) expect(Math.abs(even.points[k] - plain.points[k])).toBeLessThan(0.1);
    expect(even.cost).toMatchObject({ total: 7, exponent: 0.6, stop: null });
    expect(plain.cost).toBeUndefined();
  });

  it('go where a run is cheaper', () => {
    const plain = ask(undefined).points[0];
    const costly = ask({ model: modelOf({ run_cost: 1, variables: { a: slope } }) });
    expect(costly.points[0]).toBeLessThan(plain - 0.1);
    expect(costly.cost!.total).toBeCloseTo(1 + 100 * costly.points[0], 9);
    const ignored = ask({ model: modelOf({ run_cost: 1, variables: { a: slope } }), exponent: 0 });
    expect(ignored.points[0]).toBeCloseTo(plain, 1);
  });

  it('cool down with the budget', () => {
    const model = modelOf({ run_cost: 1, variables: { a: slope } });
    const at = (remaining: number) => ask({ model, budget: { total: 10_000, remaining } });
    const [early, half, late] = [at(10_000), at(5000), at(500)];
    expect([early, half, late].map(({ cost }) => cost!.exponent)).toEqual([0.6, 0.6, 0.06]);
    expect(late.points[0]).toBeGreaterThan(early.points[0]);
  });

  it('leave as it is what is expensive to change, exactly', () => {
    const change = { kind: 'linear', proportional_term: 0, constant_term: 1000 };
    const table = { kind: 'table', values: { p: { q: 500 }, q: { p: 500 } } };
    const model = modelOf({ run_cost: 1, changes: { a: change, c: table } });
    const { points, cost } = ask({ model, from: Float64Array.of(0.45, 0.1, 1) });
    expect([points[0], points[2]]).toEqual([0.45, 1]);
    expect(cost!.total).toBe(1);
    expect(points[1]).toBeGreaterThan(0.15);
  });

  it('change it when the gain is worth it', () => {
    const change = { kind: 'linear', proportional_term: 0, constant_term: 0.01 };
    const model = modelOf({ run_cost: 1, changes: { a: change } });
    expect(ask({ model, from: Float64Array.of(0.02, 0.1, 0) }).points[0]).toBeGreaterThan(0.2);
  });

  it('never cost more than what is left, and say so when fewer can be paid', () => {
    const model = modelOf({ run_cost: 10, variables: { a: slope }, changes: { b: slope } });
    const from = Float64Array.of(0.5, 0.5, 0);
    for (const remaining of [12, 40, 75, 300]) {
      const { points, cost, warnings } = ask(
        { model, from, budget: { total: 300, remaining } },
        { count: 4 },
      );
      const n = points.length / 3;
      expect(cost!.total).toBeLessThanOrEqual(remaining);
      expect(cost!.costs).toHaveLength(n);
      if (n < 4) expect(warnings.join()).toMatch(/of 4 runs fits? the budget/);
      let before: Float64Array = from;
      for (let i = 0; i < n; i++) {
        expect(cost!.costs[i]).toBeCloseTo(runCost(model, before, rowOf(points, i)).total, 12);
        before = rowOf(points, i);
      }
    }
    const broke = () => ask({ model, from, budget: { total: 300, remaining: 5 } });
    expect(broke).toThrow(InfeasibleRegionError);
    expect(broke).toThrow(/the cheapest run found costs 10, and 5 of the budget remain/);
  });

  it('are put into the order that pays the least for changes', () => {
    const model = modelOf({ run_cost: 1, changes: { a: slope } });
    const { points, cost } = ask({ model, from: Float64Array.of(0, 0, 0), exponent: 0 }, { count: 5 });
    const values = [0, 1, 2, 3, 4].map((i) => points[3 * i]);
    // On a line the cheapest way through all points from the left end is from left to right.
    expect(values).toEqual([...values].sort((x, y) => x - y));
    expect(cost!.total).toBeCloseTo(5 + 100 * values[4], 9);
  });

  it('say when going on does not pay', () => {
    const model = modelOf({ run_cost: 3 });
    const { cost } = ask({ model });
    expect(cost!.breakEven).toBeGreaterThan(0);
    expect(ask({ model, valuePerUnit: cost!.breakEven * 2 }).cost!.stop).toBe(false);
    expect(ask({ model, valuePerUnit: cost!.breakEven / 2 }).cost!.stop).toBe(true);
  });

  it('are for the expected improvement only', () => {
    expect(() => ask({ model: modelOf({}) }, { strategy: 'UCB' })).toThrow(/does not weigh costs; use EI/);
    expect(() => ask({ model: modelOf({}), exponent: 2 })).toThrow(/from 0 to 1, got 2/);
  });
});
