import type { Steps } from '../../compute/lockstep.ts';
import { concatenate } from '../../linalg/concatenate.ts';
import type { Abandon, CurrentPoints } from '../../optim/batch.ts';
import { type DescentOptions, type DescentResult, descend } from './descent.ts';
import type { Objective } from './objective.ts';
import { scaleOf } from './scale.ts';
import { createRace, PATIENCE } from './starts.ts';

/** Log lengthscales this far above their initial value are flat; made rough, they are put so far below it. */
const MOVES = { flat: 1, rough: 1.3 };
/** More flat columns than this would cost more likelihoods than descents. */
const MOST_COLUMNS = 64;
/** A move has to gain this, nats. */
const LEAST_GAIN = 1;
/** Moves that are tried together. */
const TOGETHER = 4;
/** Points that are examined by value at once: on a GPU each takes a matrix of all rows. */
export const POINTS_SCREENED_AT_ONCE = 8;

/**
 * A start for a likelihood of more rows than x [V] was found on. Few rows cannot tell a rough column from noise, and the
 * likelihood of more rows has no gradient towards it: every flat column is made rough separately, then the best of them together.
 * Gives x where no move is a gain. One likelihood per flat column, of which `objective` must have room to screen `POINTS_SCREENED_AT_ONCE`.
 */
export function* startWithRoughColumns(objective: Objective, x: Float64Array): Steps<Float64Array> {
  const { lengthscales, initial, lower } = objective.variables;
  const flat = lengthscales.filter((k) => x[k] > initial[k] + MOVES.flat);
  if (flat.length === 0 || flat.length > MOST_COLUMNS) return x;
  const moved = (columns: readonly number[]) => {
    const point = x.slice();
    for (const k of columns) point[k] = Math.max(lower[k], initial[k] - MOVES.rough);
    return point;
  };
  const singles = [[], ...flat.map((k) => [k])];
  const [own, ...values] = yield* valuesOf(objective, singles.map(moved));
  const order = flat
    .map((k, i) => ({ k, value: values[i] }))
    .filter(({ value }) => value < own - LEAST_GAIN)
    .sort((a, b) => a.value - b.value);
  if (order.length === 0) return x;
  const best = order.slice(0, TOGETHER).map(({ k }) => k);
  const groups = best.map((_, i) => best.slice(0, i + 1));
  const joint = yield* valuesOf(objective, groups.map(moved));
  return moved(groups[joint.indexOf(Math.min(...joint))]);
}

/**
 * As `MOVES`, of columns that a search may have lost; the noise is lowered by so much with them. A column that was lost costs less than `most` nats a row
 * then, most that do not matter cost more. One that is `back` above its start goes where it came from.
 * Fewer than `rows` rows do not tell such a column from noise.
 */
const LOST = { flat: 2, rough: 1.3, quieter: 2, most: 0.6, back: 1, rows: 30 };
/** The best of such points that are descended from, and how often one column after another is looked for. */
const ATTEMPTS = { together: 2, rounds: 3 };

/**
 * Of two columns that are not `flat`, one is made so much rougher and the other so much smoother. Where that costs more than `most` nats a row, or a descent is
 * `near` where it came from, it leads nowhere new. More `columns` than this would cost more likelihoods than descents.
 */
const TRADES = { flat: 2, by: 1, most: 0.2, near: 0.5, columns: 8, gain: 1e-3 };

/** Points that may lead from an optimum to a better one. */
interface Look {
  readonly points: readonly Float64Array[];
  /** Only points that are at most this much worse are descended from, nats. */
  readonly limit: number;
  /** What a descent from there has to gain, nats. */
  readonly gain: number;
  /** Whether restart b of a descent, from `points[at]`, is on its way back. */
  readonly returns: (at: number, b: number, run: CurrentPoints) => boolean;
}

/**
 * Looks for a better optimum where a column that is flat now is rough. Such an optimum is no gain from where the search ended, as the other columns and
 * the noise stand for the lost one there: so the most likely two of these points are descended from, until they fall behind the best.
 * `objective` must have room for two points with derivatives, and to screen `POINTS_SCREENED_AT_ONCE`.
 */
export function recoverLostColumns(
  objective: Objective,
  rows: number,
  found: DescentResult,
  descent: DescentOptions,
): Steps<DescentResult> {
  const { lengthscales, initial, lower, noise, count: V } = objective.variables;
  const again = coordinatesOf(
    objective,
    initial.map((start) => start + LOST.back),
  );
  return withBetter(objective, found, descent, ({ x }) => {
    const flat = lengthscales.filter((k) => x[k] > initial[k] + LOST.flat);
    const looked = rows < LOST.rows || flat.length > MOST_COLUMNS ? [] : flat;
    const points = looked.map((k) => {
      const point = x.slice();
      point[k] = Math.max(lower[k], initial[k] - LOST.rough);
      if (noise >= 0) point[noise] = Math.max(lower[noise], point[noise] - LOST.quieter);
      return point;
    });
    const returns = (at: number, b: number, run: CurrentPoints) => run.x[b * V + flat[at]] > again[flat[at]];
    return { points, limit: LOST.most * rows, gain: LEAST_GAIN, returns };
  });
}

/**
 * Looks for a better optimum where one column is rougher and another smoother: where the noise is fixed, modes mostly differ by that, and either move alone is a
 * loss. One likelihood per ordered pair of columns that are not flat; room in `objective` as for `recoverLostColumns`.
 */
export function tradeColumnRoughness(
  objective: Objective,
  rows: number,
  found: DescentResult,
  descent: DescentOptions,
): Steps<DescentResult> {
  const { lengthscales, initial, lower, upper, count: V } = objective.variables;
  return withBetter(objective, found, descent, ({ x }) => {
    const some = lengthscales.filter((k) => x[k] <= initial[k] + TRADES.flat);
    const traded = some.length > TRADES.columns ? [] : some;
    const points = traded.flatMap((rougher) =>
      traded.flatMap((smoother) => {
        if (rougher === smoother) return [];
        const point = x.slice();
        point[rougher] = Math.max(lower[rougher], x[rougher] - TRADES.by);
        point[smoother] = Math.min(upper[smoother], x[smoother] + TRADES.by);
        return [point];
      }),
    );
    const origin = coordinatesOf(objective, x);
    const returns = (_: number, b: number, run: CurrentPoints) =>
      lengthscales.every((k) => Math.abs(run.x[b * V + k] - origin[k]) < TRADES.near);
    return { points, limit: TRADES.most * rows, gain: TRADES.gain, returns };
  });
}

/** Descends from the most likely points of a look until they fall behind or return, and looks again from what is found. */
function* withBetter(
  objective: Objective,
  found: DescentResult,
  descent: DescentOptions,
  lookFrom: (best: DescentResult) => Look,
): Steps<DescentResult> {
  let best = found;
  for (let round = 0; round < ATTEMPTS.rounds; round++) {
    const { points, limit, gain, returns } = lookFrom(best);
    const values = yield* valuesOf(objective, points);
    const order = points.map((_, i) => i).filter((i) => values[i] < best.value + limit);
    if (order.length === 0) break;
    order.sort((a, b) => values[a] - values[b]);
    const chosen = order.slice(0, ATTEMPTS.together);
    const starts = concatenate(chosen.map((i) => points[i]));
    const race = createRace(chosen.length, PATIENCE.stated, best.value);
    const abandon: Abandon = (b, round, run) =>
      (run.values[b] > best.value && returns(chosen[b], b, run)) || race(b, round, run);
    const next = yield* descend(objective, starts, { ...descent, abandon });
    if (!(next.value < best.value - gain)) break;
    best = next;
  }
  return { ...best, evaluations: objective.evaluations() };
}

/** A point [V] in the coordinates of descents. */
function coordinatesOf({ curved, variables }: Objective, x: Float64Array): Float64Array {
  return curved ? scaleOf(variables).to(x) : x;
}

/** Values at points, some at a time. */
function* valuesOf(objective: Objective, points: readonly Float64Array[]): Steps<number[]> {
  const values: number[] = [];
  for (let from = 0; from < points.length; from += POINTS_SCREENED_AT_ONCE) {
    const some = points.slice(from, from + POINTS_SCREENED_AT_ONCE);
    const found = yield* objective.evaluate(concatenate(some), some.length, 'value');
    values.push(...found.values.subarray(0, some.length));
  }
  return values;
}
