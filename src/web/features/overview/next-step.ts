import type { CostModelAnswer } from '../../../contract/costs/cost.ts';
import { firstRuns, type Step } from '../../domain/guidance/next-step-card.tsx';
import { count, showWithUnit } from '../../text/format.ts';

interface Standing {
  readonly variables: number;
  /** Recorded experiments, and how many of them have a result. */
  readonly rows: number;
  readonly measured: number;
  /** Whether somebody said what is measured, and to what end. */
  readonly declared: boolean;
  /** Goals as they are taken, in words; one per objective. */
  readonly goals: readonly string[];
  readonly pending: number;
  readonly trained: boolean;
  readonly unseen: number;
  /** What was spent of the budget, in words, once it does not pay for another run. */
  readonly spent?: string | undefined;
  /** The first experiment, from 1, that meets all goals. */
  readonly reached?: number | undefined;
  /** The candidate list has no run that may still be proposed. */
  readonly listUsedUp?: boolean;
}

const setGoals = (goals: readonly string[]): Step => ({
  title: 'State which results should be high, and which low',
  text: `Assumed so far: ${goals.join('; ')}.`,
  view: 'variables',
  action: 'Set the goals',
});

/** Number of results from which on a separate model is worth training. */
const enough = 5;

/** What was spent of a budget that does not pay for another run; undefined where it does, and where there is none. */
export function spentWords({ cost_model: model, summary }: CostModelAnswer): string | undefined {
  if (!model || !summary || summary.budget === null || summary.remaining === null) return undefined;
  const fixed = model.run_cost + Object.values(model.measurements).reduce((sum, cost) => sum + cost, 0);
  if (summary.remaining > 0 && summary.remaining >= fixed) return undefined;
  return `${showWithUnit(summary.spent, summary.units)} of ${showWithUnit(summary.budget, summary.units)} are spent.`;
}

/** What to do where going on is of no use, or cannot be paid. */
function atAnEnd({ rows, spent, reached, listUsedUp }: Standing): Step | undefined {
  if (rows === 0) return undefined;
  if (reached !== undefined)
    return {
      title: 'All goals are reached',
      text: `Experiment ${reached} meets all goals. Measure it again to be sure, or set higher goals.`,
      view: 'progress',
      action: 'See the progress',
    };
  if (spent !== undefined)
    return {
      title: 'The budget does not pay for another run',
      text: `${spent} Use the best settings so far, or raise the budget.`,
      view: 'costs',
      action: 'Review the costs',
    };
  if (listUsedUp)
    return {
      title: 'All runs of the candidate list are taken',
      text: 'Use the best settings so far, or give a longer list.',
      view: 'variables',
      action: 'Review the list',
    };
  return undefined;
}

/** The next sensible thing to do. */
export function nextStep(now: Standing): Step {
  if (now.variables === 0)
    return {
      title: 'Define what you can change',
      text: 'Temperature, amounts, solvents: each becomes a variable with a range or a list of values.',
      view: 'variables',
      action: 'Define variables',
    };
  if (now.pending > 0)
    return {
      title: count(now.pending, 'pending run'),
      text: `Run ${now.pending === 1 ? 'it and enter the result' : 'them and enter the results'}. The model learns from each.`,
      view: 'queue',
      action: 'Open the queue',
    };
  const end = atAnEnd(now);
  if (end) return end;
  if (now.rows === 0 && !now.declared)
    return {
      title: 'Say what you measure',
      text: 'The name and unit of the result, and whether it should be high, low or close to a value.',
      view: 'variables',
      action: 'Set the goal',
    };
  // One result is usually to be high; of several, some are not.
  if (!now.declared && now.goals.length > 1) return setGoals(now.goals);
  if (now.rows >= enough && now.measured === 0)
    return {
      title: 'No run has given a result yet',
      text: 'A model learns from measured results. Choose other settings, or wider ranges of the variables.',
      view: 'variables',
      action: 'Review the variables',
    };
  if (now.rows === 0) return firstRuns;
  if (now.measured >= enough && (!now.trained || now.unseen > 0))
    return {
      title: now.trained ? `${count(now.unseen, 'result')} not in the model yet` : 'Train a first model',
      text: 'Training takes seconds and needs no settings.',
      view: 'model',
      action: 'Train the model',
    };
  return {
    title: 'Ask for the next experiments',
    text:
      now.measured < enough
        ? 'The first runs are spread over the ranges. Later ones are chosen by a model of the results.'
        : 'The next runs balance the expected result and its uncertainty.',
    view: 'suggest',
    action: 'Suggest experiments',
  };
}
