import type {
  CostModelAnswer,
  CostModelPatch,
  CostModelQuery,
  CostModelRequest,
  CostSummary,
  CostModel as WireCostModel,
} from '../../../contract/costs/cost.ts';
import { withCostChanges } from '../../../contract/costs/cost-changes.ts';
import { isRecord } from '../../../contract/is-record.ts';
import { isOpen } from '../../../contract/queue/run-status.ts';
import type { Row } from '../../../contract/values.ts';
import { controllableOf } from '../../../contract/variables/variable-roles.ts';
import type { StoredVariable } from '../../../contract/variables/variables.ts';
import {
  type CostedVariable,
  type CostModel,
  checkFits,
  parseCostModel,
} from '../../../engine/cost/cost-model.ts';
import {
  type CostColumn,
  type EncodedCostModel,
  encodeCostModel,
  runCost,
} from '../../../engine/cost/run-cost.ts';
import { CostValidationError } from '../../../engine/cost/validation.ts';
import { ValueError } from '../../../engine/errors.ts';
import type { Space } from '../../../engine/space/space.ts';
import { NotFoundError, ValidationError } from '../../errors.ts';
import type { Change, State } from '../state.ts';

/** The same rules and issues as the API's 422 answers, below the place of the record. */
export function asValidationError<T>(loc: readonly string[], check: () => T): T {
  try {
    return check();
  } catch (cause) {
    if (!(cause instanceof CostValidationError)) throw cause;
    throw new ValidationError(cause.issues.map((issue) => ({ ...issue, loc: [...loc, ...issue.loc] })));
  }
}

function costedVariable(variable: StoredVariable): CostedVariable {
  const { name } = variable;
  if (variable.type === 'categorical') return { name, labels: variable.values ?? [] };
  const allowed = variable.allowed_values ?? [];
  return { name, low: variable.min ?? Math.min(...allowed), high: variable.max ?? Math.max(...allowed) };
}

/** A variable as costs are computed by it: its categories, or a number. */
export const costColumn = (variable: StoredVariable): CostColumn => ({
  name: variable.name,
  labels: variable.type === 'categorical' ? (variable.values ?? []) : null,
});

function checkFit(state: State, model: CostModel): void {
  checkFits(model, controllableOf(state.variables).map(costedVariable), state.targets);
}

/** The cost model with what the campaign has cost; null where there is none. */
const costModelAnswer = (state: State): CostModelAnswer => ({
  cost_model: (state.cost_model ?? null) as WireCostModel | null,
  summary: costSummary(state),
});

/** The same, on request with what each recorded experiment cost. */
export function readCostModel(state: State, query: CostModelQuery): CostModelAnswer {
  const model = state.cost_model ?? null;
  const answer = costModelAnswer(state);
  if (model === null || query.per_experiment !== true) return answer;
  return { ...answer, costs: recordedCosts(state, model).map(withoutRounding) };
}

/**
 * Checks a cost model without its session, each record by the rules of its own kind.
 *
 * @throws ValidationError (422) with one problem per broken rule
 */
export const checkCostModel = (body: unknown): CostModel =>
  asValidationError(['body'], () => parseCostModel(body));

/**
 * Replaces the cost model whole.
 *
 * @throws ValidationError (422) a record or constant breaks a rule
 * @throws ValueError (400) the model does not fit the variables or objectives
 */
export function putCostModel(state: State, request: CostModelRequest): Change<CostModelAnswer> {
  const cost_model = checkCostModel(request);
  checkFit(state, cost_model);
  const next: State = { ...state, cost_model };
  return { state: next, answer: costModelAnswer(next), events: [changed(next)] };
}

/**
 * Checks a change of a cost model without its session, each record by the rules of its own kind.
 *
 * @throws ValidationError (422) with one problem per broken rule
 */
export const checkCostPatch = (body: unknown): unknown =>
  checkCostModel(isRecord(body) ? withCostChanges({}, body) : body);

/**
 * Changes what the request names of the cost model; the rest stays, whoever entered it.
 *
 * @throws as `putCostModel`
 */
export const patchCostModel = (state: State, patch: CostModelPatch): Change<CostModelAnswer> =>
  putCostModel(state, withCostChanges({ ...state.cost_model }, patch) as CostModelRequest);

/** @throws NotFoundError there is no cost model */
export function deleteCostModel(state: State): Change<null> {
  modelOf(state);
  const next: State = { ...state, cost_model: null };
  return { state: next, answer: null, events: [changed(next)] };
}

const changed = (state: State) => ({
  type: 'cost_model_changed' as const,
  data: { cost_model: state.cost_model !== null },
});

/** The session's cost model; 404 without one. */
export function modelOf(state: State): CostModel {
  if (state.cost_model != null) return state.cost_model;
  throw new NotFoundError('cost model: this session has none; send it with PUT first');
}

/** @throws ValueError costs follow a variable whose logarithm the search works with */
export function checkCostScale({ variables }: State, costs: CostModel): void {
  const named = variables.find(
    ({ name, scale }) =>
      scale === 'log' && (Object.hasOwn(costs.variables, name) || Object.hasOwn(costs.changes, name)),
  );
  if (named === undefined) return;
  throw new ValueError(
    `cost model: variable '${named.name}' has costs and a log scale; a search cannot weigh them, so give it a linear scale or remove its costs`,
  );
}

/** Columns of a space as costs see them. */
export const columnsOf = (space: Space): CostColumn[] =>
  space.dimensions.map((dimension) => ({
    name: dimension.name,
    labels: dimension.kind === 'categorical' ? dimension.labels : null,
  }));

/** A recorded row over the columns; NaN where the table holds no value that the column knows. */
export function encodeRow(row: Row, columns: readonly CostColumn[]): Float64Array {
  return Float64Array.from(columns, ({ name, labels }) => {
    const value = row[name];
    if (labels === null) return typeof value === 'number' ? value : Number.NaN;
    const position = labels.indexOf(String(value));
    return position < 0 ? Number.NaN : position;
  });
}

/** Rows at the start of the table that are not charged: as many as the model says, else the imported ones, which were paid for before. */
function unchargedRows({ rows }: State, model: CostModel): number {
  if (model.uncharged !== undefined) return model.uncharged;
  let own = 0;
  while (own < rows.length && rows.at(own)?.Reason === 'Imported') own++;
  return own;
}

/** What recorded, staged and running experiments cost together, in this order, and the settings that the next run changes. */
export function paidRuns(
  state: State,
  model: CostModel,
  columns: readonly CostColumn[],
): { readonly spent: number; readonly from: Float64Array | undefined } {
  const encoded = encodeCostModel(model, columns);
  const open = state.queue.filter(isOpen).map(({ inputs }) => ({
    settings: encodeRow(inputs, columns),
    fixed: encoded.fixed,
  }));
  const runs = [...state.rows.map((row) => paidRun(model, row, columns)), ...open];
  const spent = sum(pathCosts(encoded, runs, unchargedRows(state, model)));
  return { spent, from: runs.at(-1)?.settings };
}

/** What the recorded experiments cost, in the order of the table; null without a cost model. */
export function costSummary(state: State): CostSummary | null {
  const model = state.cost_model ?? null;
  if (model === null) return null;
  // JSON has no infinities.
  const spent = Math.min(sum(recordedCosts(state, model)), Number.MAX_VALUE);
  return {
    units: model.units,
    spent: spent === Number.MAX_VALUE ? spent : withoutRounding(spent),
    uncharged: Math.min(unchargedRows(state, model), state.rows.length),
    budget: model.budget,
    remaining: remainingOf(model, spent),
    warnings: [...misfits(state, model), ...(spent === Number.MAX_VALUE ? [beyondRange] : [])],
  };
}

/** What each recorded experiment cost, [rows] in the units of the model, in the order of the table. */
function recordedCosts(state: State, model: CostModel): number[] {
  const columns = controllableOf(state.variables).map(costColumn);
  const runs = state.rows.map((row) => paidRun(model, row, columns));
  return pathCosts(encodeCostModel(model, columns), runs, unchargedRows(state, model));
}

/** Digits of an amount that count: costs are sums of decimal numbers, whose rounding is no money. */
const amountDigits = 13;

/** A cost without what rounding makes of sums: 25.2 and not 25.200000000000003. */
export const withoutRounding = (cost: number): number => Number(cost.toPrecision(amountDigits));

/** What is left, without what rounding makes of sums as large as `size`. */
export function leftWithoutRounding(left: number, size: number): number {
  const decimals = size > 0 ? amountDigits - Math.ceil(Math.log10(size)) : 0;
  return Number(left.toFixed(Math.min(100, Math.max(0, decimals))));
}

/** What is left of the budget; null without one, below 0 where it is exceeded. */
export const remainingOf = ({ budget }: Pick<WireCostModel, 'budget'>, spent: number): number | null =>
  budget === null ? null : leftWithoutRounding(budget - spent, Math.max(budget, spent));

const beyondRange = 'the amount spent is beyond the range of a 64-bit float; use larger units';

interface PaidRun {
  readonly settings: Float64Array;
  /** What it cost whatever its settings. */
  readonly fixed: number;
}

/** A recorded run; what was not measured, as in a failed run, was not paid. */
function paidRun(model: CostModel, row: Row, columns: readonly CostColumn[]): PaidRun {
  let measuring = 0;
  for (const [name, cost] of Object.entries(model.measurements)) {
    if (row[name] !== null && row[name] !== undefined) measuring += cost;
  }
  return { settings: encodeRow(row, columns), fixed: model.run_cost + measuring };
}

/** One run after another. The first ones are not charged; the first that is changes the settings of the last that is not. */
const pathCosts = (encoded: EncodedCostModel, runs: readonly PaidRun[], uncharged: number): number[] =>
  runs.map(({ settings, fixed }, i) =>
    i < uncharged ? 0 : runCost({ ...encoded, fixed }, runs[i - 1]?.settings ?? null, settings).total,
  );

const sum = (costs: readonly number[]): number => costs.reduce((total, cost) => total + cost, 0);

/** The variables may have changed since the model was put; what does not fit any more becomes a warning. */
function misfits(state: State, model: CostModel): string[] {
  try {
    checkFit(state, model);
    return [];
  } catch (cause) {
    if (!(cause instanceof ValueError)) throw cause;
    return [
      `${cause.message}; until the cost model is replaced, values beyond a curve are charged as its end, and parts that it does not name cost nothing`,
    ];
  }
}
