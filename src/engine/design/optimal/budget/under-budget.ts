import { type EncodedCostModel, runCost, switchCosts } from '../../../cost/run-cost.ts';
import { leastSwitchingOrder } from '../../../cost/run-order.ts';
import { CancelledError, ValueError } from '../../../errors.ts';
import { dependentColumns } from '../../../linalg/cholesky.ts';
import { addInformation } from '../../../linalg/products.ts';
import { createGenerator, type Generator } from '../../../random/generator.ts';
import type { RunContext } from '../../../run-context.ts';
import type { Space } from '../../../space/space.ts';
import type { FeasibilityBlock } from '../../task.ts';
import { fromCoded, modelMatrix, toCoded } from '../model/coding.ts';
import { designModel, type LinearModel, type ModelSpec } from '../model/model-terms.ts';
import { listCandidates } from '../region/candidates.ts';
import { codedRegion } from '../region/coded-region.ts';
import { regionMoments, weightsOf } from '../region/region-moments.ts';
import { checkSearchWork } from '../search/search-work.ts';
import { summarize } from '../summary.ts';
import type { CommonCriterion, OptimalDesignSummary } from '../task.ts';
import { type PricedRuns, runsWithinBudget } from './runs-within-budget.ts';

/** A request for the most informative design under a budget; the number of runs follows from it. */
export interface BudgetDesignTask extends ModelSpec {
  readonly space: Space;
  /** Over the dimensions of the space. */
  readonly cost: EncodedCostModel;
  /** For all runs together, changes between them included. */
  readonly budget: number;
  /** [d] encoded settings before the first run; absent: setting up the first run is free. */
  readonly from?: Float64Array;
  /** D by default. */
  readonly criterion?: CommonCriterion;
  /** Values per real variable on the lattice of candidates, 5 by default. */
  readonly levels?: number;
  /** [e, d] encoded runs that exist already: they count as information and cost nothing. */
  readonly existing?: Float64Array;
  readonly seed: number;
}

export interface BudgetDesignResult {
  /** [count, d] encoded new runs, in the order that pays the least for changes. */
  readonly points: Float64Array;
  readonly count: number;
  /** [count] each after the run before it. */
  readonly costs: Float64Array;
  readonly total: number;
  /** Of existing and new runs together. */
  readonly summary: OptimalDesignSummary;
  readonly feasibility: FeasibilityBlock | null;
}

/** Larger candidate lists are sampled. */
const MOST_CANDIDATES = 3000;
/** Rounds in which part of the budget is reserved for changes until the whole design fits. */
const ROUNDS = 8;

/**
 * The best design under a budget: log det X'X (D), −trace (X'X)⁻¹ (A) or −trace W(X'X)⁻¹ (I) of all runs together,
 * so that more runs count for more. Lattice points are added by information per cost, then runs are exchanged for others while that
 * improves the design, from several starts.
 *
 * Changes between runs are paid from the same budget: the runs are put into their cheapest order, and where they do
 * not fit, money is set aside and the search repeated.
 *
 * @throws ValueError when the budget does not buy a design that can estimate the model
 * @throws InfeasibleRegionError when constraints leave no point
 * @throws CancelledError
 */
export function designUnderBudget(task: BudgetDesignTask, context: RunContext): BudgetDesignResult {
  const { space, cost, budget } = task;
  const criterion = task.criterion ?? 'D';
  const model = designModel(space, task);
  const p = model.columns.length;
  const work = MOST_CANDIDATES * p * p * p;
  checkSearchWork('design under a budget', `${p} columns`, work, 'request fewer terms');
  const generator = createGenerator(task.seed);
  const region = codedRegion(space);
  const listed = listCandidates(space, region, task.levels ?? 5, generator);
  const pool = sampled(listed.points, listed.count, space.dimensions.length, generator);
  const raw = fromCoded(space.dimensions, pool);
  const existing = task.existing ?? new Float64Array(0);
  const moments = regionMoments(model, space, region, generator);
  const priced: PricedRuns = {
    rows: modelMatrix(model, pool),
    columns: model.columns.length,
    prices: pricesOf(cost, raw, space.dimensions.length),
    known: informationOf(model, toCoded(space.dimensions, existing)),
    weights: weightsOf(criterion, moments),
  };
  let aside = 0;
  for (let round = 0; round < ROUNDS; round++) {
    if (context.cancelled?.()) throw new CancelledError('design under a budget: cancelled');
    context.progress?.(round / ROUNDS, 'design under a budget: searching');
    const chosen = runsWithinBudget(priced, budget - aside, generator, context);
    const ordered = inOrder(task, raw, chosen);
    const total = ordered.costs.reduce((sum, one) => sum + one, 0);
    if (total > budget * (1 + 1e-12)) {
      aside += Math.max(total - budget, 0.01 * budget);
      continue;
    }
    const all = Float64Array.from([...existing, ...ordered.points]);
    refuseDeficient(model, toCoded(space.dimensions, all), budget);
    context.progress?.(1, 'design under a budget: done');
    return {
      ...ordered,
      count: ordered.costs.length,
      total,
      summary: summarize(model, all, { criterion, algorithm: 'coordinate_exchange', moments, judged: pool }),
      feasibility: listed.feasibility,
    };
  }
  throw tooSmall(budget);
}

function sampled(points: Float64Array, count: number, d: number, generator: Generator): Float64Array {
  if (count <= MOST_CANDIDATES) return points;
  const order = Int32Array.from({ length: count }, (_, i) => i);
  const kept = new Float64Array(MOST_CANDIDATES * d);
  for (let i = 0; i < MOST_CANDIDATES; i++) {
    const k = i + generator.integer(count - i);
    [order[i], order[k]] = [order[k], order[i]];
    kept.set(points.subarray(order[i] * d, (order[i] + 1) * d), i * d);
  }
  return kept;
}

const informationOf = (model: LinearModel, coded: Float64Array): Float64Array =>
  addInformation(
    new Float64Array(model.columns.length ** 2),
    modelMatrix(model, coded),
    model.columns.length,
  );

function pricesOf(cost: EncodedCostModel, raw: Float64Array, d: number): Float64Array {
  return Float64Array.from(
    { length: raw.length / d },
    (_, i) => runCost(cost, null, raw.subarray(i * d, (i + 1) * d)).total,
  );
}

/** The chosen runs in their cheapest order, with what each costs. */
function inOrder(task: BudgetDesignTask, raw: Float64Array, chosen: readonly number[]) {
  const d = task.space.dimensions.length;
  const from = task.from ?? null;
  const runs = chosen.map((i) => raw.slice(i * d, (i + 1) * d));
  const { first, between } = switchCosts(task.cost, from, runs);
  const order = leastSwitchingOrder(first, between).map((i) => runs[i]);
  const costs = Float64Array.from(
    order,
    (run, i) => runCost(task.cost, i === 0 ? from : order[i - 1], run).total,
  );
  return { points: Float64Array.from(order.flatMap((run) => [...run])), costs };
}

function refuseDeficient(model: LinearModel, coded: Float64Array, budget: number): void {
  const dependent = dependentColumns(informationOf(model, coded), model.columns.length);
  if (dependent.length > 0) throw tooSmall(budget);
}

const tooSmall = (budget: number) =>
  new ValueError(
    `design under a budget: ${budget} is not enough for runs that can estimate every term; raise the budget or drop terms`,
  );
