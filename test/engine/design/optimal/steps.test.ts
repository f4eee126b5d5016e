import { describe, expect, it } from 'vitest';
import { optimalDesign } from '../../../../src/engine/design/optimal/optimal-design.ts';
import { optimalSplitPlotDesign } from '../../../../src/engine/design/optimal/split-plots/optimal-split-plot.ts';
import {
  type OptimalDesignTask,
  optimalAlgorithms,
  optimalCriteria,
} from '../../../../src/engine/design/optimal/task.ts';
import { decodeRows } from '../../../../src/engine/space/encode.ts';
import type { Dimension, Space } from '../../../../src/engine/space/space.ts';
import { determinant, inverse, product, transposed } from '../dense.ts';
import { atMost, integer, real, spaceOf, stepped } from '../support.ts';
import { backend } from './support.ts';

/** Rows 1, a, b, ab, a², b² of the quadratic model at the values that are answered, 0 … the last step coded to −1 … 1. */
function quadraticRows(
  space: Space,
  points: Float64Array,
  [topA, topB]: readonly [number, number],
): number[][] {
  return decodeRows(space, points).map((row) => {
    const a = (2 * (row.a as number)) / topA - 1;
    const b = (2 * (row.b as number)) / topB - 1;
    return [1, a, b, a * b, a * a, b * b];
  });
}

const space = spaceOf([stepped('a', 0, 10, 2.5), stepped('b', 0, 10, 0.3)], [atMost(11.1, 1, 1)]);
const task: OptimalDesignTask = { space, modelType: 'quadratic', nPoints: 9, seed: 1, effort: 0.05 };

/** Runs whose values are what can be set, within the constraint. */
function expectSettable(points: Float64Array): void {
  for (const { a, b } of decodeRows(space, points) as { a: number; b: number }[]) {
    expect([0, 2.5, 5, 7.5, 10]).toContain(a);
    expect(Math.abs(b / 0.3 - Math.round(b / 0.3))).toBeLessThan(1e-9);
    expect(a + b).toBeLessThanOrEqual(11.1 + 1e-9);
  }
}

describe('optimal designs over variables with a step', () => {
  it.each(optimalAlgorithms)('%s: efficiencies are those of the runs that are answered', (algorithm) => {
    for (const criterion of ['D', 'A', 'I'] as const) {
      const { points, count, summary } = optimalDesign({ ...task, algorithm, criterion }, { backend });
      expectSettable(points);
      const X = quadraticRows(space, points, [10, 9.9]);
      const M = product(transposed(X), X).map((row) => row.map((value) => value / count));
      const trace = inverse(M).reduce((sum, row, i) => sum + (row[i] as number), 0);
      expect(summary.dEfficiency).toBeCloseTo(100 * determinant(M) ** (1 / 6), 6);
      expect(summary.aEfficiency).toBeCloseTo(600 / trace, 6);
    }
  });

  it.each(optimalCriteria)('%s: runs are on steps, outside of what is forbidden', (criterion) => {
    const forbidden = [{ conditions: [{ dimension: 1, low: 0.1, high: 1 }] }];
    const { points } = optimalDesign({ ...task, criterion, forbidden }, { backend });
    expectSettable(points);
    for (const { b } of decodeRows(space, points)) expect(b === 0 || (b as number) > 1).toBe(true);
  });

  it('in blocks and in plots, too', () => {
    expectSettable(optimalDesign({ ...task, nPoints: undefined, blocks: [5, 5] }, { backend }).points);
    const { points } = optimalSplitPlotDesign(
      {
        ...{ space, modelType: 'quadratic', seed: 1, effort: 0.05, continuous: true },
        changes: ['hard', 'easy'],
        strata: [
          { level: 'hard', unitsInParent: 5, varianceRatio: 1 },
          { level: 'easy', unitsInParent: 3 },
        ],
      },
      { backend },
    );
    expectSettable(points);
  });

  it('a variable of two values has no square', () => {
    for (const two of [stepped('a', 0, 10, 10), integer('a', 0, 1)]) {
      const over = spaceOf([two, real('b', 0, 10)]);
      const { summary } = optimalDesign({ ...task, space: over }, { backend });
      expect(summary.terms).toEqual(['Intercept', 'a', 'b', 'a*b', 'b^2']);
      expect(() =>
        optimalDesign({ ...task, space: over, modelType: undefined, effects: ['a', 'a**2'] }, { backend }),
      ).toThrow(/'a' has 2 values, a square needs three/);
    }
  });

  it('average variances are averages over the values that can be set', () => {
    const over = spaceOf([stepped('a', 0, 10, 5), stepped('b', 0, 10, 5)]);
    const { points, summary } = optimalDesign({ ...task, space: over, criterion: 'I' }, { backend });
    const X = quadraticRows(over, points, [10, 10]);
    const C = inverse(product(transposed(X), X));
    const values = [0, 5, 10].flatMap((a) => [0, 5, 10].flatMap((b) => [a, b]));
    const all = quadraticRows(over, Float64Array.from(values), [10, 10]);
    const variances = all.map((f) => (product(product([f], C), transposed([f]))[0] as number[])[0] as number);
    expect(summary.averageVariance).toBeCloseTo(variances.reduce((sum, one) => sum + one, 0) / 9, 9);
  });

  it('average variances over a long logarithmic list are averages over its logarithm', () => {
    const log = Array.from({ length: 100 }, (_, k) => k + 1);
    const list: Dimension = { kind: 'discrete', name: 'a', values: log.map(Math.log), log, stepped: true };
    const over = spaceOf([list]);
    const { points, count, summary } = optimalDesign(
      { ...task, space: over, criterion: 'I', algorithm: 'coordinate_exchange' },
      { backend },
    );
    const X = Array.from(points, (code) => (2 * code) / Math.log(100) - 1).map((x) => [1, x, x * x]);
    const C = inverse(product(transposed(X), X));
    const moments = [
      [1, 0, 1 / 3],
      [0, 1 / 3, 0],
      [1 / 3, 0, 1 / 5],
    ];
    const average = product(C, moments).reduce((sum, row, i) => sum + (row[i] as number), 0);
    expect(count).toBe(9);
    expect(summary.averageVariance).toBeCloseTo(average, 9);
  });
});
