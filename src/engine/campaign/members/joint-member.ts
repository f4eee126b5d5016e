import { isPayable } from '../../acquisition/cost/budget.ts';
import { type Problem, prepareProblem, release } from '../../acquisition/problem.ts';
import type { Scorer } from '../../acquisition/search/climb.ts';
import { successScorer } from '../../acquisition/search/success-scorer.ts';
import type { Desirability } from '../../acquisition/strategies/desirability.ts';
import {
  aroundDesirable,
  desirabilityImprovement,
  rankedByDesirability,
} from '../../acquisition/strategies/desirability-improvement.ts';
import type { SuggestTask } from '../../acquisition/task.ts';
import type { RunContext } from '../../run-context.ts';
import { isUnrepeated } from '../rows/learned-rows.ts';
import type { CampaignTask } from '../task.ts';
import { priceOf, remainingBudget } from './batch-costs.ts';
import { candidatesOf, isAmong, type Member, memberOf } from './best-candidate.ts';
import { explorationPoints } from './exploration.ts';
import { roundedByScore, roundingFor } from './rounded-points.ts';

/** Logarithm of a gain in joint desirability that is worth no run. */
const LEAST_GAIN = Math.log(1e-3);
/** Below this one, a run goes elsewhere (decision 0936). */
const NO_GAIN = Math.log(1e-4);

/** What is searched for joint desirability; outputs are drawn as they are, so that goals play no part. */
function withDesirability<T>(
  task: CampaignTask,
  parts: readonly Desirability[],
  asked: SuggestTask,
  context: RunContext,
  work: (problem: Problem, scorer: Scorer) => T,
): T {
  const prepared = prepareProblem({ ...asked, goals: task.goals.map(() => 'maximize') }, context);
  const problem = aroundDesirable(prepared, parts, task.X);
  const scorer = desirabilityImprovement(problem, parts, task.X);
  try {
    return work(problem, successScorer(scorer, problem.success));
  } finally {
    scorer.free();
    release(prepared);
  }
}

/** By the gain in joint desirability. */
export const byDesirability = (
  task: CampaignTask,
  parts: readonly Desirability[],
  asked: SuggestTask,
  context: RunContext,
): Member =>
  withDesirability(task, parts, asked, context, (problem, scorer) => {
    const found = candidatesOf(task, problem, scorer);
    const [{ value }] = found;
    const confirmed = value > LEAST_GAIN ? undefined : reachedPoint(task, problem, parts);
    if (confirmed) return confirming(confirmed);
    const leaves = !task.candidates && value < NO_GAIN && !isReached(task, problem, parts);
    const points = leaves ? explorationPoints(task, problem, scorer) : found;
    const member = memberOf(task, problem, points, (best) => best);
    return {
      ...{ ...member, point: pointByScore(task, problem, scorer, member) },
      purpose: leaves ? 'elsewhere' : 'variant',
    };
  });

/** The point of a member; with limits rounded here, where its score is known. */
function pointByScore(
  task: CampaignTask,
  { whole }: Problem,
  scorer: Scorer,
  { point }: Member,
): Float64Array {
  if (!task.outcomeConstraints || task.candidates) return point;
  return roundedByScore(point, roundingFor(task, whole), whole, (at) => scorer.values(at)[0]);
}

/** With costs: the repeat of a run that reaches every goal, where it can be paid and no gain is left at any cost; undefined: none. */
export const confirmation = (
  task: CampaignTask,
  parts: readonly Desirability[],
  asked: SuggestTask,
  context: RunContext,
): Member | undefined =>
  isUnrepeated(task)
    ? withDesirability(task, parts, asked, context, (problem, scorer) => {
        const point = reachedPoint(task, problem, parts);
        if (point === undefined || !isPayable(priceOf(task, point), remainingBudget(task))) return undefined;
        return candidatesOf(task, problem, scorer)[0].value > LEAST_GAIN ? undefined : confirming(point);
      })
    : undefined;

const confirming = (point: Float64Array): Member => ({
  ...{ point, value: Number.NaN, found: [], warnings: [] },
  confirms: true,
});

/** Whether a run is expected to reach every goal, so that nothing can be better. */
const isReached = ({ X, d }: CampaignTask, problem: Problem, parts: readonly Desirability[]): boolean =>
  rankedByDesirability(problem, parts, X, d).best >= 1;

/** The best run where it is expected to reach every goal, no settings were measured twice although they could be, and no second result is pending. */
function reachedPoint(
  task: CampaignTask,
  problem: Problem,
  parts: readonly Desirability[],
): Float64Array | undefined {
  if (!isUnrepeated(task)) return undefined;
  const { candidates, d, X } = task;
  const { order, best } = rankedByDesirability(problem, parts, X, d);
  const point = X.slice(order[0] * d, (order[0] + 1) * d);
  const isPossible = candidates ? isAmong(candidates.points, point) : problem.whole.contains(point);
  return best >= 1 && isPossible && !isAmong(problem.task.pending, point) ? point : undefined;
}
