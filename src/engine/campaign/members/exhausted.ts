import { everyPoint } from '../../acquisition/search/moves.ts';
import { rowsOf } from '../../linalg/concatenate.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';
import type { CampaignTask } from '../task.ts';

/** Regions of more points are not gone through. */
const MOST = 4096;

/**
 * Whether every run that may be proposed is recorded, pending or chosen, so that only repeats are left.
 *
 * @param chosen [p, d] pending runs, then earlier members of the batch
 */
export function isExhausted(
  { X, n, d, candidates }: CampaignTask,
  region: FeasibleRegion,
  chosen: Float64Array,
): boolean {
  const known = n + chosen.length / d;
  if (candidates && candidates.points.length / d > known) return false;
  const all = candidates ? rowsOf(candidates.points, d) : everyPoint(region, MOST);
  if (all === undefined || all.length > known) return false;
  const taken = new Set([...rowsOf(X, d), ...rowsOf(chosen, d)].map((point) => point.join()));
  return all.every((point) => taken.has(point.join()));
}
