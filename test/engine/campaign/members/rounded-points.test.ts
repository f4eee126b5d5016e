import { describe, expect, test } from 'vitest';
import { priceOf } from '../../../../src/engine/campaign/members/batch-costs.ts';
import { roundingFor } from '../../../../src/engine/campaign/members/rounded-points.ts';
import { suggestCampaign } from '../../../../src/engine/campaign/suggest-campaign.ts';
import type { CampaignTask } from '../../../../src/engine/campaign/task.ts';
import { createTsBackend } from '../../../../src/engine/compute/ts/index.ts';
import { parseCostModel } from '../../../../src/engine/cost/cost-model.ts';
import { encodeCostModel } from '../../../../src/engine/cost/run-cost.ts';
import { createFeasibleRegion } from '../../../../src/engine/space/feasible-region.ts';
import type { Dimension, LinearConstraint } from '../../../../src/engine/space/space.ts';
import { quickTask } from '../tasks.ts';

const real = (name: string, low: number, high: number): Dimension => ({ kind: 'real', name, low, high });

function rounded(
  dimensions: readonly Dimension[],
  point: readonly number[],
  constraints: readonly LinearConstraint[] = [],
  change: Partial<CampaignTask> = {},
): number[] {
  const rows = { X: new Float64Array(0), n: 0, outputs: [new Float64Array(0)] };
  const space = { dimensions, constraints };
  const task = { ...quickTask(rows, dimensions, 'maximize', 1), space, ...change };
  const region = createFeasibleRegion(space, task.fixed);
  const found = roundingFor(task, region)(Float64Array.from(point));
  expect(region.contains(found)).toBe(true);
  return Array.from(found);
}

describe('values of proposed points', () => {
  test.each([
    [0, 1, 0.123456789, 0.1235],
    [40, 120, 87.31482917, 87.31],
    [0, 2000, 1234.5678, 1235],
    [1000, 1010, 1004.56789, 1004.568],
    [-5, 5, -0.031415926, -0.031],
    [0, 1, 0.012345678, 0.0123],
    [0.001, 10, 0.0031415926, 0.003142],
    [0.001, 10, 5.4321987, 5.432],
    [0, 1e-6, 3.14159e-7, 3.142e-7],
    [0, 1, 1.23456e-9, 0],
    [-1, 1, 1e-300, 0],
    [0, 5e7, 12345678, 12350000],
    [1, 9, 5.4321987, 5.432],
    [90, 900, 123.456789, 123.5],
    [90, 950, 123.456789, 123.5],
    [500, 5100, 1234.5678, 1235],
    [0, 3, 0.123456789, 0.123],
    // An end of the range stays, however many digits it has.
    [0, 0.123456789, 0.123456789, 0.123456789],
    [0, 0.99996, 0.999958, 0.99996],
  ])('in [%d, %d]: %d becomes %d', (low, high, value, wanted) => {
    expect(rounded([real('x', low, high)], [value])).toEqual([wanted]);
  });

  test.each([
    [1e-4, 10, 0.00123456, 0.001235],
    [1, 1e4, 1234.567, 1235],
    [1, 1.5, 1.234567, 1.2346],
    [100, 100.001, 100.000412345, 100.0004123],
  ])(
    'on a logarithmic scale from %d to %d have four digits, more in a narrow range',
    (low, high, value, wanted) => {
      const x: Dimension = {
        kind: 'real',
        name: 'x',
        low: Math.log(low),
        high: Math.log(high),
        log: [low, high],
      };
      expect(Math.exp(rounded([x], [Math.log(value)])[0])).toBeCloseTo(wanted, 12);
    },
  );

  test('with a step, whole numbers and categories stay', () => {
    const dimensions: Dimension[] = [
      { kind: 'real', name: 'x', low: 0, high: 1, step: 0.0625 },
      { kind: 'integer', name: 'k', low: 0, high: 100000 },
      { kind: 'categorical', name: 'c', labels: ['a', 'b'] },
    ];
    expect(rounded(dimensions, [0.0625, 54321, 1])).toEqual([0.0625, 54321, 1]);
  });

  test('of recorded and pending runs, and held ones, stay', () => {
    const dimensions = [real('x', 0, 1), real('y', 0, 1), real('z', 0, 1)];
    const fixed = new Map([[2, 0.333333333]]);
    const change = {
      X: Float64Array.of(0.123456789, 0.5, 0.5),
      pending: Float64Array.of(0.5, 0.987654321, 0.5),
      fixed,
    };
    expect(rounded(dimensions, [0.123456789, 0.987654321, 0.333333333], [], change)).toEqual([
      0.123456789, 0.987654321, 0.333333333,
    ]);
    expect(rounded(dimensions, [0.1234567891, 0.1, 0.333333333], [], change)).toEqual([
      0.1235, 0.1, 0.333333333,
    ]);
  });

  test('meet a sum by their largest', () => {
    const parts = ['a', 'b', 'c'].map((name) => real(name, 0, 1));
    const sum: LinearConstraint = { name: 'sum', type: 'equality', coefficients: [1, 1, 1], rhs: 1 };
    const found = rounded(parts, [0.2312345, 0.5551234, 0.2136421], [sum]);
    expect(found).toEqual([0.2312, 0.5552, 0.2136]);
  });

  test('meet a limit that they lie at by their largest', () => {
    const parts = [real('a', 0, 1), real('b', 0, 1)];
    const limit: LinearConstraint = { name: 'l', type: 'inequality', coefficients: [1, 1], rhs: 0.75 };
    expect(rounded(parts, [0.24996, 0.50004], [limit])).toEqual([0.25, 0.5]);
    expect(rounded(parts, [0.1111111, 0.2222222], [limit])).toEqual([0.1111, 0.2222]);
    // Rounded, both would be 1.3767 together: b is rounded down, and c keeps a limit of its own.
    const weighed: LinearConstraint[] = [
      { name: 'l', type: 'inequality', coefficients: [1, 2, 0], rhs: 1.37666 },
      { name: 'm', type: 'inequality', coefficients: [0, 0, 1], rhs: 0.9 },
    ];
    const found = rounded([...parts, real('c', 0, 1)], [0.12347, 0.62657, 0.33333], weighed);
    expect(found).toEqual([0.1235, 0.6265, 0.3333]);
    // A density in the limit: by its largest value alone, b would be 0.6337135614702155.
    const dense: LinearConstraint = { name: 'd', type: 'inequality', coefficients: [1, 0.789], rhs: 0.6235 };
    expect(rounded(parts, [0.12347, 0.63372], [dense])).toEqual([0.1235, 0.6337]);
    const least: LinearConstraint = {
      name: 'e',
      type: 'inequality',
      coefficients: [-1, -0.789],
      rhs: -0.6235,
    };
    expect(rounded(parts, [0.12343, 0.63378], [least])).toEqual([0.1234, 0.6339]);
  });

  test('meet a sum by a value without a step, where the largest has one', () => {
    const parts: Dimension[] = [{ kind: 'real', name: 'a', low: 0, high: 1, step: 0.25 }, real('b', 0, 1)];
    const sum: LinearConstraint = { name: 'sum', type: 'equality', coefficients: [1, 1], rhs: 0.87654 };
    expect(rounded(parts, [0.75, 0.12654], [sum])).toEqual([0.75, 0.12654]);
  });

  test('cost no more than what is left of the budget', () => {
    const dimensions: Dimension[] = [
      real('x', 0, 1),
      { kind: 'real', name: 'y', low: Math.log(1), high: Math.log(100), log: [1, 100] },
    ];
    const slope = { kind: 'linear', proportional_term: 100, constant_term: 0 };
    const model = encodeCostModel(
      parseCostModel({ run_cost: 5, variables: { x: slope } }),
      dimensions.map(({ name }) => ({ name, labels: null })),
    );
    const rows = { X: new Float64Array(0), n: 0, outputs: [new Float64Array(0)] };
    const point = Float64Array.of(0.12346, Math.log(12.3456));
    const withBudget = (remaining: number) => {
      const cost = { model, budget: { total: 100, remaining } };
      const task = quickTask(rows, dimensions, 'maximize', 1, { cost });
      const found = roundingFor(task, createFeasibleRegion(task.space, task.fixed))(point, task);
      expect(priceOf(task, found)).toBeLessThanOrEqual(remaining);
      return [found[0], Math.exp(found[1])];
    };
    expect(withBudget(17.35)).toEqual([0.1235, expect.closeTo(12.35, 9)]);
    expect(withBudget(17.346)).toEqual([0.1234, expect.closeTo(12.35, 9)]);
  });

  test('of a list stay as it has them', () => {
    const candidates = { points: Float64Array.of(0.123456789), costs: undefined };
    const change = { candidates } as unknown as Partial<CampaignTask>;
    expect(rounded([real('x', 0, 1)], [0.123456789], [], change)).toEqual([0.123456789]);
  });

  test('stay unrounded where a sum could not be met otherwise', () => {
    const parts = [real('a', 0, 1), real('b', 0, 1), real('t', 20, 80)];
    const rows: LinearConstraint[] = [
      { name: 'one', type: 'equality', coefficients: [1, 1, 0], rhs: 1 },
      { name: 'two', type: 'equality', coefficients: [1, -1, 0], rhs: 0.123456789 },
    ];
    const a = (1 + 0.123456789) / 2;
    expect(rounded(parts, [a, 1 - a, 33.333333], rows)).toEqual([a, 1 - a, 33.33]);
  });
});

test('suggestions from the first run on, settings and alternatives have few digits, and their forecasts are of them', () => {
  const dimensions = [real('x', 0, 1), real('y', 40, 120)];
  const backend = createTsBackend();
  const X: number[] = [];
  const y: number[] = [];
  const few = (point: Float64Array) =>
    expect(Math.max(...Array.from(point, (value) => String(value).replace(/[-.]/g, '').length))).toBeLessThan(
      7,
    );
  for (let run = 0; run < 9; run++) {
    const rows = { X: Float64Array.from(X), n: y.length, outputs: [Float64Array.from(y)] };
    const { suggestions } = suggestCampaign(quickTask(rows, dimensions, 'maximize', 1, { seed: run }), {
      backend,
    });
    const [{ point, alternatives }] = suggestions;
    few(point);
    for (const other of alternatives) few(other.point);
    X.push(...point);
    y.push(Math.sin(5 * point[0]) - ((point[1] - 80) / 20) ** 2 + 0.3 * Math.cos(17 * run));
  }
});
