import type { Generator } from '../random/generator.ts';
import type { FeasibleRegion } from '../space/feasible-region.ts';
import { uniformValue } from './coded-value.ts';

/** Draws after which a region that takes up less than one in `DRAWS_PER_POINT` of the box is left to its own sampler. */
const FIRST_DRAWS = 2048;
const DRAWS_PER_POINT = 64;

/**
 * Random points of a region, numbers uniform over their ranges, steps, lists and categories over their values: draws from
 * the box that meet the constraints. Where few do, as with an equality, the points of the region's sampler: it walks
 * through the hull and rounds, so that values of a list count by their distances.
 *
 * @returns [n, d] encoded
 */
export function uniformPoints(region: FeasibleRegion, n: number, generator: Generator): Float64Array {
  const { dimensions } = region.space;
  const d = dimensions.length;
  const points = new Float64Array(n * d);
  for (let found = 0, draws = 0; found < n; draws++) {
    if (draws >= FIRST_DRAWS && found * DRAWS_PER_POINT < draws) return region.sample(n, generator);
    const point = points.subarray(found * d, (found + 1) * d);
    dimensions.forEach((dimension, k) => {
      point[k] = region.settled.get(k) ?? uniformValue(dimension, generator.uniform());
    });
    if (region.contains(point)) found++;
  }
  return points;
}
