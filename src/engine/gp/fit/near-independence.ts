import type { Steps } from '../../compute/lockstep.ts';
import { sobol } from '../../random/sobol.ts';
import { type DescentOptions, type DescentResult, descend } from './descent.ts';
import type { Objective, Variables } from './objective.ts';
import { bestSeparated, createRace, PATIENCE } from './starts.ts';

/** Points that `searchNearIndependence` evaluates by value, and how many of them it descends from at most. */
export const NEAR_INDEPENDENCE = { screened: 64, starts: 8 };
/** An optimum is near independent rows where it is at most so many nats a row, and in all, above them. */
const NEAR = { perRow: 0.2, most: 20 };
/** More columns than this have too many modes for so few starts. */
const MOST_COLUMNS = 20;
/** Log lengthscales of a start begin so far above the initial ones; their sum is then lowered by log n and at most so much more. */
const LOWERED = { from: 0.7, more: 2 };

/**
 * Searches again where an optimum explains hardly more than independent rows would. Pure noise has a mode wherever rows that are near each other in some
 * columns happen to have like outputs, and neither part of the rows nor changes of single columns show which is the highest: starts on all rows do.
 * Elsewhere this costs one likelihood. `objective` must have room for `NEAR_INDEPENDENCE`.
 */
export function* searchNearIndependence(
  objective: Objective,
  rows: number,
  found: DescentResult,
  descent: DescentOptions,
  seed: number,
): Steps<DescentResult> {
  const { lengthscales, initial, lower, count: V } = objective.variables;
  if (lengthscales.length < 2 || lengthscales.length > MOST_COLUMNS) return found;
  const apart = initial.slice();
  for (const k of lengthscales) apart[k] = lower[k];
  const independent = (yield* objective.evaluate(apart, 1, 'value')).values[0];
  if (!(found.value > independent - Math.min(NEAR.most, NEAR.perRow * rows))) return found;
  const points = startsOfFewNeighbours(objective.variables, rows, seed);
  const { values } = yield* objective.evaluate(points, NEAR_INDEPENDENCE.screened, 'value');
  const starts = bestSeparated(points, values, V, NEAR_INDEPENDENCE.starts);
  const abandon = createRace(starts.length / V, PATIENCE.stated);
  const next = yield* descend(objective, starts, { ...descent, abandon });
  return { ...(next.value < found.value ? next : found), evaluations: objective.evaluations() };
}

/**
 * Points [NEAR_INDEPENDENCE.screened, V] where a box with the lengthscales as edges holds about one row, or fewer: log n and a little more is divided among the
 * columns in proportion to squared exponential variates, so that a few columns take most of it.
 */
function startsOfFewNeighbours(
  { lengthscales, initial, lower, upper, count: V }: Variables,
  rows: number,
  seed: number,
): Float64Array {
  const { screened } = NEAR_INDEPENDENCE;
  const size = lengthscales.length + 1;
  const uniform = sobol(screened, size, { seed });
  const points = new Float64Array(screened * V);
  for (let i = 0; i < screened; i++) {
    const shares = lengthscales.map((_, j) => Math.log1p(-uniform[i * size + j]) ** 2);
    const total = shares.reduce((sum, share) => sum + share, 0);
    const fall = Math.log(rows) + LOWERED.more * uniform[(i + 1) * size - 1];
    points.set(initial, i * V);
    lengthscales.forEach((k, j) => {
      const moved = initial[k] + LOWERED.from - (fall * shares[j]) / total;
      points[i * V + k] = Math.min(upper[k], Math.max(lower[k], moved));
    });
  }
  return points;
}
