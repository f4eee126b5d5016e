import { describe, expect, it } from 'vitest';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { parseCostModel } from '../../../src/engine/cost/cost-model.ts';
import { encodeCostModel, runCost } from '../../../src/engine/cost/run-cost.ts';
import {
  type BudgetDesignTask,
  designUnderBudget,
} from '../../../src/engine/design/optimal/budget/under-budget.ts';
import { optimalDesign } from '../../../src/engine/design/optimal/optimal-design.ts';
import { InfeasibleRegionError, ValueError } from '../../../src/engine/errors.ts';
import type { Space } from '../../../src/engine/space/space.ts';

const context = { backend: createTsBackend() };
const space: Space = {
  dimensions: [
    { name: 'a', kind: 'real', low: 0, high: 10 },
    { name: 'b', kind: 'real', low: 0, high: 10 },
    { name: 'c', kind: 'categorical', labels: ['p', 'q'] },
  ],
  constraints: [],
};
const modelOf = (document: object) =>
  encodeCostModel(
    parseCostModel(document),
    space.dimensions.map((one) => ({
      name: one.name,
      labels: one.kind === 'categorical' ? one.labels : null,
    })),
  );
const slope = { kind: 'linear', proportional_term: 1, constant_term: 0 };
const ask = (document: object, budget: number, more: Partial<BudgetDesignTask> = {}) =>
  designUnderBudget(
    { space, cost: modelOf(document), budget, modelType: 'linear', levels: 3, seed: 1, ...more },
    context,
  );
/** log det X'X of the runs alone. */
const logDet = (summary: { dEfficiency: number; columns: number; runs: number }) =>
  summary.columns * Math.log((summary.dEfficiency / 100) * summary.runs);
const rowsOf = (points: Float64Array) =>
  Array.from({ length: points.length / 3 }, (_, i) => points.slice(3 * i, 3 * i + 3));

describe('designs under a budget', () => {
  it('buy as good a design as the plain search when every run costs the same', () => {
    for (const criterion of ['D', 'A', 'I'] as const) {
      const bought = ask({ run_cost: 5 }, 64, { modelType: 'quadratic', criterion, seed: 2 });
      expect(bought.count).toBe(12);
      expect(bought.total).toBe(60);
      const plain = optimalDesign(
        {
          space,
          modelType: 'quadratic',
          nPoints: 12,
          criterion,
          levels: 3,
          seed: 2,
          effort: 0.1,
          continuous: false,
        },
        context,
      );
      expect(bought.summary.score / plain.summary.score).toBeGreaterThan(criterion === 'D' ? 0.97 : 0);
      if (criterion !== 'D') expect(plain.summary.score / bought.summary.score).toBeGreaterThan(0.97);
    }
  });

  it('inform more than evenly spread money does when runs cost differently', () => {
    const document = { run_cost: 1, variables: { a: slope, c: { kind: 'table', values: { p: 0, q: 12 } } } };
    const cost = modelOf(document);
    const bought = ask(document, 100);
    expect(bought.total).toBeLessThanOrEqual(100);
    // The plain optimal designs that the same money pays for.
    const plain = [4, 8, 12, 16].map((nPoints) => {
      const design = optimalDesign(
        {
          space,
          modelType: 'linear',
          nPoints,
          levels: 3,
          seed: 3,
          algorithm: 'coordinate_exchange',
          effort: 0.1,
        },
        context,
      );
      const total = rowsOf(design.points).reduce((sum, row) => sum + runCost(cost, null, row).total, 0);
      return total <= 100 ? logDet(design.summary) : Number.NEGATIVE_INFINITY;
    });
    expect(logDet(bought.summary)).toBeGreaterThan(Math.max(...plain));
  });

  it('pay for changes too, in the cheapest order', () => {
    const document = {
      run_cost: 1,
      changes: { a: { kind: 'linear', proportional_term: 0, constant_term: 10 } },
    };
    const cost = modelOf(document);
    const from = Float64Array.of(10, 0, 0);
    const { points, costs, total, count } = ask(document, 40, { from });
    expect(total).toBeLessThanOrEqual(40);
    const rows = rowsOf(points);
    rows.forEach((row, i) => {
      expect(costs[i]).toBe(runCost(cost, i === 0 ? from : rows[i - 1], row).total);
    });
    expect(rows[0][0]).toBe(10);
    expect(costs.filter((one) => one > 1).length).toBe(new Set(rows.map((row) => row[0])).size - 1);
    expect(count).toBeGreaterThan(20);
  });

  it('grow with the budget and count existing runs for nothing', () => {
    const document = { run_cost: 2, variables: { b: slope } };
    const values = [30, 60, 120].map((budget) => logDet(ask(document, budget).summary));
    expect(values[1]).toBeGreaterThan(values[0]);
    expect(values[2]).toBeGreaterThan(values[1]);
    const existing = Float64Array.of(0, 0, 0, 10, 10, 1, 10, 0, 0);
    const more = ask(document, 12, { existing });
    expect(more.summary.runs).toBe(more.count + 3);
    expect(more.total).toBeLessThanOrEqual(12);
  });

  it('obey constraints, and repeat themselves with the seed', () => {
    const constrained: Space = {
      ...space,
      constraints: [{ name: 'sum', type: 'inequality', coefficients: [1, 1, 0], rhs: 12 }],
    };
    const first = ask({ run_cost: 1 }, 12, { space: constrained });
    for (const [a, b] of rowsOf(first.points)) expect(a + b).toBeLessThanOrEqual(12 + 1e-7);
    expect(first.feasibility?.constraintsApplied).toEqual(['sum']);
    expect(ask({ run_cost: 1 }, 12, { space: constrained }).points).toEqual(first.points);
  });

  it('refuse a budget that cannot estimate the model, and an empty region', () => {
    expect(() => ask({ run_cost: 10 }, 35)).toThrow(ValueError);
    expect(() => ask({ run_cost: 10 }, 35)).toThrow(/35 is not enough for runs that can estimate every term/);
    const empty: Space = {
      ...space,
      constraints: [{ name: 'none', type: 'inequality', coefficients: [-1, 0, 0], rhs: -11 }],
    };
    expect(() => ask({ run_cost: 1 }, 35, { space: empty })).toThrow(InfeasibleRegionError);
  });
});
