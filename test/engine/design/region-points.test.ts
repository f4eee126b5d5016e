import { expect, test } from 'vitest';
import { evaluateDesign } from '../../../src/engine/design/analysis/evaluate.ts';
import { initialDesign } from '../../../src/engine/design/initial-design.ts';
import { uniformPoints } from '../../../src/engine/design/region-points.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import { createFeasibleRegion } from '../../../src/engine/space/feasible-region.ts';
import { atMost, context, discrete, equals, integer, real, rowsOf, spaceOf } from './support.ts';

/** Of the values 2, 3.5 and 10 the last one is not allowed. */
const list = spaceOf([discrete('a', 2, 3.5, 10), real('b', 0, 1)], [atMost(6, 1, 0)]);

test('allowed values of a list are equally likely, whatever their distances', () => {
  const points = uniformPoints(createFeasibleRegion(list), 1000, createGenerator(1));
  const low = rowsOf(points, 2).filter(([a]) => a === 2).length;
  // Four standard deviations of a binomial count.
  expect(Math.abs(low - 500)).toBeLessThan(64);
});

test('a hypercube under constraints takes them equally often', () => {
  const { points } = initialDesign({ space: list, method: 'lhs', nPoints: 10, seed: 1 }, context);
  const low = rowsOf(points, 2).filter(([a]) => a === 2).length;
  expect([4, 5, 6]).toContain(low);
});

test('with an equality the sampler of the region takes over', () => {
  const space = spaceOf([real('a', 0, 1), real('b', 0, 1)], [equals(1, 1, 1)]);
  for (const [a, b] of rowsOf(uniformPoints(createFeasibleRegion(space), 50, createGenerator(1)), 2))
    expect(a + b).toBeCloseTo(1, 9);
});

test('prediction variances under constraints are averaged over the allowed values', () => {
  const space = spaceOf([discrete('a', 2, 3.5, 10)], [atMost(6, 1)]);
  const { quality } = evaluateDesign({ space, points: Float64Array.of(2, 2, 2, 3.5), modelType: 'linear' });
  // Runs at one of two values: the variance there is one over their number, 1/3 and 1.
  expect(quality?.averageVariance).toBeCloseTo(2 / 3, 12);
  expect(quality?.fds.variance[25]).toBeCloseTo(1 / 3, 12);
  expect(quality?.fds.variance[75]).toBeCloseTo(1, 12);
});

test('prediction variances of a mixture of whole numbers are averaged over its lattice', () => {
  const space = spaceOf(
    ['a', 'b', 'c'].map((name) => integer(name, 0, 4)),
    [equals(4, 1, 1, 1)],
  );
  const points = Float64Array.of(4, 0, 0, 0, 4, 0, 0, 0, 4);
  const { quality } = evaluateDesign({ space, points, modelType: 'linear' });
  // Variance Σ(x/4)², averaged over the 15 compositions of 4 into three parts: 3·(4·1 + 3·4 + 2·9 + 16)/(16·15).
  expect(quality?.averageVariance).toBeCloseTo(0.625, 12);
});
