import type { StoredVariable } from '../contract/variables.ts';
import { ValueError } from '../engine/errors.ts';
import { stepAt } from '../engine/space/encode.ts';
import { list, show } from '../engine/words.ts';

/** Values of one variable: numbers, or positions among its declared categories. */
export interface ListColumn {
  readonly name: string;
  readonly values: Float64Array;
  readonly categories?: readonly string[];
}

/**
 * Rows of a list as columns, in the order of the variables; it may be interrupted where it yields.
 *
 * @param rows values by variable  @throws ValueError a row does not fit the variables
 */
export function* checkedColumns(
  variables: readonly StoredVariable[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Generator<undefined, readonly ListColumn[], undefined> {
  const names = new Set(variables.map(({ name }) => name));
  const columns = variables.map(
    ({ name, type, values }): ListColumn => ({
      name,
      values: new Float64Array(rows.length),
      ...(type === 'categorical' ? { categories: values ?? [] } : {}),
    }),
  );
  for (const [i, row] of rows.entries()) {
    const unknown = Object.keys(row).find((name) => !names.has(name));
    if (unknown !== undefined) {
      throw new ValueError(
        `candidates: row ${i + 1} has ${show(unknown)}, which is not a controllable variable; use ${list(variables.map(({ name }) => name))}`,
      );
    }
    variables.forEach((variable, k) => {
      (columns[k] as ListColumn).values[i] = valueIn(variable, row[variable.name], i);
    });
    if (i % 64 === 63) yield;
  }
  return columns;
}

function valueIn(variable: StoredVariable, value: unknown, row: number): number {
  const { name, type, values = [], min, max } = variable;
  const who = `candidates: row ${row + 1}, variable '${name}'`;
  if (value === undefined) throw new ValueError(`${who} has no value; give one`);
  if (type === 'categorical') {
    const position = values.indexOf(String(value));
    if (position < 0)
      throw new ValueError(`${who}: ${show(value)} is not declared; use one of ${list(values)}`);
    return position;
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    throw new ValueError(`${who}: expected a finite number, got ${show(value)}`);
  }
  if (min !== undefined && max !== undefined && (value < min || value > max)) {
    throw new ValueError(`${who}: ${value} is outside its bounds [${min}, ${max}]`);
  }
  const settable = nearestSetting(variable, value);
  // Steps are decimal numbers, so values on them differ by rounding.
  if (Math.abs(settable - value) > 1e-6 * (variable.step ?? 1e-3 * Math.max(1, Math.abs(settable)))) {
    throw new ValueError(`${who}: ${value} cannot be set; the nearest value that can be is ${settable}`);
  }
  return settable;
}

/** The nearest whole number, the lower one on ties. */
const nearest = (value: number): number => Math.ceil(value - 0.5);

/** The value that a person can set: a whole number, an allowed value, a step (to twelve digits). */
function nearestSetting({ type, min, max, step, allowed_values }: StoredVariable, value: number): number {
  if (allowed_values !== undefined) {
    const near = (a: number, b: number) => (Math.abs(b - value) < Math.abs(a - value) ? b : a);
    return allowed_values.includes(value) ? value : allowed_values.reduce(near);
  }
  if (step === undefined || min === undefined || max === undefined)
    return type === 'integer' ? nearest(value) : value;
  const last = Math.floor((max - min) / step + 1e-9);
  return stepAt(min, Math.min(last, nearest((value - min) / step)), step);
}
