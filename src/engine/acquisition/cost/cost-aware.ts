import { type EncodedCostModel, runCost, runCosts } from '../../cost/run-cost.ts';
import { CancelledError, ValueError } from '../../errors.ts';
import { createFeasibleRegion, type FeasibleRegion } from '../../space/feasible-region.ts';
import { type Problem, startsIn } from '../problem.ts';
import type { Scorer } from '../search/climb.ts';
import { measurementNoise } from '../search/repeats.ts';
import { byValue, type Found, search } from '../search/search.ts';
import { successScorer } from '../search/success-scorer.ts';
import { logExpectedImprovement } from '../strategies/analytic.ts';
import { logAugmentedImprovement } from '../strategies/augmented-improvement.ts';
import type { Proposal } from '../strategies/definition.ts';
import { joinedScores } from '../strategies/joined.ts';
import { onePointAfter } from '../strategies/one-point.ts';
import {
  cheaperPath,
  cheapestOrder,
  exponentOf,
  fewerFit,
  isPayable,
  notAffordable,
  pathCosts,
  remainingAfter,
} from './budget.ts';
import type { CostReport, CostTask } from './task.ts';

/** Fall of the score per share of cost beyond the limit: steep enough that climbs return below it. */
const OVERSPEND_SLOPE = 100;
const OVERSPEND_STEP = 20;
/** What a run should promise of the greatest gain to be had; of what it lacks, each factor counts twice. */
const FAIR_SHARE = 0.5;

/** What a run is charged for, and how heavily. */
interface Weights {
  readonly model: EncodedCostModel;
  readonly from: Float64Array | null;
  /** α. */
  readonly exponent: number;
  /** Beyond this cost the score falls off steeply. */
  readonly limit: number;
  /** Log gain below which a shortfall counts twice. */
  readonly fair: number;
}

/**
 * log gain − α·log cost − (log fair gain − log gain)₊, for single points after a run at `from`.
 *
 * Source: expected improvement per unit cost, Snoek et al. 2012, arXiv:1206.2944, in log form; the power α that cools
 * with the budget, Lee et al. 2020, arXiv:2003.10870.
 */
function perUnitCost(gain: Scorer, weights: Weights): Scorer {
  const { model, from, exponent, limit, fair } = weights;
  const d = model.running.length;
  const floor = floorOf(model);
  const scoreOf = (value: number, spent: number) =>
    value -
    exponent * Math.log(Math.max(spent, floor)) -
    Math.max(0, fair - value) -
    (!isPayable(spent, limit) ? OVERSPEND_STEP + OVERSPEND_SLOPE * (spent / Math.max(limit, floor) - 1) : 0);
  return {
    q: 1,
    values(points) {
      const spent = runCosts(model, from, points, points.length / d).values;
      return gain.values(points).map((value, i) => scoreOf(value, spent[i]));
    },
    gradients(points) {
      const m = points.length / d;
      const { value, gradient } = gain.gradients(points);
      const { values: spent, gradients } = runCosts(model, from, points, m);
      const result = gradient.slice();
      for (let i = 0; i < m; i++) {
        const pull = value[i] < fair ? 2 : 1;
        const slope =
          (spent[i] > floor ? exponent / spent[i] : 0) +
          (!isPayable(spent[i], limit) ? OVERSPEND_SLOPE / Math.max(limit, floor) : 0);
        for (let k = i * d; k < (i + 1) * d; k++) result[k] = pull * gradient[k] - slope * gradients[k];
      }
      return { value: value.map((one, i) => scoreOf(one, spent[i])), gradient: result };
    },
  };
}

/** Up to this many changing columns every choice of those that stay is searched; beyond, one change at a time. */
const FEW_COLUMNS = 3;

/**
 * The whole region, and slices of it in which some columns stay as they are: a change costs a jump at Δx = 0, which
 * no climb along the slope finds.
 */
function slices(problem: Problem, cost: CostTask, from: Float64Array | null): FeasibleRegion[] {
  const { region, task } = problem;
  if (from === null || task.listed) return [region];
  const columns = cost.model.changing.flatMap((part, column) =>
    part === null || region.settled.has(column) || !Number.isFinite(from[column]) ? [] : [column],
  );
  const kept = keptSets(columns);
  return [region, ...kept.flatMap((set) => slice(task.space, task.fixed, set, from))];
}

function keptSets(columns: readonly number[]): (readonly number[])[] {
  if (columns.length === 0) return [];
  if (columns.length <= FEW_COLUMNS)
    return Array.from({ length: 2 ** columns.length - 1 }, (_, bits) =>
      columns.filter((_, i) => (bits + 1) & (1 << i)),
    );
  return [columns, ...columns.map((free) => columns.filter((column) => column !== free))];
}

/** The slice, or nothing where constraints leave no point in it. */
function slice(
  space: Problem['task']['space'],
  fixed: ReadonlyMap<number, number>,
  kept: readonly number[],
  from: Float64Array,
): FeasibleRegion[] {
  try {
    const stays = kept.map((column) => [column, from[column]] as const);
    return [createFeasibleRegion(space, new Map([...fixed, ...stays]))];
  } catch (cause) {
    if (cause instanceof ValueError) return []; // empty, or the setting before is off the lattice or out of bounds
    throw cause;
  }
}

function searchSlices(problem: Problem, regions: readonly FeasibleRegion[], scorer: Scorer): Found[] {
  const { generator, options, task } = problem;
  return regions
    .flatMap((region, i) => {
      if (region.settled.size === task.space.dimensions.length)
        return [{ point: region.center, value: scorer.values(region.center)[0] }];
      const sizes = i === 0 ? options : { ...options, spread: 128, nearby: 64, restarts: 4 };
      return search(scorer, region, startsIn(problem, sizes, region), generator, sizes);
    })
    .sort(byValue);
}

/**
 * The best points by gain per cost, gains below a fair share of the greatest one counting less. Otherwise the budget is spent on cheap,
 * uninformative runs: gain per cost ignores that one good expensive run makes them unnecessary.
 */
function candidatesFor(
  problem: Problem,
  regions: readonly FeasibleRegion[],
  gain: Scorer,
  weights: Omit<Weights, 'fair'>,
): Found[] {
  const free = { ...weights, fair: Number.NEGATIVE_INFINITY };
  const greatest = searchSlices(problem, regions, perUnitCost(gain, { ...free, exponent: 0 }));
  if (weights.exponent === 0) return greatest;
  const fair = greatest[0].value + Math.log(FAIR_SHARE);
  const scorer = perUnitCost(gain, { ...free, fair });
  const again = greatest.slice(0, 4).map(({ point }) => ({ point, value: scorer.values(point)[0] }));
  return [...searchSlices(problem, regions, scorer), ...again].sort(byValue);
}

/**
 * Suggestions that weigh what a run is expected to gain against what it costs: expected improvement per unit cost,
 * members one after the other on fantasies, then put into the order that pays the least for changes.
 *
 * The members together never cost more than what is left of the budget; fewer than asked for are given back, with a
 * warning, when more cannot be paid.
 *
 * @throws InfeasibleRegionError when not even one run can be paid
 */
export function costAware(problem: Problem, cost: CostTask): Proposal & { readonly cost: CostReport } {
  const gains = gainsOf(problem);
  try {
    return spendWisely(problem, cost, gains);
  } finally {
    gains.free();
  }
}

/** Logarithms of gains: as they are weighed against costs, given points chosen, and as they are. */
interface Gains {
  after(chosen: readonly Float64Array[]): Scorer;
  plain(): Scorer;
  free(): void;
}

/** Gains of one objective, or in joint desirability, where draws at the best runs know what the noise hides. */
function gainsOf(problem: Problem): Gains {
  if (problem.task.desirability) {
    const { after, free } = joinedScores(problem, 'gain');
    return { after, plain: () => after([]), free };
  }
  const augmented = logAugmentedImprovement(noiseOfCrowd(problem));
  return {
    after: (chosen) => onePointAfter(problem, augmented, chosen),
    plain: () => onePointAfter(problem, logExpectedImprovement, []),
    free: () => {},
  };
}

function spendWisely(
  problem: Problem,
  cost: CostTask,
  gains: Gains,
): Proposal & { readonly cost: CostReport } {
  const { task, remarks } = problem;
  const exponent = exponentOf(cost);
  let chosen: Float64Array[] = [];
  let from = cost.from ?? null;
  let left = cost.budget?.remaining ?? Infinity;
  let value = Number.NEGATIVE_INFINITY;
  let pays: Pick<CostReport, 'breakEven' | 'stop'> = { breakEven: Number.NaN, stop: null };
  while (chosen.length < task.count) {
    if (problem.context.cancelled?.()) throw new CancelledError('suggest: cancelled');
    const j = chosen.length;
    const gain = successScorer(gains.after(chosen), problem.success);
    const regions = slices(problem, cost, from);
    const spentAt = (point: Float64Array) => runCost(cost.model, from, point).total;
    const candidates = candidatesFor(problem, regions, gain, {
      model: cost.model,
      from,
      exponent,
      limit: left,
    });
    const affordable = candidates.filter(({ point }) => isPayable(spentAt(point), left));
    if (affordable.length === 0) {
      const cheapest = Math.min(...candidates.map(({ point }) => spentAt(point)));
      if (j === 0) throw notAffordable(cheapest, left, cost.units, task.fixed.size > 0);
      const cheaper = cheaperPath(cost, chosen, left);
      if (cheaper !== undefined) {
        chosen = [...cheaper.points];
        left = cheaper.left;
        from = chosen.at(-1) ?? null;
        continue;
      }
      remarks.push({ text: fewerFit(j, task.count, cheapest, left) });
      break;
    }
    if (j === 0) pays = worthwhile(problem, cost, regions, gains.plain());
    const best = problem.repeats.choose(affordable, remarks);
    problem.repeats.add(best.point);
    left = remainingAfter(left, spentAt(best.point));
    chosen.push(best.point);
    from = best.point;
    value = Math.max(value, best.value);
    problem.context.progress?.((j + 1) / task.count, `chose point ${j + 1} of ${task.count}`);
  }
  const points = cheapestOrder(cost, chosen).map((i) => chosen[i]);
  const costs = pathCosts(cost, points);
  return { points, value, cost: { costs, total: costs.reduce((a, b) => a + b, 0), exponent, ...pays } };
}

/** Rows within the noise of the best one at which the noise counts in full. */
const CROWD = 8;

/**
 * Deviation of the noise that hides gains, output units: the more rows have come out within the noise of the best one,
 * the less another run beside them is worth. Without this the budget is spent on the last digits of one optimum while others stay
 * unexplored.
 */
function noiseOfCrowd({ posteriors, incumbents }: Problem): number {
  const [{ model }] = posteriors;
  const noise = Math.sqrt(measurementNoise(posteriors[0]));
  const mean = posteriors[0].mean(incumbents.X, model.n);
  const crowd = mean.filter((value) => Math.abs(value - incumbents.best) <= noise).length;
  return (noise * crowd) / CROWD;
}

/**
 * Least cost that counts: a thousandth of the fixed cost of a run, or a tiny positive number, so that a free run is not infinitely
 * attractive.
 */
function floorOf(model: EncodedCostModel): number {
  return Math.max(model.fixed / 1000, 1e-9);
}

/**
 * Whether continuing pays: worth·EI beats the cost somewhere exactly where EI per unit cost is at its greatest. Judged by
 * the improvement itself, not by the augmented one.
 */
function worthwhile(
  problem: Problem,
  cost: CostTask,
  regions: readonly FeasibleRegion[],
  gain: Scorer,
): Pick<CostReport, 'breakEven' | 'stop'> {
  const from = cost.from ?? null;
  const limit = cost.budget?.remaining ?? Infinity;
  const fair = Number.NEGATIVE_INFINITY;
  const rate = perUnitCost(gain, { model: cost.model, from, exponent: 1, limit, fair });
  const breakEven = Math.exp(-searchSlices(problem, regions, rate)[0].value);
  return {
    breakEven,
    stop: cost.valuePerUnit === undefined ? null : cost.valuePerUnit <= breakEven,
  };
}
