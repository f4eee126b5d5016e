import type { Steps } from '../compute/lockstep.ts';
import type { Objective } from './fit-objective.ts';

/** Log lengthscales this far above their initial value are flat; made rough, they are put so far below it. */
const MOVES = { flat: 1, rough: 1.3 };
/** More flat columns than this would cost more likelihoods than descents. */
const MOST_COLUMNS = 64;
/** A move has to gain this, nats. */
const LEAST_GAIN = 1;
/** Moves that are tried together. */
const TOGETHER = 4;
/** Points that are looked at by value at once: on a GPU each takes a matrix of all rows. */
export const LOOKED_AT_ONCE = 8;

/**
 * A start for a likelihood of more rows than x [V] was found on. Few rows cannot tell a rough column from noise, and the
 * likelihood of more rows has no slope towards it: every flat column is made rough by itself, then the best of them together.
 * Gives x where no move is a gain. One likelihood per flat column, of which `objective` must have room to screen `LOOKED_AT_ONCE`.
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
  function* valuesOf(moves: readonly (readonly number[])[]): Steps<number[]> {
    const values: number[] = [];
    for (let from = 0; from < moves.length; from += LOOKED_AT_ONCE) {
      const some = moves.slice(from, from + LOOKED_AT_ONCE);
      const points = new Float64Array(some.length * V);
      some.forEach((columns, i) => {
        points.set(moved(columns), i * V);
      });
      values.push(...(yield* objective.evaluate(points, some.length, 'value')).values.slice(0, some.length));
    }
    return values;
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
