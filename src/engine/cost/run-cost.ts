import { ValueError } from '../errors.ts';
import type { CostModel, LabelCosts, SwitchCosts } from './cost-model.ts';
import { domain, evaluate, slopeAt } from './evaluate.ts';
import type { CostFunction, NestedCost } from './record.ts';

/** A cost over one encoded column: a function of its number, or a table by category position. */
type Part = CostFunction | { readonly table: readonly number[] };
type ChangePart = CostFunction | { readonly table: readonly (readonly number[])[] };

/** A cost model over model columns: what the search works with. Plain data. */
export interface EncodedCostModel {
  /** Per run: run_cost and all measurements. */
  readonly fixed: number;
  /** One per column; null where the column costs nothing. */
  readonly running: readonly (Part | null)[];
  readonly changing: readonly (ChangePart | null)[];
}

/** A model column: its name, and its categories where it has some. */
export interface CostColumn {
  readonly name: string;
  readonly labels: readonly string[] | null;
}

const withoutKind = ({ kind: _, ...record }: NestedCost): CostFunction => record;

/** Entry of a table; a category may be called `constructor`. */
const costOf = <T>(table: Readonly<Record<string, T>>, label: string): T | undefined =>
  Object.hasOwn(table, label) ? table[label] : undefined;

function encodePart(
  part: NestedCost | LabelCosts | undefined,
  labels: readonly string[] | null,
): Part | null {
  if (part === undefined) return null;
  if (part.kind !== 'table') return withoutKind(part);
  return { table: (labels ?? []).map((label) => costOf(part.values, label) ?? 0) };
}

function encodeChange(
  part: NestedCost | SwitchCosts | undefined,
  labels: readonly string[] | null,
): ChangePart | null {
  if (part === undefined) return null;
  if (part.kind !== 'table') return withoutKind(part);
  const names = labels ?? [];
  return {
    table: names.map((from) => {
      const row = costOf(part.values, from) ?? {};
      return names.map((to) => costOf(row, to) ?? 0);
    }),
  };
}

/** The model over the given columns, in their order; a column that the model does not name costs nothing. */
export function encodeCostModel(model: CostModel, columns: readonly CostColumn[]): EncodedCostModel {
  const measuring = Object.values(model.measurements).reduce((total, cost) => total + cost, 0);
  return {
    fixed: model.run_cost + measuring,
    running: columns.map(({ name, labels }) => encodePart(model.variables[name], labels)),
    changing: columns.map(({ name, labels }) => encodeChange(model.changes[name], labels)),
  };
}

/** The parts of what one run costs, per column. */
export interface RunCost {
  readonly fixed: number;
  readonly running: Float64Array;
  readonly changing: Float64Array;
  readonly total: number;
}

/** x moved to the nearest place where the record is defined: recorded rows may lie outside the bounds. */
function clamp(record: CostFunction, x: number): number {
  const [low, high] = domain(record);
  return Math.min(high, Math.max(low, x));
}

function runningCost(part: Part | null, x: number, name: number): number {
  if (part === null || Number.isNaN(x)) return 0;
  if (!('table' in part)) return evaluate(part, clamp(part, x));
  const cost = part.table[x];
  if (cost === undefined)
    throw new ValueError(`cost: column ${name} has ${part.table.length} categories, got position ${x}`);
  return cost;
}

function changingCost(part: ChangePart | null, from: number, to: number): number {
  if (part === null || from === to || Number.isNaN(from) || Number.isNaN(to)) return 0;
  if ('table' in part) return part.table[from]?.[to] ?? 0;
  return evaluate(part, clamp(part, Math.abs(to - from)));
}

/**
 * What a run at `x` costs after one at `from` ([d] encoded; null: nothing is set up yet, so nothing is changed).
 * A value outside a curve's domain is charged as the nearest one inside; NaN (not known) is charged nothing.
 */
export function runCost(model: EncodedCostModel, from: Float64Array | null, x: Float64Array): RunCost {
  const running = Float64Array.from(x, (value, column) => runningCost(model.running[column], value, column));
  const changing = Float64Array.from(x, (value, column) =>
    from === null ? 0 : changingCost(model.changing[column], from[column], value),
  );
  const total = model.fixed + sum(running) + sum(changing);
  return { fixed: model.fixed, running, changing, total };
}

function sum(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/**
 * Costs of [m, d] points, each after a run at `from`, with gradients with respect to the points.
 * Categories, unset columns and NaN have slope 0; at Δx = 0 the slope of a change is taken as 0.
 */
export function runCosts(
  model: EncodedCostModel,
  from: Float64Array | null,
  points: Float64Array,
  m: number,
): { readonly values: Float64Array; readonly gradients: Float64Array } {
  const d = model.running.length;
  const values = new Float64Array(m).fill(model.fixed);
  const gradients = new Float64Array(m * d);
  for (let row = 0; row < m; row++)
    for (let column = 0; column < d; column++) {
      const x = points[row * d + column];
      const run = model.running[column];
      const change = model.changing[column];
      values[row] += runningCost(run, x, column);
      if (run !== null && !('table' in run) && !Number.isNaN(x))
        gradients[row * d + column] += slopeAt(run, clamp(run, x));
      if (from === null || change === null) continue;
      values[row] += changingCost(change, from[column], x);
      const moved = x - from[column];
      if ('table' in change || moved === 0 || Number.isNaN(moved)) continue;
      gradients[row * d + column] += Math.sign(moved) * slopeAt(change, clamp(change, Math.abs(moved)));
    }
  return { values, gradients };
}

/** Cost of changing from run i to run j, and of the first change from `from`; [m][m] and [m]. */
export function switchCosts(
  model: EncodedCostModel,
  from: Float64Array | null,
  points: readonly Float64Array[],
): { readonly first: Float64Array; readonly between: readonly Float64Array[] } {
  const change = (a: Float64Array, b: Float64Array) => {
    let total = 0;
    for (let column = 0; column < b.length; column++)
      total += changingCost(model.changing[column], a[column], b[column]);
    return total;
  };
  return {
    first: Float64Array.from(points, (point) => (from === null ? 0 : change(from, point))),
    between: points.map((a) => Float64Array.from(points, (b) => change(a, b))),
  };
}
