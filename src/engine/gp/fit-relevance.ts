import type { Steps } from '../compute/lockstep.ts';
import type { Objective } from './fit-objective.ts';

/** Log lengthscales this far above their initial value are flat; made rough, they are put so far below it. */
const MOVES = { flat: 1, rough: 0.8 };
/** More flat columns than this would cost more likelihoods than descents. */
const MOST_COLUMNS = 64;
/** A move has to gain this, nats. */
const LEAST_GAIN = 1;
/** Moves that are tried together. */
const TOGETHER = 4;

/**
 * A start for a likelihood of more rows than x [V] was found on. Few rows cannot tell a rough column from noise, and the
 * likelihood of more rows has no slope towards it: every flat column is made rough by itself, then the best of them together.
 * Gives x where no move is a gain. One likelihood per flat column, which `objective` must have room to screen.
 */
export function* withRoughColumns(objective: Objective, x: Float64Array): Steps<Float64Array> {
  const { lengthscales, initial, lower, count: V } = objective.variables;
  const flat = lengthscales.filter((k) => x[k] > initial[k] + MOVES.flat);
  if (flat.length === 0 || flat.length > MOST_COLUMNS) return x;
  const moved = (columns: readonly number[]) => {
    const point = x.slice();
    for (const k of columns) point[k] = Math.max(lower[k], initial[k] - MOVES.rough);
    return point;
  };
  function* valuesOf(moves: readonly (readonly number[])[]): Steps<Float64Array> {
    const points = new Float64Array(moves.length * V);
    moves.forEach((columns, i) => {
      points.set(moved(columns), i * V);
    });
    return (yield* objective.evaluate(points, moves.length, 'value')).values.slice(0, moves.length);
  }
  const singles = [[], ...flat.map((k) => [k])];
  const [own, ...values] = yield* valuesOf(singles);
  const order = flat
    .map((k, i) => ({ k, value: values[i] }))
    .filter(({ value }) => value < own - LEAST_GAIN)
    .sort((a, b) => a.value - b.value);
  if (order.length === 0) return x;
  const best = order.slice(0, TOGETHER).map(({ k }) => k);
  const groups = best.map((_, i) => best.slice(0, i + 1));
  const joint = yield* valuesOf(groups);
  return moved(groups[joint.indexOf(Math.min(...joint))]);
}

/** Points that `withRoughColumns` looks at together, at most. */
export const roughColumnsLookedAt = ({ variables }: Pick<Objective, 'variables'>): number =>
  1 + Math.min(MOST_COLUMNS, variables.lengthscales.length);
