import { createGenerator } from '../../random/generator.ts';
import { sobol } from '../../random/sobol.ts';
import { hull } from '../../space/encode.ts';
import { createFeasibleRegion, type FeasibleRegion } from '../../space/feasible-region.ts';
import { uniformValue } from '../coded-value.ts';
import type { DesignMethod } from '../definition.ts';
import type { InitialDesignTask } from '../task.ts';
import { firstFeasible, place, spaceFilling } from './space-filling.ts';

/**
 * Points in shells around the middle of a region (where it lies deepest): Sobol points, the numbers of the i-th of n drawn
 * towards the middle by the factor √(i/n). Categories stay.
 *
 * A start for a search. Most of the volume of a box lies near its faces, where points tell little of what is inside;
 * points at many radii tell which way the outputs fall (docs/decisions/0081-first-points-in-shells-around-the-center.md).
 */
function concentric(task: InitialDesignTask, region: FeasibleRegion, n: number): Float64Array {
  const { dimensions } = region.space;
  const d = dimensions.length;
  const middle = dimensions.map((dimension, k) => {
    const [low, high] = hull(dimension);
    return region.linked.columns.includes(k) ? region.center[k] : (low + high) / 2;
  });
  const next = (skip: number, count: number) =>
    place(region.space, sobol(count, d, { seed: task.seed, skip }), uniformValue);
  const points = firstFeasible(next, region, n, createGenerator(task.seed));
  for (let i = 0; i < n; i++) {
    const factor = Math.sqrt((i + 1) / n);
    const point = points.subarray(i * d, (i + 1) * d);
    const drawn = point.map((value, k) =>
      dimensions[k].kind === 'categorical' ? value : middle[k] + factor * (value - middle[k]),
    );
    point.set(region.repair(drawn));
  }
  return points;
}

export const concentricDesign: DesignMethod = {
  label: 'Concentric',
  usual: true,
  purpose: 'Shells around the centre, denser inside. The usual start before suggestions.',
  needs: 'any types',
  about:
    'Sobol points drawn towards the centre of the region, the i-th of n by the factor √(i/n); categories are not drawn; see [strategies](experiments/strategies.md)',
  parameters: ['nPoints'],
  run: spaceFilling((task, n, region) => concentric(task, region ?? createFeasibleRegion(task.space), n)),
};
