import { rowsOf } from '../../linalg/concatenate.ts';
import { createGenerator, type Generator } from '../../random/generator.ts';
import { hammersley } from '../../random/halton.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';
import type { Space } from '../../space/space.ts';
import { roundedValue } from '../coded-value.ts';
import type { DesignMethod } from '../definition.ts';
import { place, refuseUnreachableEquality, spaceFilling, TRIES_PER_POINT } from './space-filling.ts';

/** Hammersley points of the smallest size (in steps) with n feasible ones, of which n are taken evenly. */
function feasibleHammersley(
  space: Space,
  region: FeasibleRegion,
  n: number,
  generator: Generator,
): Float64Array {
  const d = space.dimensions.length;
  let kept: Float64Array[] = [];
  for (let size = n; kept.length < n && size <= TRIES_PER_POINT * n; size = Math.ceil(size * 1.25)) {
    const tried = place(space, hammersley(size, d), roundedValue);
    kept = rowsOf(tried, d).filter((point) => region.contains(point));
  }
  const points = new Float64Array(n * d);
  const taken = Math.min(n, kept.length);
  for (let i = 0; i < taken; i++) points.set(kept[Math.floor(((i + 0.5) * kept.length) / taken)], i * d);
  if (taken < n) points.set(region.sample(n - taken, generator), taken * d);
  return points;
}

export const hammersleyDesign: DesignMethod = {
  label: 'Hammersley',
  purpose: 'Even coverage for a fixed number of runs.',
  needs: 'any types',
  about: 'plain points in i/n and the bases 2, 3, 5, …; the seed has no effect',
  parameters: ['nPoints'],
  run: spaceFilling(({ space, method, seed }, n, region) => {
    if (!region) return place(space, hammersley(n, space.dimensions.length), roundedValue);
    refuseUnreachableEquality(space, method);
    return feasibleHammersley(space, region, n, createGenerator(seed));
  }),
};
