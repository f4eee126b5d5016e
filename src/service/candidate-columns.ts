import type { Scalar } from '../contract/values.ts';
import type { StoredVariable } from '../contract/variables/variables.ts';
import { ValueError } from '../engine/errors.ts';
import { stepAt, stepCount } from '../engine/space/encode.ts';
import { list, listFaults, MOST_FAULTS, namesToUse, placeOf, show } from '../engine/words.ts';

/** Values of one variable: numbers, or positions among its declared categories. */
export interface ListColumn {
  readonly name: string;
  readonly values: Float64Array;
  readonly categories?: readonly string[];
}

/** A list as columns: variables and others, such as names of compounds. */
export interface ListColumns {
  readonly columns: readonly ListColumn[];
  readonly labels: readonly LabelColumn[];
}

/** Texts or numbers of other columns, as they were given; '' where a run has none. */
export interface LabelColumn {
  readonly name: string;
  readonly values: readonly Scalar[];
}

/**
 * Rows of a list as columns, in the order of the variables; it may be interrupted where it yields. What is no variable is kept as it is.
 *
 * @param rows    values by variable
 * @param rowName a row (from 0) as the user who made the list counts it
 * @throws ValueError rows do not fit the variables; it names the first five and counts the rest
 */
export function* checkedColumns(
  variables: readonly StoredVariable[],
  rows: readonly Readonly<Record<string, unknown>>[],
  rowName = (row: number): string => placeOf('row', row),
): Generator<undefined, ListColumns, undefined> {
  const names = new Set(variables.map(({ name }) => name));
  const columns = variables.map(
    ({ name, type, values }): ListColumn => ({
      name,
      values: new Float64Array(rows.length),
      ...(type === 'categorical' ? { categories: values ?? [] } : {}),
    }),
  );
  const labels = new Map<string, Scalar[]>();
  const faults: string[] = [];
  let count = 0;
  for (const [i, row] of rows.entries()) {
    const others = Object.keys(row).filter((name) => !names.has(name));
    variables.forEach((variable, k) => {
      const value = valueIn(variable, row[variable.name]);
      if (typeof value === 'number') (columns[k] as ListColumn).values[i] = value;
      else if (++count <= MOST_FAULTS)
        faults.push(
          `${rowName(i)}, variable '${variable.name}'${value.problem}${hintOf(row, variable.name, others)}`,
        );
    });
    for (const name of others) {
      if (!labels.has(name))
        labels.set(
          name,
          Array.from({ length: rows.length }, () => ''),
        );
      (labels.get(name) as Scalar[])[i] = row[name] as Scalar;
    }
    if (i % 64 === 63) yield;
  }
  if (faults.length > 0) throw new ValueError(`candidates: ${listFaults(faults, count)}`);
  return { columns, labels: [...labels].map(([name, values]) => ({ name, values })) };
}

/** What a row has in place of a variable that it lacks. */
const hintOf = (row: Readonly<Record<string, unknown>>, name: string, others: readonly string[]): string =>
  row[name] === undefined && others.length > 0
    ? `; the row has ${list(others)}, which is not a variable`
    : '';

/** The value as the list keeps it, or what is wrong with it. */
function valueIn(variable: StoredVariable, value: unknown): number | { readonly problem: string } {
  const { type, values = [], min, max } = variable;
  if (value === undefined || value === '') return { problem: ' has no value; give one' };
  if (type === 'categorical') {
    const position = values.indexOf(String(value));
    return position < 0
      ? { problem: `: ${show(value)} is not declared; ${namesToUse(values, value)}` }
      : position;
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return { problem: `: expected a finite number, got ${show(value)}` };
  }
  if (min !== undefined && max !== undefined && (value < min || value > max)) {
    return { problem: `: ${value} is outside its bounds [${min}, ${max}]` };
  }
  const settable = nearestSetting(variable, value);
  // Steps are decimal numbers, so values on them differ by rounding.
  if (Math.abs(settable - value) > 1e-6 * (variable.step ?? 1e-3 * Math.max(1, Math.abs(settable)))) {
    return { problem: `: ${value} cannot be set; the nearest value that can be is ${settable}` };
  }
  return settable;
}

/** The nearest whole number, the lower one on ties. */
const nearest = (value: number): number => Math.ceil(value - 0.5);

/** The value that a user can set: an integer, an allowed value, a step (to twelve digits). */
function nearestSetting({ type, min, max, step, allowed_values }: StoredVariable, value: number): number {
  if (allowed_values !== undefined) {
    const near = (a: number, b: number) => (Math.abs(b - value) < Math.abs(a - value) ? b : a);
    return allowed_values.includes(value) ? value : allowed_values.reduce(near);
  }
  if (step === undefined || min === undefined || max === undefined)
    return type === 'integer' ? nearest(value) : value;
  const last = stepCount(min, max, step) - 1;
  return stepAt(min, Math.min(last, nearest((value - min) / step)), step);
}
