import type { SuggestionCost } from '../../../contract/costs/cost.ts';
import type { CostReport, CostTask } from '../../../engine/acquisition/cost/task.ts';
import { encodeCostModel } from '../../../engine/cost/run-cost.ts';
import { ValueError } from '../../../engine/errors.ts';
import type { Space } from '../../../engine/space/space.ts';
import { orNull } from '../models/model-scores.ts';
import type { State } from '../state.ts';
import {
  checkCostScale,
  columnsOf,
  leftWithoutRounding,
  modelOf,
  paidRuns,
  remainingOf,
  withoutRounding,
} from './cost.ts';

type Options = Readonly<Record<string, number | string | boolean>>;

/**
 * Costs as the search takes them, for requests with the option `cost_aware`; undefined for others. Staged and
 * running experiments are paid for already, and the last of them is what the next run changes.
 *
 * @param target objective whose gains have a worth; undefined for joint desirability
 *
 * Further option: `cost_exponent` from 0 (ignore costs) to 1; without it that of `exponentOf`.
 */
export function costTask(
  state: State,
  space: Space,
  target: string | undefined,
  options: Options | null | undefined,
): CostTask | undefined {
  const exponent = options?.cost_exponent;
  if (options?.cost_aware !== true) {
    if (exponent === undefined) return undefined;
    throw new ValueError(
      'options.cost_exponent has no effect without cost_aware: true; add cost_aware, or leave cost_exponent out',
    );
  }
  const model = modelOf(state);
  checkCostScale(state, model);
  const columns = columnsOf(space);
  const encoded = encodeCostModel(model, columns);
  const { spent, from } = paidRuns(state, model, columns);
  const worth = target === undefined ? undefined : model.value_per_unit[target];
  const remaining = remainingOf(model, spent);
  return {
    model: encoded,
    ...(model.units === null ? {} : { units: model.units }),
    ...(from === undefined ? {} : { from }),
    ...(model.budget === null || remaining === null ? {} : { budget: { total: model.budget, remaining } }),
    ...(typeof exponent === 'number' ? { exponent } : {}),
    ...(worth === undefined ? {} : { valuePerUnit: worth }),
  };
}

/** The costs of suggestions as an answer gives them. */
export function costAnswer(state: State, { budget }: CostTask, report: CostReport): SuggestionCost {
  return {
    units: state.cost_model?.units ?? null,
    costs: Array.from(report.costs, withoutRounding),
    total: withoutRounding(report.total),
    remaining:
      budget === undefined ? null : leftWithoutRounding(budget.remaining - report.total, budget.total),
    exponent: report.exponent,
    break_even: orNull(report.breakEven),
    stop: report.stop,
  };
}
