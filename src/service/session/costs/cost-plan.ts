import type { CostSummary, EvaluateCostRequest, EvaluateCostResponse } from '../../../contract/costs/cost.ts';
import type { Inputs } from '../../../contract/values.ts';
import { controllableOf } from '../../../contract/variables/variable-roles.ts';
import {
  type CostColumn,
  type EncodedCostModel,
  encodeCostModel,
  runCost,
  switchCosts,
} from '../../../engine/cost/run-cost.ts';
import { leastSwitchingOrder } from '../../../engine/cost/run-order.ts';
import { ValueError } from '../../../engine/errors.ts';
import { atField, atPlace } from '../places.ts';
import type { State } from '../state.ts';
import { list, namesToUse, show } from '../words.ts';
import { costColumn, costSummary, encodeRow, modelOf, withoutRounding } from './cost.ts';

function encodeInputs(
  inputs: Inputs,
  columns: readonly CostColumn[],
  charged: ReadonlySet<string>,
): Float64Array {
  const unknown = Object.keys(inputs).filter((name) => !columns.some((column) => column.name === name));
  if (unknown.length > 0)
    throw new ValueError(
      `no controllable variable is named ${list(unknown)}; ${namesToUse(columns.map((column) => column.name))}`,
    );
  return Float64Array.from(columns, ({ name, labels }) => {
    const value = inputs[name];
    if (value === undefined) {
      if (charged.has(name)) throw new ValueError(`variable '${name}' has a cost but no value; give it one`);
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
    columns
      .map(({ name }, i) => [name, withoutRounding(costs[i] as number)] as const)
      .filter(([, cost]) => cost !== 0),
  );

/**
 * What planned runs would cost, one after another, after `start` or the last experiment, in the units of the cost model.
 *
 * @throws ValueError a run names no controllable variable, has no value of one that has a cost, or the total is beyond a 64-bit float
 */
export function evaluateCostModel(state: State, request: EvaluateCostRequest): EvaluateCostResponse {
  const model = modelOf(state);
  const columns = controllableOf(state.variables).map(costColumn);
  const charged = new Set([...Object.keys(model.variables), ...Object.keys(model.changes)]);
  const encoded = encodeCostModel(model, columns);
  const points = request.inputs.map((inputs, i) =>
    atPlace('run', 'inputs', i, () => encodeInputs(inputs, columns, charged)),
  );
  const start = startOf(state, request, columns);
  const runs = points.map((point, i) => {
    const cost = runCost(encoded, points[i - 1] ?? start, point);
    return {
      inputs: request.inputs[i] as Inputs,
      total: withoutRounding(cost.total),
      fixed: withoutRounding(cost.fixed),
      variables: named(cost.running, columns),
      changes: named(cost.changing, columns),
    };
  });
  const total = runs.reduce((sum, run) => sum + run.total, 0);
  if (!Number.isFinite(total))
    throw new ValueError('the runs cost more than a 64-bit float holds; use larger units');
  return {
    units: model.units,
    start: start && settingsOf(start, columns),
    runs,
    total: withoutRounding(total),
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
  const given = request.start;
  if (given !== undefined) return atField('start', () => encodeInputs(given, columns, new Set()));
  return lastSetting(state, columns);
}

/** Encoded settings as values by variable; what is not known is left out. */
const settingsOf = (point: Float64Array, columns: readonly CostColumn[]): Inputs =>
  Object.fromEntries(
    columns.flatMap(({ name, labels }, k) => {
      const value = labels === null ? point[k] : labels[point[k] as number];
      return value === undefined || Number.isNaN(value) ? [] : [[name, value]];
    }),
  );

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
      `cost model: an order is computed for at most 500 runs, got ${points.length}; send fewer`,
    );
  const { first, between } = switchCosts(encoded, start, points);
  const order = leastSwitchingOrder(first, between);
  const ordered_total = order.reduce((total, run, i) => {
    const from = i === 0 ? start : (points[order[i - 1] as number] as Float64Array);
    return total + runCost(encoded, from, points[run] as Float64Array).total;
  }, 0);
  return { order, ordered_total: withoutRounding(ordered_total) };
}
