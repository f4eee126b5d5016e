import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InfeasibleRegionError } from '../../../src/engine/errors.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import { createFeasibleRegion, type FeasibleRegion } from '../../../src/engine/space/feasible-region.ts';
import type { Dimension, LinearConstraint, Space } from '../../../src/engine/space/space.ts';
import { arbitrarySpace } from './arbitrary-space.ts';

const real = (name: string, low = 0, high = 1): Dimension => ({ kind: 'real', name, low, high });
const row = (
  name: string,
  coefficients: number[],
  rhs: number,
  type: LinearConstraint['type'] = 'inequality',
): LinearConstraint => ({
  name,
  coefficients,
  rhs,
  type,
});
const mixture = (k: number): Space => ({
  dimensions: Array.from({ length: k }, (_, i) => real(`m${i}`)),
  constraints: [row('sum', new Array<number>(k).fill(1), 1, 'equality')],
});

function* points(region: FeasibleRegion, matrix: Float64Array) {
  const d = region.space.dimensions.length;
  for (let i = 0; i < matrix.length / d; i++) yield matrix.subarray(i * d, (i + 1) * d);
}

/** The region, or undefined when it is refused as empty. */
function regionOf(space: Space): FeasibleRegion | undefined {
  try {
    return createFeasibleRegion(space);
  } catch (error) {
    if (error instanceof InfeasibleRegionError) return undefined;
    throw error;
  }
}

describe('feasible region', () => {
  test('every sample and every repaired point lies inside, and repair leaves it alone', () => {
    let tried = 0;
    let empty = 0;
    fc.assert(
      fc.property(arbitrarySpace(), fc.integer(), (space, seed) => {
        tried++;
        const region = regionOf(space);
        if (region === undefined) {
          empty++;
          return;
        }
        const generator = createGenerator(seed);
        expect(region.contains(region.center)).toBe(true);
        for (const point of points(region, region.sample(5, generator))) {
          expect(region.contains(point)).toBe(true);
          const moved = point.map((value) => value + 10 * generator.normal());
          const repaired = region.repair(moved);
          expect(region.contains(repaired)).toBe(true);
          expect(region.repair(repaired)).toEqual(repaired);
        }
      }),
      { numRuns: Number(process.env.ATHANOR_PROPERTY_RUNS ?? 1000), seed: 6 },
    );
    expect(empty).toBeLessThan(0.5 * tried);
  });
});
