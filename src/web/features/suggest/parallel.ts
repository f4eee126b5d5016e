import type { Inputs, Row, Variable } from '../../api/types.ts';
import { isLogarithmic } from '../../domain/point.ts';
import { type Direction, worth } from '../../domain/trace.ts';
import { rangeOf } from '../../domain/variable-range.ts';

/** One upright axis: a variable, or the objective at the right end. */
export interface Upright {
  readonly name: string;
  readonly unit: string | null | undefined;
  /** Labels from below; none for numbers. */
  readonly labels: readonly string[];
  readonly low: number;
  readonly high: number;
  /** Whether heights go by the logarithm. */
  readonly log: boolean;
}

/** One run as heights from 0 to 1 on the uprights; NaN where it has no value. */
export interface Strand {
  readonly heights: readonly number[];
  /** Place of its result between the worst and the best, 0 to 1. */
  readonly merit: number;
  /** Number of the experiment from 1, or of the suggestion when `isNew`. */
  readonly number: number;
  readonly isNew: boolean;
}

const valueOn = (upright: Upright, value: unknown): number =>
  upright.labels.length > 0
    ? upright.labels.indexOf(String(value))
    : typeof value === 'number'
      ? value
      : Number.NaN;

const heightOn = (upright: Upright, value: unknown): number => {
  const number = valueOn(upright, value);
  if (upright.labels.length > 0 && number < 0) return Number.NaN;
  if (!(upright.high > upright.low)) return 0.5;
  const { low, high, log } = upright;
  return log ? Math.log(number / low) / Math.log(high / low) : (number - low) / (high - low);
};

/** Value at a height of an axis of numbers. */
export const valueAt = ({ low, high, log }: Upright, height: number): number =>
  log ? low * (high / low) ** height : low + height * (high - low);

function uprightOf(variable: Variable, rows: readonly (Row | Inputs)[]): Upright {
  const labels = variable.categories ?? [];
  const seen = rows.flatMap((row) =>
    typeof row[variable.name] === 'number' ? [Number(row[variable.name])] : [],
  );
  const values = [...(rangeOf(variable) ?? []), ...seen];
  const low = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  return {
    name: variable.name,
    unit: variable.unit,
    labels,
    low: labels.length > 0 ? 0 : low,
    high:
      labels.length > 0
        ? labels.length - 1
        : values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY),
    log: isLogarithmic(variable) && low > 0,
  };
}

/**
 * Runs side by side: the best measured ones, and those suggested with what the model expects of them.
 *
 * @param expected what is predicted of each suggestion
 * @param most     how many measured runs at most, the best ones
 */
export function strandsOf(
  variables: readonly Variable[],
  objective: { readonly name: string; readonly label: string; readonly unit: string | undefined },
  goal: Direction,
  rows: readonly Row[],
  suggestions: readonly Inputs[],
  expected: readonly (number | undefined)[],
  most: number,
): { uprights: Upright[]; strands: Strand[] } {
  const results = rows.flatMap((row, i) =>
    typeof row[objective.name] === 'number' ? [{ i, value: Number(row[objective.name]) }] : [],
  );
  const kept = results.sort((a, b) => worth(b.value, goal) - worth(a.value, goal)).slice(0, most);
  const outcomes = [...kept.map(({ value }) => value), ...expected.filter((value) => value !== undefined)];
  const low = outcomes.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const top = outcomes.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  // Outcomes that read the same are the same: rounding of the model would else fill the axis.
  const high = top - low > 1e-4 * Math.max(Math.abs(top), Math.abs(low)) ? top : low;
  const end: Upright = { name: objective.label, unit: objective.unit, labels: [], low, high, log: false };
  const merits = outcomes.map((value) => worth(value, goal));
  const least = merits.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const span = high > low ? merits.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY) - least : 0;
  const meritOf = (outcome: number | undefined): number => {
    if (outcome === undefined) return Number.NaN;
    return span > 0 ? (worth(outcome, goal) - least) / span : 0.5;
  };
  const drawn = kept.map(({ i }) => rows[i] as Row);
  const uprights = [...variables.map((variable) => uprightOf(variable, [...drawn, ...suggestions])), end];
  const strand = (
    inputs: Row | Inputs,
    outcome: number | undefined,
    number: number,
    isNew: boolean,
  ): Strand => {
    const height = heightOn(end, outcome);
    return {
      heights: [...variables.map((one, k) => heightOn(uprights[k] as Upright, inputs[one.name])), height],
      merit: meritOf(outcome),
      number,
      isNew,
    };
  };
  const measured = kept.map(({ i, value }) => strand(rows[i] as Row, value, i + 1, false)).reverse();
  const next = suggestions.map((inputs, i) => strand(inputs, expected[i], i + 1, true));
  return { uprights, strands: [...measured, ...next] };
}
