import { expect, it } from 'vitest';
import { optimalDesign } from '../../../../src/engine/design/optimal/optimal-design.ts';
import type { OptimalCriterion } from '../../../../src/engine/design/optimal/task.ts';
import { inverseByElimination } from '../../../../src/engine/linalg/elimination.ts';
import { traceOfProduct } from '../../../../src/engine/linalg/products.ts';
import { box, discrete, integer, spaceOf } from '../support.ts';
import { backend } from './support.ts';

// X'X/n is [[1, m], [m, 1]] with m = 1/203, whose eigenvalues 1 ± m power iteration separates in thousands of steps.
it('the smallest eigenvalue is exact where two are close', () => {
  const existing = Float64Array.from({ length: 202 }, (_, i) => (i < 102 ? 1 : -1));
  const algorithm = 'coordinate_exchange';
  const { summary } = optimalDesign(
    { space: box(1), modelType: 'linear', nPoints: 203, criterion: 'E', algorithm, existing, seed: 1 },
    { backend },
  );
  expect(summary.score).toBeCloseTo(1 - 1 / 203, 12);
});

/** Average of f'(X'X)⁻¹f over points for the model 1, a, b, a·b. */
function averageVariance(
  rows: readonly (readonly number[])[],
  points: readonly (readonly number[])[],
): number {
  const matrixOf = (all: readonly (readonly number[])[], scale: number) => {
    const M = new Float64Array(16);
    for (const [a, b] of all) {
      const f = [1, a, b, a * b];
      for (let i = 0; i < 16; i++) M[i] += scale * f[i >> 2] * f[i % 4];
    }
    return M;
  };
  return traceOfProduct(inverseByElimination(matrixOf(rows, 1), 4), matrixOf(points, 1 / points.length));
}

it.each<OptimalCriterion>(['I', 'D'])(
  'the average variance leaves out forbidden combinations, under %s',
  (criterion) => {
    const space = spaceOf([discrete('a', -1, -0.5, 0, 0.5, 1), integer('b', -1, 1)]);
    const forbidden = [
      {
        conditions: [
          { dimension: 0, low: 0, high: 1 },
          { dimension: 1, low: 0, high: 1 },
        ],
      },
    ];
    const { points, summary } = optimalDesign(
      { space, modelType: 'interaction', nPoints: 8, criterion, forbidden, seed: 1, effort: 0.1 },
      { backend },
    );
    const rows = Array.from({ length: 8 }, (_, i) => [...points.slice(2 * i, 2 * i + 2)]);
    const allowed = [-1, -0.5, 0, 0.5, 1]
      .flatMap((a) => [-1, 0, 1].map((b) => [a, b] as const))
      .filter(([a, b]) => a < 0 || b < 0);
    expect(summary.averageVariance).toBeCloseTo(averageVariance(rows, allowed), 10);
  },
);
