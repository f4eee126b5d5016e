import type { CostDesign, CostDesignRequest } from '../../../contract/costs/cost.ts';
import type { CostModel } from '../../../engine/cost/cost-model.ts';
import { encodeCostModel } from '../../../engine/cost/run-cost.ts';
import type {
  BudgetDesignResult,
  BudgetDesignTask,
} from '../../../engine/design/optimal/budget/under-budget.ts';
import { ValueError } from '../../../engine/errors.ts';
import { decodeRows } from '../../../engine/space/encode.ts';
import type { Space } from '../../../engine/space/space.ts';
import { designSpace, feasibilityView, summaryView, withDesign } from '../designs/design.ts';
import { seedOf } from '../seed.ts';
import type { Change, Environment, State } from '../state.ts';
import {
  checkCostScale,
  columnsOf,
  encodeRow,
  modelOf,
  paidRuns,
  remainingOf,
  withoutRounding,
} from './cost.ts';

/** What applying a design needs of its request. */
interface CostDesignContext {
  readonly request: CostDesignRequest;
  readonly space: Space;
  readonly budget: number;
  readonly seed: number;
}

/** The sum asked for, or what is left after the runs that are paid; never more than what is left. */
function budgetOf(model: CostModel, spent: number, wanted: number | null | undefined): number {
  const { units } = model;
  const remaining = remainingOf(model, spent);
  const amount = (value: number): string => `${value}${units ? ` ${units}` : ''}`;
  if (remaining !== null && remaining <= 0)
    throw new ValueError(
      `design under a budget: none of the budget remains (${amount(remaining)}); raise it`,
    );
  if (wanted == null) {
    if (remaining !== null) return remaining;
    throw new ValueError('design under a budget: the cost model has no budget; set one');
  }
  if (remaining === null || wanted <= remaining) return wanted;
  throw new ValueError(
    `design under a budget: ${amount(wanted)} was requested, ${amount(remaining)} remains; request less`,
  );
}

/** Recorded experiments whose every setting the space knows, as rows [e, d]. */
function recordedRuns(state: State, space: Space): Float64Array {
  const columns = columnsOf(space);
  const rows = state.rows.map((row) => encodeRow(row, columns)).filter((row) => !row.some(Number.isNaN));
  return Float64Array.from(rows.flatMap((row) => [...row]));
}

/**
 * The task of the best design that a sum pays for.
 *
 * @throws NotFoundError the session has no cost model
 * @throws ValueError there is no budget, none of it remains, or less than was asked for
 */
export function prepareCostDesign(state: State, request: CostDesignRequest, environment: Environment) {
  const space = designSpace(state);
  const model = modelOf(state);
  checkCostScale(state, model);
  const columns = columnsOf(space);
  const { spent, from } = paidRuns(state, model, columns);
  const budget = budgetOf(model, spent, request.budget);
  const seed = seedOf(request.random_seed, environment);
  const task: BudgetDesignTask = {
    space,
    cost: encodeCostModel(model, columns),
    budget,
    seed,
    ...(request.model_type == null ? {} : { modelType: request.model_type }),
    ...(request.effects == null ? {} : { effects: request.effects }),
    ...(request.criterion === undefined ? {} : { criterion: request.criterion }),
    ...(request.n_levels === undefined ? {} : { levels: request.n_levels }),
    ...(from === undefined ? {} : { from }),
    ...(request.use_recorded === true ? { existing: recordedRuns(state, space) } : {}),
  };
  const context: CostDesignContext = { request, space, budget, seed };
  return { name: 'budget_design' as const, task, context };
}

/** Answers the runs with their costs, in the unit of the cost model, and notes the design in the audit log. */
export function applyCostDesign(
  state: State,
  result: BudgetDesignResult,
  { request, space, budget, seed }: CostDesignContext,
  environment: Environment,
): Change<CostDesign> {
  const { summary } = result;
  const parameters = {
    design: 'under budget',
    ...request,
    budget,
    random_seed: seed,
    n_points: result.count,
  };
  return {
    state: withDesign(state, parameters, environment),
    answer: {
      points: decodeRows(space, result.points),
      n_points: result.count,
      units: state.cost_model?.units ?? null,
      costs: Array.from(result.costs, withoutRounding),
      total: withoutRounding(result.total),
      budget,
      design_info: {
        ...summaryView(summary),
      },
      feasibility: feasibilityView(result.feasibility),
      random_seed: seed,
    },
  };
}
