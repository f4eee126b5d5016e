import type { InitialDesignRequest } from '../../../contract/designs/design.ts';
import { createGenerator } from '../../../engine/random/generator.ts';

/** What the order of runs depends on. */
export interface OrderTerms<Seed> {
  readonly request: Pick<InitialDesignRequest, 'order'>;
  readonly seed: Seed;
}

/** The runs after the first `kept`, as they were made or shuffled by the seed. */
export function inRunOrder<Run>(
  points: Run[],
  { request: { order }, seed }: OrderTerms<number | string>,
  kept = 0,
): Run[] {
  if (order !== 'random') return points;
  return [...points.slice(0, kept), ...createGenerator(`${seed} run order`).shuffle(points.slice(kept))];
}
