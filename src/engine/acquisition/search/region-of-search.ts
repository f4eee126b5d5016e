import { InfeasibleRegionError } from '../../errors.ts';
import { describeHyperparameters } from '../../gp/hyperparameters.ts';
import { rowsOf } from '../../linalg/concatenate.ts';
import { createGenerator } from '../../random/generator.ts';
import { createFeasibleRegion, type FeasibleRegion } from '../../space/feasible-region.ts';
import { signOf } from '../goal.ts';
import { goodPoints, type Incumbents } from '../models/incumbent.ts';
import type { SuggestTask } from '../task.ts';
import { everyPoint } from './moves.ts';
import { createSameness, type Repeats } from './repeats.ts';
import { narrowSpace, trustRegionSide } from './trust-region.ts';

/** Side of the box of a local suggestion, in spans. */
const LOCAL_SIDE = 0.3;
/** Rows per variable from which suggestions may be local: fewer do not tell which basin is worth it. */
const LOCAL_ROWS = 5;
/** Sides of a trust region differ by this factor from their mean at most. */
const MOST_WEIGHT = 4;
/** Lattices up to this many points are scanned for a new one. */
const SMALL = 4096;
const SAMPLES = 32;

/**
 * Where one objective is searched: the whole region, or with `options.trust_region` the part of it in a trust region, or
 * with `options.local` in that share of the suggestions, drawn by their seed, the part within a box around the best row (the best
 * pending one, where it is expected to be better).
 *
 * A part without enough new points is not searched.
 *
 * @param isKnown whether a point was recorded, staged or queued
 */
export function regionOfSearch(
  task: SuggestTask,
  whole: FeasibleRegion,
  incumbents: Incumbents,
  isKnown: Repeats['has'],
): FeasibleRegion {
  if (task.models.length > 1) return whole;
  const box = boxOf(task);
  if (box === undefined) return whole;
  const [center] = incumbents.pending
    ? [whole.repair(incumbents.pending)]
    : rowsOf(goodPoints(whole, incumbents, 1), whole.space.dimensions.length);
  try {
    const part = createFeasibleRegion(narrowSpace(task.space, center, box.side, box.weights), task.fixed);
    return hasNew(part, whole, isKnown, task) ? part : whole;
  } catch (error) {
    if (error instanceof InfeasibleRegionError) return whole;
    throw error;
  }
}

/** Whether a region holds as many new points as are asked for: all of a small lattice are examined, else a few samples. */
function hasNew(
  part: FeasibleRegion,
  whole: FeasibleRegion,
  isKnown: Repeats['has'],
  task: SuggestTask,
): boolean {
  const d = part.space.dimensions.length;
  const samples = () => rowsOf(part.sample(SAMPLES + task.count, createGenerator(`part/${task.seed}`)), d);
  const same = createSameness(whole);
  const fresh: Float64Array[] = [];
  for (const point of everyPoint(part, SMALL) ?? samples()) {
    if (!isKnown(point) && !fresh.some((other) => same(other, point))) fresh.push(point);
    if (fresh.length === task.count) return true;
  }
  return false;
}

/** Side and weights [d] of a box around the best row; undefined for none. */
function boxOf(task: SuggestTask): { side: number; weights: ArrayLike<number> } | undefined {
  const [model] = task.models;
  const d = task.space.dimensions.length;
  if (task.options?.trust_region === true) {
    const sign = signOf(task.goals[0]);
    const outputs = model.y.map((value) => sign * value);
    return { side: trustRegionSide(outputs, d), weights: weightsOf(task) };
  }
  const share = task.options?.local;
  if (typeof share !== 'number' || model.n < LOCAL_ROWS * (d - task.fixed.size)) return undefined;
  const local = createGenerator(`local/${task.seed}`).uniform() < share;
  return local ? { side: LOCAL_SIDE, weights: new Float64Array(d).fill(1) } : undefined;
}

/** Lengthscales over their geometric mean, within limits: flat columns must not shrink the box along the others. */
function weightsOf({ models: [model], space }: SuggestTask): Float64Array {
  const d = space.dimensions.length;
  const logs = new Float64Array(d);
  for (const { name, column, value } of describeHyperparameters(model).parameters) {
    if (name === 'lengthscale' && column !== undefined && column < d) logs[column] = Math.log(value);
  }
  const middle = logs.reduce((sum, log) => sum + log, 0) / d;
  return logs.map((log) => Math.min(MOST_WEIGHT, Math.max(1 / MOST_WEIGHT, Math.exp(log - middle))));
}
