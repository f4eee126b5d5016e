import type { CensoredRows } from '../../gp/censoring/censored.ts';
import { runSlices, type Slices } from '../../slices.ts';
import { signOf } from '../goal.ts';
import type { SuggestTask } from '../task.ts';
import { hypervolumeInSlices } from './dominated-volume.ts';
import { meetsLimits, sidesByRow } from './limits.ts';
import { defaultReference, paretoRowsInSlices, referenceByRange } from './pareto.ts';

/** The recorded outputs of several objectives, larger is better. */
export interface Front {
  readonly m: number;
  /** [n, m] outputs times the sign of their goal. */
  readonly Y: Float64Array;
  /** Rows in which every objective is known. */
  readonly complete: readonly number[];
  /** Rows that meet the outcome constraints as measured. */
  readonly feasible: readonly number[];
  /** [m] maximize form. */
  readonly reference: Float64Array;
  /** Feasible rows that no feasible row beats. */
  readonly rows: readonly number[];
}

/** Recorded outputs and what is wanted of them. */
export interface Recorded {
  /** One [n] per objective, output units; NaN where it was not measured. Those beyond the goals have only limits. */
  readonly outputs: readonly ArrayLike<number>[];
  /** Per objective: rows whose output is a limit. One that better values lie beyond counts as reached, another as not measured. */
  readonly censored?: readonly (CensoredRows | null)[] | undefined;
  readonly goals: SuggestTask['goals'];
  readonly outcomeConstraints?: SuggestTask['outcomeConstraints'];
  readonly referencePoint?: readonly number[];
  /** By the rule of `referenceByRange` where no reference point is given, so that shifts and units of the outputs make no difference. */
  readonly byRange?: boolean;
}

/** Rows between two places where the work may be interrupted. */
const PER_SLICE = 4096;

/** Rows of 0 … n − 1 that pass a test, in slices. Flat, as lists that grow to this length leave large garbage behind. */
function* rowsThat(n: number, passes: (row: number) => boolean): Slices<number[]> {
  const rows = new Int32Array(n);
  let count = 0;
  for (let row = 0; row < n; row++) {
    if (passes(row)) rows[count++] = row;
    if (row % PER_SLICE === PER_SLICE - 1) yield;
  }
  return Array.from(rows.subarray(0, count));
}

/** What the front of recorded outputs is searched among. */
export function* comparedInSlices({
  outputs,
  censored,
  goals,
  outcomeConstraints,
  referencePoint,
  byRange = false,
}: Recorded): Slices<Omit<Front, 'rows'>> {
  const m = goals.length;
  const n = outputs[0].length;
  const signs = goals.map(signOf);
  const sides = outputs.map((_, k) => sidesByRow(censored?.[k]));
  const Y = new Float64Array(n * m);
  const complete = yield* rowsThat(n, (i) => {
    let isKnown = true;
    for (let k = 0; k < m; k++) {
      const isReached = (sides[k].get(i) ?? signs[k]) === signs[k];
      const value = isReached ? signs[k] * outputs[k][i] : Number.NaN;
      Y[i * m + k] = value;
      isKnown &&= !Number.isNaN(value);
    }
    return isKnown;
  });
  const isFeasible = yield* rowsThat(complete.length, (i) =>
    meetsLimits(
      outcomeConstraints,
      (objective) => outputs[objective][complete[i]],
      (objective) => sides[objective].get(complete[i]) ?? 0,
    ),
  );
  yield;
  const feasible = isFeasible.map((i) => complete[i]);
  yield;
  const reference = referencePoint
    ? Float64Array.from(referencePoint, (value, k) => signs[k] * value)
    : (byRange ? referenceByRange : defaultReference)(complete.length > 0 ? outputsAt(Y, m, complete) : Y, m);
  return { m, Y, complete, feasible, reference };
}

/** As `frontOfOutputs`, in slices. */
export function* frontInSlices(recorded: Recorded): Slices<Front> {
  const all = yield* comparedInSlices(recorded);
  const { m, Y, feasible } = all;
  yield;
  const rows = yield* paretoRowsInSlices(outputsAt(Y, m, feasible), m);
  return { ...all, rows: rows.map((i) => feasible[i]) };
}

/** Front of the rows in which every objective was measured; the reference point as given (output units), or by rule. */
export const frontOfOutputs = (recorded: Recorded): Front => runSlices(frontInSlices(recorded));

function outputsAt(Y: Float64Array, m: number, rows: readonly number[]): Float64Array {
  const some = new Float64Array(rows.length * m);
  for (let i = 0; i < rows.length; i++) {
    for (let k = 0; k < m; k++) some[i * m + k] = Y[rows[i] * m + k];
  }
  return some;
}

/** Front of the data of a task. */
export function frontOf(task: SuggestTask): Front {
  const { models, records } = task;
  const shared = {
    outputs: models.map(({ y }) => y),
    censored: models.map(({ censored = null }) => censored),
  };
  const { outputs, censored } = records ?? shared;
  return frontOfOutputs({ ...task, outputs, censored });
}

/** Row [m] of the outputs. */
export const outputsOf = (front: Pick<Front, 'm' | 'Y'>, row: number): Float64Array =>
  front.Y.subarray(row * front.m, (row + 1) * front.m);

/** Hypervolume of a front; NaN: it would take too long. */
export const volumeOf = ({ Y, rows, reference }: Front): number =>
  runSlices(hypervolumeInSlices(Y, rows, reference));

/** The reference point of a front in output units. */
export const referenceOf = ({ reference }: Pick<Front, 'reference'>, goals: SuggestTask['goals']): number[] =>
  Array.from(reference, (value, k) => signOf(goals[k]) * value);

/** What the response says about the front; the reference point back in output units. Hypervolume NaN: it would take too long. */
export const describeFront = (task: Pick<SuggestTask, 'goals'>, front: Front) =>
  runSlices(describeInSlices(task, front));

/** As `describeFront`, in slices. */
export function* describeInSlices({ goals }: Pick<SuggestTask, 'goals'>, front: Front) {
  return {
    rows: Int32Array.from(front.rows),
    hypervolume: yield* hypervolumeInSlices(front.Y, front.rows, front.reference),
    referencePoint: front.reference.map((value, k) => signOf(goals[k]) * value),
  };
}
