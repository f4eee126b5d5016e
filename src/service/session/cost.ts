import type { Inputs, Row } from '../../contract/common.ts';
import type {
  CostModelAnswer,
  CostModelRequest,
  CostSummary,
  EvaluateCostRequest,
  EvaluateCostResponse,
  SuggestionCost,
  CostModel as WireCostModel,
} from '../../contract/cost.ts';
import type { StoredVariable } from '../../contract/variables.ts';
import type { CostReport, CostTask } from '../../engine/acquisition/cost-aware.ts';
import {
  type CostedVariable,
  type CostModel,
  checkFits,
  parseCostModel,
} from '../../engine/cost/cost-model.ts';
import {
  type CostColumn,
  type EncodedCostModel,
  encodeCostModel,
  runCost,
  switchCosts,
} from '../../engine/cost/run-cost.ts';
import { leastSwitchingOrder } from '../../engine/cost/run-order.ts';
import { CostValidationError } from '../../engine/cost/validation.ts';
import { ValueError } from '../../engine/errors.ts';
import type { Space } from '../../engine/space/space.ts';
import { NotFoundError, ValidationError } from '../errors.ts';
import { atPlace } from './experiments.ts';
import type { Change, State } from './state.ts';
import { list, show } from './words.ts';

/** The same rules and issues as the API's 422 answers, below the place where the record stands. */
export function asValidationError<T>(loc: readonly string[], check: () => T): T {
  try {
    return check();
  } catch (cause) {
    if (!(cause instanceof CostValidationError)) throw cause;
    throw new ValidationError(cause.issues.map((issue) => ({ ...issue, loc: [...loc, ...issue.loc] })));
  }
}

const controllable = (state: State) => state.variables.filter((variable) => variable.role !== 'observed');

function costedVariable(variable: StoredVariable): CostedVariable {
  const { name } = variable;
  if (variable.type === 'categorical') return { name, labels: variable.values ?? [] };
  const allowed = variable.allowed_values ?? [];
  return { name, low: variable.min ?? Math.min(...allowed), high: variable.max ?? Math.max(...allowed) };
}

const costColumn = (variable: StoredVariable): CostColumn => ({
  name: variable.name,
  labels: variable.type === 'categorical' ? (variable.values ?? []) : null,
});

function checkFit(state: State, model: CostModel): void {
  checkFits(model, controllable(state).map(costedVariable), state.targets);
}

const answer = (state: State): CostModelAnswer => ({
  cost_model: (state.cost_model ?? null) as WireCostModel | null,
  summary: costSummary(state),
});

export function getCostModel(state: State): CostModelAnswer {
  return answer(state);
}

/**
 * Replaces the cost model whole.
 *
 * @throws ValidationError (422) a record or constant breaks a rule
 * @throws ValueError (400) the model does not fit the variables or objectives
 */
export function putCostModel(state: State, request: CostModelRequest): Change<CostModelAnswer> {
  const cost_model = asValidationError(['body'], () => parseCostModel(request));
  checkFit(state, cost_model);
  const next: State = { ...state, cost_model };
  return { state: next, answer: answer(next), events: [changed(next)] };
}

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
  throw new NotFoundError('cost model: this session has none; PUT one first');
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

/** What the recorded experiments cost, in the order of the table; null without a cost model. */
export function costSummary(state: State): CostSummary | null {
  const model = state.cost_model ?? null;
  if (model === null) return null;
  const columns = controllable(state).map(costColumn);
  const encoded = encodeCostModel(model, columns);
  const spent = pathCost(
    encoded,
    state.rows.map((row) => encodeRow(row, columns)),
  );
  return {
    units: model.units,
    spent,
    budget: model.budget,
    remaining: model.budget === null ? null : model.budget - spent,
    warnings: misfits(state, model),
  };
}

type Options = Readonly<Record<string, number | string | boolean>>;

/**
 * What the search is told of costs, for requests with the option `cost_aware`; undefined for others. Staged and
 * running experiments are paid for already, and the last of them is what the next run changes.
 *
 * Further option: `cost_exponent` from 0 (ignore costs) to 1; without it the share of the budget that is left.
 */
export function costTask(
  state: State,
  space: Space,
  target: string,
  options: Options | null | undefined,
): CostTask | undefined {
  if (options?.cost_aware !== true) return undefined;
  const model = modelOf(state);
  const columns = columnsOf(space);
  const encoded = encodeCostModel(model, columns);
  const open = state.queue.filter(({ status }) => status === 'pending' || status === 'running');
  const rows = [...state.rows, ...open.map((item) => item.inputs)].map((row) => encodeRow(row, columns));
  const spent = pathCost(encoded, rows);
  const from = rows.at(-1);
  const worth = model.value_per_unit[target];
  const exponent = options.cost_exponent;
  return {
    model: encoded,
    ...(from === undefined ? {} : { from }),
    ...(model.budget === null ? {} : { budget: { total: model.budget, remaining: model.budget - spent } }),
    ...(typeof exponent === 'number' ? { exponent } : {}),
    ...(worth === undefined ? {} : { valuePerUnit: worth }),
  };
}

/** The costs of suggestions as an answer tells them. */
export function costAnswer(state: State, task: CostTask, report: CostReport): SuggestionCost {
  const finite = (value: number) => (Number.isFinite(value) ? value : null);
  return {
    units: state.cost_model?.units ?? null,
    costs: [...report.costs],
    total: report.total,
    remaining: task.budget === undefined ? null : task.budget.remaining - report.total,
    exponent: report.exponent,
    break_even: finite(report.breakEven),
    stop: report.stop,
  };
}

/** One run after another. */
function pathCost(encoded: EncodedCostModel, rows: readonly Float64Array[]): number {
  return rows.reduce((total, row, i) => total + runCost(encoded, rows[i - 1] ?? null, row).total, 0);
}

/** The variables may have changed since the model was put; what does not fit any more is told, not fatal. */
function misfits(state: State, model: CostModel): string[] {
  try {
    checkFit(state, model);
    return [];
  } catch (cause) {
    if (!(cause instanceof ValueError)) throw cause;
    return [
      `${cause.message}; until the cost model is put anew, such values are charged as the nearest known ones`,
    ];
  }
}

function encodeInputs(
  inputs: Inputs,
  columns: readonly CostColumn[],
  charged: ReadonlySet<string>,
): Float64Array {
  const unknown = Object.keys(inputs).filter((name) => !columns.some((column) => column.name === name));
  if (unknown.length > 0)
    throw new ValueError(
      `no controllable variable is called ${list(unknown)}; known are ${list(columns.map((column) => column.name))}`,
    );
  return Float64Array.from(columns, ({ name, labels }) => {
    const value = inputs[name];
    if (value === undefined) {
      if (charged.has(name)) throw new ValueError(`variable '${name}' has a cost and no value; give it one`);
      return Number.NaN;
    }
    if (labels === null) {
      if (typeof value === 'number') return value;
      throw new ValueError(`variable '${name}': expected a number, got ${show(value)}`);
    }
    if (labels.includes(String(value))) return labels.indexOf(String(value));
    throw new ValueError(`variable '${name}': expected one of ${list(labels)}, got ${show(value)}`);
  });
}

/** The parts that cost something, by variable name. */
const named = (costs: Float64Array, columns: readonly CostColumn[]): Record<string, number> =>
  Object.fromEntries(
    columns.map(({ name }, i) => [name, costs[i] as number] as const).filter(([, cost]) => cost !== 0),
  );

/** What planned runs would cost, one after another, after `start` or the last experiment. */
export function evaluateCostModel(state: State, request: EvaluateCostRequest): EvaluateCostResponse {
  const model = modelOf(state);
  const columns = controllable(state).map(costColumn);
  const charged = new Set([...Object.keys(model.variables), ...Object.keys(model.changes)]);
  const encoded = encodeCostModel(model, columns);
  const points = request.inputs.map((inputs, i) =>
    atPlace('run', i + 1, () => encodeInputs(inputs, columns, charged)),
  );
  const start = startOf(state, request, columns);
  const runs = points.map((point, i) => {
    const cost = runCost(encoded, points[i - 1] ?? start, point);
    return {
      inputs: request.inputs[i] as Inputs,
      total: cost.total,
      fixed: cost.fixed,
      variables: named(cost.running, columns),
      changes: named(cost.changing, columns),
    };
  });
  return {
    units: model.units,
    runs,
    total: runs.reduce((total, run) => total + run.total, 0),
    ...(request.optimize_order === true ? cheapestOrder(encoded, start, points) : {}),
    summary: costSummary(state) as CostSummary,
  };
}

function startOf(
  state: State,
  request: EvaluateCostRequest,
  columns: readonly CostColumn[],
): Float64Array | null {
  if (request.start === null) return null;
  if (request.start !== undefined) return encodeInputs(request.start, columns, new Set());
  return lastSetting(state, columns);
}

/** Settings of the last recorded experiment over the columns; null before the first one. */
function lastSetting(state: State, columns: readonly CostColumn[]): Float64Array | null {
  const last = state.rows.at(-1);
  return last === undefined ? null : encodeRow(last, columns);
}

function cheapestOrder(
  encoded: EncodedCostModel,
  start: Float64Array | null,
  points: readonly Float64Array[],
) {
  if (points.length > 500)
    throw new ValueError(
      `cost model: an order is sought for at most 500 runs, got ${points.length}; send fewer`,
    );
  const { first, between } = switchCosts(encoded, start, points);
  const order = leastSwitchingOrder(first, between);
  const ordered_total = order.reduce((total, run, i) => {
    const from = i === 0 ? start : (points[order[i - 1] as number] as Float64Array);
    return total + runCost(encoded, from, points[run] as Float64Array).total;
  }, 0);
  return { order, ordered_total };
}
