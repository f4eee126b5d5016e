import type { CampaignTask } from '../../src/engine/campaign/task.ts';
import { spanningColumns } from '../../src/engine/space/encode.ts';
import type { Space } from '../../src/engine/space/space.ts';

/**
 * The next `count` runs of a campaign that minimizes one output.
 *
 * @param problem its space and, where runs come from a list, the points of that list
 * @param X [n, d] recorded runs  @param y [n] their results
 */
export function campaignTask(
  { space, list }: { readonly space: Space; readonly list?: readonly (readonly number[])[] | undefined },
  X: readonly number[],
  y: readonly number[],
  count: number,
  seed: number,
): CampaignTask {
  return {
    X: Float64Array.from(X),
    n: y.length,
    d: space.dimensions.length,
    categorical: space.dimensions.map(({ kind }) => kind === 'categorical'),
    outputs: [Float64Array.from(y)],
    space,
    spanning: spanningColumns(space.dimensions),
    goals: ['minimize'],
    fixed: new Map(),
    pending: new Float64Array(0),
    count,
    seed,
    effort: 'normal',
    advice: false,
    ...(list ? { candidates: { points: Float64Array.from(list.flat()), repeats: false } } : {}),
  };
}
