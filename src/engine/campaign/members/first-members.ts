import { fewerFit, isPayable, notAffordable } from '../../acquisition/cost/budget.ts';
import { runCost } from '../../cost/run-cost.ts';
import { rowsOf } from '../../linalg/concatenate.ts';
import type { Generator } from '../../random/generator.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';
import { areAlike } from '../rows/alike-results.ts';
import { isTooFew } from '../rows/learned-rows.ts';
import type { CampaignSuggestion, CampaignTask, CandidateList } from '../task.ts';
import { afterCheapestOrder, afterRun, priceOf, remainingBudget } from './batch-costs.ts';
import { openList, thinned } from './candidate-list.ts';
import { createDistance, farthest, firstCandidates, firstPointCount } from './first-points.ts';
import type { Rounding } from './rounded-points.ts';

/** The first members of a batch. */
export interface FirstMembers {
  readonly points: readonly Float64Array[];
  /** Why there are any although enough runs are known; absent: too few are. */
  readonly despite?: CampaignSuggestion['despite'];
  /** What is left of the task after them: costs are spent. */
  readonly task: CampaignTask;
  /** Why the batch ends with them. */
  readonly warnings: readonly string[];
}

/**
 * Members that spread over the space, as long as too few runs are recorded or pending, too many of them lie close together, or all gave the same
 * result (decision 0931), and can be paid.
 *
 * @throws BudgetError not even one can be paid
 */
export function firstMembers(
  task: CampaignTask,
  region: FeasibleRegion,
  round: Rounding,
  generator: Generator,
): FirstMembers {
  const known = [...rowsOf(task.X, task.d), ...rowsOf(task.pending, task.d)];
  const count = firstPointCount(region);
  const points: Float64Array[] = [];
  let open = task;
  let paid = task;
  const few = isTooFew(task);
  const isShort = () => few || known.length < count;
  const alike = !task.cost && hasNumbersOnly(region) && areAlike(task);
  const despite = isShort() ? {} : { despite: alike ? ('alike' as const) : ('crowded' as const) };
  while (
    points.length < task.count &&
    (isShort() || (!task.candidates && (alike || lieTogether(region, known, count))))
  ) {
    const candidates = task.candidates
      ? firstOfList(open, generator)
      : firstCandidates(region, known, count, generator);
    const { points: payable, cheapest } = payableOf(paid, region, candidates);
    if (payable.length === 0 && !isShort()) break;
    if (payable.length === 0) {
      const left = remainingBudget(paid);
      if (points.length === 0) throw notAffordable(cheapest, left, task.cost?.units, task.fixed.size > 0);
      const cheaper = afterCheapestOrder(task, points, paid);
      if (cheaper !== undefined) {
        paid = cheaper;
        continue;
      }
      return {
        points,
        ...despite,
        task: paid,
        warnings: [fewerFit(points.length, task.count, cheapest, left)],
      };
    }
    const point =
      known.length === 0 && task.candidates
        ? payable[generator.integer(payable.length)]
        : payable[farthest(region, known, payable)];
    if (!isShort() && !isApart(region, known, point)) break;
    const rounded = round(point, paid);
    points.push(rounded);
    known.push(point);
    paid = afterRun(paid, rounded);
    if (points.length < task.count) open = openList(open, point);
  }
  return { points, ...despite, task: paid, warnings: [] };
}

/** Whether no category is to be chosen. */
const hasNumbersOnly = ({ space, settled }: FeasibleRegion): boolean =>
  space.dimensions.every((dimension, column) => dimension.kind !== 'categorical' || settled.has(column));

/** Least distance (`createDistance`) of settings that count as different. */
const APART = 0.1;

/** Whether a point lies at least a tenth of the ranges from all others. */
export const isApart = (
  region: FeasibleRegion,
  known: readonly ArrayLike<number>[],
  point: ArrayLike<number>,
): boolean => {
  const distance = createDistance(region);
  return known.every((other) => distance(other, point) >= APART);
};

/**
 * Whether fewer than half of `count` settings lie apart from each other: repeats, or a history from a small part of the ranges, from which a model
 * knows nothing about the rest.
 */
function lieTogether(region: FeasibleRegion, known: readonly ArrayLike<number>[], count: number): boolean {
  const different: ArrayLike<number>[] = [];
  for (const point of known) {
    if (isApart(region, different, point)) different.push(point);
    if (2 * different.length >= count) return false;
  }
  return true;
}

interface Payable {
  readonly points: readonly Float64Array[];
  /** Price of the cheapest run that was found, payable or not. */
  readonly cheapest: number;
}

/** The candidates that can be paid; if none can, those with each setting as the last run had it where that costs less. */
function payableOf(task: CampaignTask, region: FeasibleRegion, candidates: Float64Array[]): Payable {
  const { cost } = task;
  const left = remainingBudget(task);
  const affordable = (points: Float64Array[]): Payable => {
    const prices = points.map((point) => priceOf(task, point));
    return { points: points.filter((_, i) => isPayable(prices[i], left)), cheapest: Math.min(...prices) };
  };
  if (cost?.budget === undefined) return { points: candidates, cheapest: Number.NaN };
  const payable = affordable(candidates);
  const { from } = cost;
  if (payable.points.length > 0 || from === undefined || task.candidates) return payable;
  const kept = runCost(cost.model, from, from).running;
  const cheaper = (point: Float64Array) => {
    const { running, changing } = runCost(cost.model, from, point);
    return region.repair(
      point.map((value, i) =>
        running[i] + changing[i] > kept[i] && !Number.isNaN(from[i]) ? from[i] : value,
      ),
    );
  };
  const found = affordable(candidates.map(cheaper));
  return { ...found, cheapest: Math.min(found.cheapest, payable.cheapest) };
}

/** Runs of a list that are examined for a first point. */
const LOOKED_AT = 512;

function firstOfList({ candidates, d }: CampaignTask, generator: Generator): Float64Array[] {
  const { points } = thinned(candidates as CandidateList, LOOKED_AT, d, generator);
  return rowsOf(points, d).map((point) => point.slice());
}
