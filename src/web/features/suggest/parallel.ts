import type { Inputs, Row, Variable } from '../../api/types.ts';
import type { Objective } from '../../domain/results/objectives.ts';
import { type Direction, worth } from '../../domain/results/trace.ts';
import { isLogarithmic } from '../../domain/variables/point.ts';
import { rangeOf } from '../../domain/variables/variable-range.ts';

/** One upright axis: a variable, or an objective at the right end. */
export interface ParallelAxis {
  readonly name: string;
  readonly unit: string | null | undefined;
  /** Labels from below; none for numbers. */
  readonly labels: readonly string[];
  readonly low: number;
  readonly high: number;
  /** Whether heights follow the logarithm. */
  readonly log: boolean;
}

/** One run as heights from 0 to 1 on the uprights; NaN where it has no value. */
export interface ParallelLine {
  readonly heights: readonly number[];
  /** Place of its result between the worst and the best, 0 to 1. */
  readonly merit: number;
  /** Number of the experiment from 1, or of the suggestion when `isNew`. */
  readonly number: number;
  readonly isNew: boolean;
}

const valueOn = (upright: ParallelAxis, value: unknown): number =>
  upright.labels.length > 0
    ? upright.labels.indexOf(String(value))
    : typeof value === 'number'
      ? value
      : Number.NaN;

const heightOn = (upright: ParallelAxis, value: unknown): number => {
  const number = valueOn(upright, value);
  if (upright.labels.length > 0 && number < 0) return Number.NaN;
  if (Number.isNaN(number)) return Number.NaN;
  if (!(upright.high > upright.low)) return 0.5;
  const { low, high, log } = upright;
  return log ? Math.log(number / low) / Math.log(high / low) : (number - low) / (high - low);
};

/** Value at a height of an axis of numbers. */
export const valueAt = ({ low, high, log }: ParallelAxis, height: number): number =>
  log ? low * (high / low) ** height : low + height * (high - low);

function uprightOf(variable: Variable, rows: readonly (Row | Inputs)[]): ParallelAxis {
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

type Shown = Pick<Objective, 'name' | 'label' | 'unit'>;

const lowest = (values: readonly number[]): number =>
  values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
const highest = (values: readonly number[]): number =>
  values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);

/** The axis of an objective, over what was measured and what is expected. */
function endOf({ label, unit }: Shown, outcomes: readonly number[]): ParallelAxis {
  const [low, top] = [lowest(outcomes), highest(outcomes)];
  // Outcomes that read the same are the same: rounding of the model would else fill the axis.
  const high = top - low > 1e-4 * Math.max(Math.abs(top), Math.abs(low)) ? top : low;
  return { name: label, unit, labels: [], low, high, log: false };
}

export interface ParallelTask {
  readonly variables: readonly Variable[];
  readonly objectives: readonly Shown[];
  readonly goals: readonly Direction[];
  /** Number of the objective that runs are ranked by. */
  readonly by: number;
  readonly rows: readonly Row[];
  readonly suggestions: readonly Inputs[];
  /** What is predicted of each suggestion, by objective. */
  readonly expected: readonly Readonly<Record<string, number | null>>[];
  /** How many measured runs at most, the best ones. */
  readonly most: number;
}

/** Place of an outcome between the worst and the best of all, 0 to 1; NaN where there is none. */
function meritsOf(goal: Direction, end: ParallelAxis, outcomes: readonly number[]) {
  const merits = outcomes.map((value) => worth(value, goal));
  const least = lowest(merits);
  const span = end.high > end.low ? highest(merits) - least : 0;
  return (outcome: number): number =>
    Number.isNaN(outcome) ? Number.NaN : span > 0 ? (worth(outcome, goal) - least) / span : 0.5;
}

/** Runs side by side: the best measured ones, and those suggested with what the model expects of them. */
export function parallelLines(task: ParallelTask): { uprights: ParallelAxis[]; strands: ParallelLine[] } {
  const { variables, objectives, rows, suggestions, by } = task;
  const ranked = objectives[by] as Shown;
  const goal = task.goals[by] ?? 'maximize';
  const kept = rows
    .flatMap((row, i) => (typeof row[ranked.name] === 'number' ? [{ row, i }] : []))
    .sort((a, b) => worth(Number(b.row[ranked.name]), goal) - worth(Number(a.row[ranked.name]), goal))
    .slice(0, task.most);
  const drawn = kept.map(({ row }) => row);
  const outcomesOf = ({ name }: Shown): number[] =>
    [...drawn, ...task.expected].flatMap(({ [name]: value }) => (typeof value === 'number' ? [value] : []));
  const ends = objectives.map((objective) => endOf(objective, outcomesOf(objective)));
  const meritOf = meritsOf(goal, ends[by] as ParallelAxis, outcomesOf(ranked));
  const uprights = [...variables.map((one) => uprightOf(one, [...drawn, ...suggestions])), ...ends];
  const strand = (
    inputs: Row | Inputs,
    outcomes: Readonly<Record<string, unknown>>,
    number: number,
    isNew: boolean,
  ): ParallelLine => ({
    heights: [
      ...variables.map((one, k) => heightOn(uprights[k] as ParallelAxis, inputs[one.name])),
      ...objectives.map(({ name }, k) => heightOn(ends[k] as ParallelAxis, outcomes[name])),
    ],
    merit: meritOf(typeof outcomes[ranked.name] === 'number' ? Number(outcomes[ranked.name]) : Number.NaN),
    number,
    isNew,
  });
  const measured = kept.map(({ row, i }) => strand(row, row, i + 1, false)).reverse();
  const next = suggestions.map((inputs, i) => strand(inputs, task.expected[i] ?? {}, i + 1, true));
  return { uprights, strands: [...measured, ...next] };
}
