import { ValueError } from '../errors.ts';
import { namesToUse } from '../words.ts';
import { domain, evaluate } from './evaluate.ts';
import { type CostFunction, checkNested, type NestedCost, nested } from './record.ts';
import { type Check, checkNumber, checkText, collecting, type Report, show } from './validation.ts';

/** Cost per category. */
export interface LabelCosts {
  readonly kind: 'table';
  readonly values: Readonly<Record<string, number>>;
}

/** Cost of going from one category to another, `values[from][to]`; staying costs nothing and is not listed. */
export interface SwitchCosts {
  readonly kind: 'table';
  readonly values: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** What experiments cost, as plain JSON. One run costs the sum of its parts; parts that are not given cost nothing. */
export interface CostModel {
  /** All parts that declare units declare these. */
  readonly units: string | null;
  /** Per run, whatever its settings. */
  readonly run_cost: number;
  /** Variable → cost of a run at its value (a function of the value, or a table over categories). */
  readonly variables: Readonly<Record<string, NestedCost | LabelCosts>>;
  /** Variable → cost of setting another value than in the run before (a function of |Δx|, or a table between categories). */
  readonly changes: Readonly<Record<string, NestedCost | SwitchCosts>>;
  /** Objective → cost of measuring it once. */
  readonly measurements: Readonly<Record<string, number>>;
  /** For all runs together; null: none. */
  readonly budget: number | null;
  /** Objective → what one unit of improvement is worth, in the same units; lets the search say when to stop. */
  readonly value_per_unit: Readonly<Record<string, number>>;
  /** Number of experiments at the start of the table that are not charged; absent: all are charged. */
  readonly uncharged?: number;
}

/** What the model must fit: a variable of the session with its range or categories. */
export type CostedVariable =
  | { readonly name: string; readonly low: number; readonly high: number }
  | { readonly name: string; readonly labels: readonly string[] };

const checkCost: Check<number> = (value, loc, report) => {
  const number = checkNumber(value, loc, report);
  if (number === undefined || number >= 0) return number;
  report.add(loc, 'greater_than_equal', `should not be negative, got ${number}`);
  return undefined;
};

const checkCount: Check<number> = (value, loc, report) => {
  const number = checkCost(value, loc, report);
  if (number === undefined || Number.isInteger(number)) return number;
  report.add(loc, 'int_type', `should be a whole number, got ${number}`);
  return undefined;
};

const checkBudget: Check<number | null> = (value, loc, report) =>
  value === null ? null : checkCost(value, loc, report);

function checkMap<T>(item: Check<T>): Check<Readonly<Record<string, T>>> {
  return (value, loc, report) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      report.add(loc, 'dict_type', `should be an object, got ${show(value)}`);
      return undefined;
    }
    const entries = Object.entries(value).map(
      ([key, entry]) => [key, item(entry, [...loc, key], report)] as const,
    );
    return Object.freeze(Object.fromEntries(entries)) as Readonly<Record<string, T>>;
  };
}

/** A nested record, or `{kind: 'table', values}` with the values that `table` accepts. */
function checkPart<Table>(table: Check<Table>): Check<NestedCost | { kind: 'table'; values: Table }> {
  return (value, loc, report) => {
    if (typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'table')
      return checkTable(value, table, loc, report);
    const record = checkNested(value, loc, report);
    return record === undefined ? undefined : Object.freeze(nested(record));
  };
}

function checkTable<Table>(data: object, table: Check<Table>, loc: readonly string[], report: Report) {
  const { kind: _, values, ...others } = data as Readonly<Record<string, unknown>>;
  for (const field of Object.keys(others))
    report.add([...loc, field], 'extra_forbidden', 'is not a known field; use kind and values');
  if (values === undefined) {
    report.add([...loc, 'values'], 'missing', 'field is required');
    return undefined;
  }
  const checked = table(values, [...loc, 'values'], report);
  return checked === undefined ? undefined : Object.freeze({ kind: 'table' as const, values: checked });
}

const fields: {
  readonly [Field in keyof CostModel]: { check: Check<CostModel[Field]>; otherwise: CostModel[Field] };
} = {
  units: { check: checkText, otherwise: null },
  run_cost: { check: checkCost, otherwise: 0 },
  variables: { check: checkMap<NestedCost | LabelCosts>(checkPart(checkMap(checkCost))), otherwise: {} },
  changes: {
    check: checkMap<NestedCost | SwitchCosts>(checkPart(checkMap(checkMap(checkCost)))),
    otherwise: {},
  },
  measurements: { check: checkMap(checkCost), otherwise: {} },
  budget: { check: checkBudget, otherwise: null },
  value_per_unit: { check: checkMap(checkCost), otherwise: {} },
  uncharged: { check: checkCount, otherwise: undefined },
};

/**
 * Checks a cost model without its campaign: its records by their rules, no negative constants, no unknown fields, units that
 * agree. The model's units become those of its parts where it declares none.
 *
 * @throws CostValidationError
 */
export function parseCostModel(data: unknown): CostModel {
  return collecting('cost model', (report) => {
    if (typeof data !== 'object' || data === null || Array.isArray(data)) {
      report.add([], 'model_type', `should be an object, got ${show(data)}`);
      return undefined as never;
    }
    const given = data as Readonly<Record<string, unknown>>;
    const model: Record<string, unknown> = {};
    for (const [field, { check, otherwise }] of Object.entries(fields)) {
      const value =
        given[field] === undefined ? otherwise : (check as Check<unknown>)(given[field], [field], report);
      if (value !== undefined) model[field] = value;
    }
    for (const field of Object.keys(given).filter((field) => !Object.hasOwn(fields, field)))
      report.add([field], 'extra_forbidden', `is not a known field; use ${Object.keys(fields).join(', ')}`);
    agreeOnUnits(model, report);
    return Object.freeze(model) as unknown as CostModel;
  });
}

function agreeOnUnits(model: Record<string, unknown>, report: Report): void {
  let units = (model.units ?? null) as string | null;
  for (const field of ['variables', 'changes'])
    for (const [name, part] of Object.entries((model[field] ?? {}) as object) as [
      string,
      NestedCost | undefined,
    ][]) {
      if (part?.units == null) continue;
      if (units !== null && part.units !== units)
        report.add(
          [field, name, 'units'],
          'value_error',
          `should agree with '${units}', got '${part.units}'`,
        );
      units ??= part.units;
    }
  model.units = units;
}

/** Every x where a cost can be least on [low, high]: the ends, corners and the vertex of a parabola. */
function lowCandidates(record: CostFunction, low: number, high: number): number[] {
  const corners =
    'points' in record ? record.points.map(([x]) => x) : 'x_coords' in record ? record.x_coords : [];
  const vertex =
    'quadratic_term' in record && record.quadratic_term !== 0
      ? [-record.proportional_term / (2 * record.quadratic_term)]
      : [];
  return [low, high, ...[...corners, ...vertex].filter((x) => x > low && x < high)];
}

/** A function must be defined on the whole range that it will be asked for, and never be negative there. */
function checkRange(part: NestedCost, low: number, high: number, what: string): void {
  const { kind: _, ...record } = part;
  const [from, to] = domain(record);
  if (from > low || to < high)
    throw new ValueError(
      `cost model: ${what} is needed from ${low} to ${high}, got a curve from ${from} to ${to}; extend it`,
    );
  for (const x of lowCandidates(record, low, high)) {
    const y = evaluate(record, x);
    if (y === Infinity)
      throw new ValueError(
        `cost model: ${what} is beyond the range of a 64-bit float at ${x}; use larger units`,
      );
    if (y < 0) throw new ValueError(`cost model: ${what} should not be negative, got ${y} at ${x}`);
  }
}

function checkLabels(got: Iterable<string>, labels: readonly string[], what: string): void {
  const names = new Set(got);
  for (const name of names)
    if (!labels.includes(name))
      throw new ValueError(`cost model: ${what} has the categories ${labels.join(', ')}, got '${name}'`);
  const absent = labels.filter((label) => !names.has(label));
  if (absent.length > 0)
    throw new ValueError(
      `cost model: ${what} needs a cost for every category, missing: ${absent.join(', ')}`,
    );
}

/** A table for categories, a function for numbers. */
function checkForm(part: { readonly kind: string }, variable: CostedVariable, what: string): void {
  const wanted = 'labels' in variable ? 'a table over its categories' : 'a cost function';
  if ('labels' in variable !== (part.kind === 'table'))
    throw new ValueError(`cost model: ${what} should be ${wanted}, got kind '${part.kind}'`);
}

/**
 * Checks that a model fits a session: its names exist, its functions are defined and not negative over each
 * variable's range, its tables list the categories.
 *
 * @throws ValueError naming the variable or objective
 */
export function checkFits(
  model: CostModel,
  variables: readonly CostedVariable[],
  objectives: readonly string[],
): void {
  const find = (name: string, where: string) => {
    const variable = variables.find((candidate) => candidate.name === name);
    if (variable !== undefined) return variable;
    throw new ValueError(
      `cost model: ${where} names '${name}', which is not a controllable variable; ${namesToUse(
        variables.map((one) => one.name),
        name,
      )}`,
    );
  };
  for (const [name, part] of Object.entries(model.variables)) {
    const variable = find(name, 'variables');
    const what = `the cost of variable '${name}'`;
    checkForm(part, variable, what);
    if ('labels' in variable) checkLabels(Object.keys((part as LabelCosts).values), variable.labels, what);
    else checkRange(part as NestedCost, variable.low, variable.high, what);
  }
  for (const [name, part] of Object.entries(model.changes)) {
    const variable = find(name, 'changes');
    const what = `the cost of changing '${name}'`;
    checkForm(part, variable, what);
    if ('labels' in variable) checkSwitches(part as SwitchCosts, variable.labels, what);
    else checkRange(part as NestedCost, 0, variable.high - variable.low, what);
  }
  for (const field of ['measurements', 'value_per_unit'] as const)
    for (const name of Object.keys(model[field]))
      if (!objectives.includes(name))
        throw new ValueError(
          `cost model: ${field} names '${name}', which is not an objective; ${namesToUse(objectives, name)}`,
        );
}

function checkSwitches(part: SwitchCosts, labels: readonly string[], what: string): void {
  checkLabels(Object.keys(part.values), labels, what);
  for (const [from, row] of Object.entries(part.values)) {
    checkLabels([...Object.keys(row), from], labels, `${what} from '${from}'`);
    if ((row[from] ?? 0) !== 0)
      throw new ValueError(
        `cost model: ${what}: staying at '${from}' costs nothing, got ${row[from]}; leave it out`,
      );
  }
}
