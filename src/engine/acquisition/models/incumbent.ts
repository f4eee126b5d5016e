import { sidesOf } from '../../gp/censoring/censored.ts';
import type { Posterior } from '../../gp/posterior/posterior.ts';
import { concatenate } from '../../linalg/concatenate.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';
import { signOf } from '../goal.ts';
import { searchedDesirability } from '../strategies/desirability.ts';
import type { SuggestTask } from '../task.ts';
import { type AttainableRows, attainableRows, isAttainable } from './attainable.ts';

/** Rows from which on their means come from the weights. */
const FROM_WEIGHTS = 300;

/** Rows whose means are predicted, where predictions of all would take long. */
const LOOKED_AT = 512;

/** Rows that are put in order. */
const FEW = 16;

/** The first `FEW` of some rows in an order; of equal rows the earlier comes first. */
function firstFew(rows: Iterable<number>, compare: (a: number, b: number) => number): number[] {
  const first: number[] = [];
  for (const row of rows) {
    let at = first.length;
    while (at > 0 && compare(row, first[at - 1]) < 0) at--;
    if (at >= FEW) continue;
    first.splice(at, 0, row);
    if (first.length > FEW) first.pop();
  }
  return first;
}

/** The recorded rows projected into the slice of the request. */
export interface Incumbents {
  /** [n, d] recorded inputs with the fixed columns put to their values; where none of them can be made, each at its nearest point of the region. */
  readonly X: Float64Array;
  /** Best value that counts as reached, output units. */
  readonly best: number;
  /** [d] raw: the pending row that is expected to have it, where pending rows count. */
  readonly pending?: Float64Array;
  /** The rows that promise most, best first: `FEW` of them or all. */
  readonly order: readonly number[];
}

/**
 * Best value so far of the first objective. Recipe botorch: best posterior mean over the recorded inputs moved into the slice; rows whose
 * means break an outcome constraint do not count, unless all do; where pending rows are settled, they count, too. Recipe sklearn: best measured value; where something
 * is fixed, as botorch, since nothing was measured there. Limits count by their posterior means. Outputs that are joined
 * count by the desirability of their means. Only rows that can still be made count (`attainableRows`).
 */
export function findIncumbents(
  task: SuggestTask,
  posteriors: readonly Posterior[],
  region: FeasibleRegion,
): Incumbents {
  const { model } = posteriors[0];
  const { n, d } = model;
  const recorded = intoSlice(model.X.subarray(0, n * d), d, task.fixed);
  const attainable = attainableRows(region, recorded);
  const { X, rows } = attainable;
  if (task.desirability) return byDesirability(task, posteriors, attainable);
  const sign = signOf(task.goals[0]);
  if (model.sparse && n > LOOKED_AT) return amongBest(task, posteriors, attainable);
  const isAsRecorded = task.fixed.size === 0 && X === recorded;
  const known = n >= FROM_WEIGHTS && isAsRecorded ? posteriors[0].meanOfRows?.() : undefined;
  const mean = known?.subarray(0, n) ?? posteriors[0].mean(X, n);
  const feasible = meansInside(task, posteriors, X, n);
  const some = rows.some((row) => feasible[row]);
  const measured = task.recipe === 'sklearn' && isAsRecorded;
  const sides = sidesOf(n, model.censored);
  const worth = new Float64Array(n);
  for (let i = 0; i < n; i++) worth[i] = sign * (measured && sides[i] === 0 ? model.y[i] : mean[i]);
  const order = firstFew(rows, (a, b) => Number(feasible[b]) - Number(feasible[a]) || worth[b] - worth[a]);
  const counted = order.find((row) => !some || feasible[row]);
  const best = counted === undefined ? 0 : sign * worth[counted];
  return {
    X,
    order,
    ...(task.settledFrom === undefined ? { best } : withPending(task, posteriors, best, region)),
  };
}

/** The best value with the means at the pending rows, moved into the slice as well. */
function withPending(
  task: SuggestTask,
  posteriors: readonly Posterior[],
  best: number,
  region: FeasibleRegion,
): Pick<Incumbents, 'best' | 'pending'> {
  const { d } = posteriors[0].model;
  const settled = task.pending.subarray((task.settledFrom ?? 0) * d);
  const count = settled.length / d;
  if (count === 0) return { best };
  const sign = signOf(task.goals[0]);
  const points = intoSlice(settled, d, task.fixed);
  const mean = posteriors[0].mean(points, count);
  const inside = meansInside(task, posteriors, points, count);
  let top = -1;
  for (let i = 0; i < count; i++) {
    const counts = inside[i] && isAttainable(region, points.subarray(i * d, (i + 1) * d));
    if (counts && sign * mean[i] > sign * (top < 0 ? best : mean[top])) top = i;
  }
  return top < 0 ? { best } : { best: mean[top], pending: points.slice(top * d, (top + 1) * d) };
}

function byDesirability(
  task: SuggestTask,
  posteriors: readonly Posterior[],
  { X, rows }: AttainableRows,
): Incumbents {
  const { desirability: parts = [] } = task;
  const { n } = posteriors[0].model;
  const means = posteriors.map((posterior) => posterior.mean(X, n));
  const inside = meansInside(task, posteriors, X, n);
  const worth = Float64Array.from({ length: n }, (_, i) =>
    searchedDesirability(
      parts,
      means.map((mean) => mean[i]),
    ),
  );
  const order = firstFew(rows, (a, b) => Number(inside[b]) - Number(inside[a]) || worth[b] - worth[a]);
  return { X, best: worth[order[0]], order };
}

/** Rows [n, d] with the fixed columns put to their values; the rows themselves where nothing is fixed. */
export function intoSlice(X: Float64Array, d: number, fixed: SuggestTask['fixed']): Float64Array {
  if (fixed.size === 0) return X;
  const moved = X.slice();
  for (const [column, value] of fixed) {
    for (let at = column; at < moved.length; at += d) moved[at] = value;
  }
  return moved;
}

/** Of many rows only the best measured are predicted. */
function amongBest(
  task: SuggestTask,
  posteriors: readonly Posterior[],
  { X, rows }: AttainableRows,
): Incumbents {
  const { model } = posteriors[0];
  const { d, y } = model;
  const sign = signOf(task.goals[0]);
  const measured = [...rows].sort((a, b) => sign * (y[b] - y[a]));
  const few = measured.slice(0, LOOKED_AT);
  const points = new Float64Array(few.length * d);
  few.forEach((row, i) => {
    points.set(X.subarray(row * d, (row + 1) * d), i * d);
  });
  const mean = posteriors[0].mean(points, few.length);
  const inside = meansInside(task, posteriors, points, few.length);
  const isMeasured = task.recipe === 'sklearn' && task.fixed.size === 0;
  const worth = few.map((row, i) => sign * (isMeasured ? y[row] : mean[i]));
  const places = firstFew(few.keys(), (a, b) => Number(inside[b]) - Number(inside[a]) || worth[b] - worth[a]);
  return { X, best: sign * worth[places[0]], order: places.map((i) => few[i]) };
}

function meansInside(
  task: SuggestTask,
  posteriors: readonly Posterior[],
  X: Float64Array,
  n: number,
): boolean[] {
  const inside = new Array<boolean>(n).fill(true);
  for (const constraint of task.outcomeConstraints ?? []) {
    const mean = posteriors[constraint.objective].mean(X, n);
    const side = constraint.bound === 'lower' ? 1 : -1;
    for (let i = 0; i < n; i++) if (side * (mean[i] - constraint.value) < 0) inside[i] = false;
  }
  return inside;
}

/** The best few rows as points of the region [c, d], starting places for a search. */
export function goodPoints(region: FeasibleRegion, incumbents: Incumbents, count: number): Float64Array {
  const d = region.space.dimensions.length;
  const rows = incumbents.order.slice(0, count);
  return concatenate(rows.map((row) => region.repair(incumbents.X.subarray(row * d, (row + 1) * d))));
}
