import { describe, expect, test } from 'vitest';
import { evaluateDesign } from '../../../src/engine/design/analysis/evaluate.ts';
import { initialDesign } from '../../../src/engine/design/initial-design.ts';
import type { Space } from '../../../src/engine/space/space.ts';
import { atMost, context, integer, real, rowsOf, spaceOf, stepped } from './support.ts';

const runs = (space: Space, method: string, nPoints: number, seed = 1): number[][] =>
  rowsOf(initialDesign({ space, method, nPoints, seed }, context).points, space.dimensions.length);

const countsOf = (values: readonly number[]): Record<number, number> =>
  values.reduce<Record<number, number>>(
    (all, value) => Object.assign(all, { [value]: (all[value] ?? 0) + 1 }),
    {},
  );

/** Van der Corput: the digits of a number behind the point, in reverse. Source: Halton 1960, Numer. Math. 2, 84–90. */
function radicalInverse(index: number, base: number): number {
  let value = 0;
  for (let rest = index, part = 1 / base; rest > 0; rest = Math.floor(rest / base), part /= base)
    value += (rest % base) * part;
  return value;
}

describe('space-filling designs of real variables with a step', () => {
  const space = spaceOf([stepped('a', 0, 10, 5), stepped('b', 0, 10, 4), integer('c', 0, 2)]);

  test('steps are equally likely, those at the ends too, as whole numbers are', () => {
    for (const column of [0, 1, 2]) {
      const lhs = countsOf(runs(space, 'lhs', 12).map((run) => run[column]));
      expect(Object.values(lhs)).toEqual([4, 4, 4]);
      const sobol = countsOf(runs(space, 'sobol', 96).map((run) => run[column]));
      for (const count of Object.values(sobol)) expect(Math.abs(count - 32)).toBeLessThanOrEqual(1);
    }
  });

  test.each(['random', 'maximin', 'maxpro'])('%s searches on the steps', (method) => {
    for (const [a, b] of runs(space, method, 9)) {
      expect([0, 5, 10]).toContain(a);
      expect([0, 4, 8]).toContain(b);
    }
  });

  test('with many steps a hypercube reaches both ends, as without steps', () => {
    const fine = spaceOf([stepped('a', 0, 100, 0.1), stepped('b', 0, 100, 0.1)]);
    const first = runs(fine, 'lhs', 6).map(([a]) => a);
    expect(first.sort((x, y) => x - y)).toEqual([0, 20, 40, 60, 80, 100].map((x) => expect.closeTo(x, 0)));
  });

  test('with constraints the points of a sequence are its first feasible ones', () => {
    const bounded = spaceOf([real('a', 0, 10), stepped('b', 0, 10, 2.5)], [atMost(10, 1, 1)]);
    const all = Array.from({ length: 40 }, (_, i) => [
      10 * radicalInverse(i, 2),
      2.5 * Math.round(4 * radicalInverse(i, 3)),
    ]);
    const feasible = all.filter(([a, b]) => a + b <= 10).slice(0, 8);
    runs(bounded, 'halton', 8).forEach(([a, b], i) => {
      expect(a).toBeCloseTo(feasible[i][0], 10);
      expect(b).toBe(feasible[i][1]);
    });
    expect(runs(bounded, 'sobol', 8)).not.toEqual(runs(bounded, 'random', 8));
  });
});

test('hypercubes of a region take one of the many whole numbers of each part', () => {
  const space = spaceOf([integer('a', 0, 999), real('b', 0, 1), real('c', 0, 1)], [atMost(1.5, 0, 1, 1)]);
  const first = runs(space, 'lhs', 10)
    .map(([a]) => a)
    .sort((x, y) => x - y);
  first.forEach((value, i) => {
    expect(Math.abs(value - (100 * i + 50))).toBeLessThan(90);
  });
});

test('prediction variances are looked at over the steps that the average is over', () => {
  const space = spaceOf([stepped('a', 0, 10, 5)]);
  const { quality } = evaluateDesign({
    space,
    points: Float64Array.of(0, 5, 10),
    modelType: 'linear',
  });
  // M = diag(3, 2): the variance 1/3 + a²/2 is 5/6 at both ends and 1/3 in the middle, 2/3 on average.
  expect(quality?.averageVariance).toBeCloseTo(2 / 3, 12);
  const { variance } = quality?.fds ?? { variance: [] };
  for (const part of [40, 60, 80]) expect(variance[part]).toBeCloseTo(5 / 6, 12);
  expect(variance[20]).toBeCloseTo(1 / 3, 12);
});
