import {
  cheaperPath,
  cheapestOrder,
  exponentOf,
  pathCosts,
  remainingAfter,
} from '../../acquisition/cost/budget.ts';
import type { CostReport } from '../../acquisition/cost/task.ts';
import type { CampaignResult, CampaignSuggestion, CampaignTask } from '../task.ts';

/** What may still be spent; Infinity without a budget. */
export const remainingBudget = ({ cost }: CampaignTask): number =>
  cost?.budget?.remaining ?? Number.POSITIVE_INFINITY;

/** What a run costs that comes next. */
export const priceOf = ({ cost }: CampaignTask, point: Float64Array): number =>
  cost === undefined ? 0 : (pathCosts(cost, [point])[0] as number);

/** The task of the run after this one: it changes from its settings, and its cost is spent. */
export function afterRun(task: CampaignTask, point: Float64Array): CampaignTask {
  const { cost } = task;
  if (cost === undefined) return task;
  const { budget } = cost;
  const left = budget && { ...budget, remaining: remainingAfter(budget.remaining, priceOf(task, point)) };
  return { ...task, cost: { ...cost, from: point, ...(left ? { budget: left } : {}) } };
}

/** The task after these runs in their cheapest order; undefined where that leaves no more of the budget than the order in which they were chosen. */
export function afterCheapestOrder(
  { cost }: CampaignTask,
  chosen: readonly Float64Array[],
  open: CampaignTask,
): CampaignTask | undefined {
  if (cost?.budget === undefined || open.cost === undefined) return undefined;
  const cheaper = cheaperPath(cost, chosen, remainingBudget(open));
  const from = cheaper?.points.at(-1);
  if (cheaper === undefined || from === undefined) return undefined;
  return { ...open, cost: { ...open.cost, from, budget: { ...cost.budget, remaining: cheaper.left } } };
}

/** A batch with costs in the order that pays the least for changes, and what it costs; the advice to stop is that of the first run chosen by a model. */
export function inCheapestOrder(
  { cost }: CampaignTask,
  suggestions: readonly CampaignSuggestion[],
  members: readonly { readonly cost?: CostReport }[],
): Pick<CampaignResult, 'suggestions' | 'cost'> {
  if (cost === undefined) return { suggestions };
  const order = cheapestOrder(
    cost,
    suggestions.map(({ point }) => point),
  );
  const ordered = order.map((i): CampaignSuggestion => {
    const one = suggestions[i] as CampaignSuggestion;
    return typeof one.repeats === 'number' ? { ...one, repeats: order.indexOf(one.repeats) } : one;
  });
  const costs = pathCosts(
    cost,
    ordered.map(({ point }) => point),
  );
  const first = members[0]?.cost;
  return {
    suggestions: ordered,
    cost: {
      costs,
      total: costs.reduce((a, b) => a + b, 0),
      exponent: first?.exponent ?? exponentOf(cost),
      breakEven: first?.breakEven ?? Number.NaN,
      stop: first?.stop ?? null,
    },
  };
}
