import type { SuggestTask } from '../task.ts';
import { defaultReference, hypervolume, paretoRows } from './pareto.ts';

/** The recorded outputs of several objectives, larger is better. */
export interface Front {
  readonly m: number;
  /** [n, m] outputs times the sign of their goal. */
  readonly Y: Float64Array;
  /** Rows that meet the outcome constraints as measured. */
  readonly feasible: readonly number[];
  /** [m] maximize form. */
  readonly reference: Float64Array;
  /** Feasible rows that no feasible row beats. */
  readonly rows: readonly number[];
}

/** Recorded outputs and what is wanted of them. */
export interface Recorded {
  /** One [n] per objective, output units; NaN where it was not measured. */
  readonly outputs: readonly ArrayLike<number>[];
  readonly goals: SuggestTask['goals'];
  readonly outcomeConstraints?: SuggestTask['outcomeConstraints'];
  readonly referencePoint?: readonly number[];
}

/** Front of the rows in which every objective was measured; the reference point as given (output units), or by the rule of `defaultReference`. */
export function frontOfOutputs({ outputs, goals, outcomeConstraints, referencePoint }: Recorded): Front {
  const m = outputs.length;
  const n = outputs[0].length;
  const signs = goals.map((goal) => (goal === 'maximize' ? 1 : -1));
  const Y = new Float64Array(n * m);
  outputs.forEach((y, k) => {
    for (let i = 0; i < n; i++) Y[i * m + k] = signs[k] * y[i];
  });
  const complete = Array.from({ length: n }, (_, i) => i).filter((i) =>
    outputs.every((y) => !Number.isNaN(y[i])),
  );
  const feasible = complete.filter((i) =>
    (outcomeConstraints ?? []).every(({ objective, bound, value }) => {
      const measured = outputs[objective][i];
      return bound === 'lower' ? measured >= value : measured <= value;
    }),
  );
  const reference = referencePoint
    ? Float64Array.from(referencePoint, (value, k) => signs[k] * value)
    : defaultReference(complete.length > 0 ? outputsAt(Y, m, complete) : Y, m);
  const rows = paretoRows(outputsAt(Y, m, feasible), m).map((i) => feasible[i]);
  return { m, Y, feasible, reference, rows };
}

function outputsAt(Y: Float64Array, m: number, rows: readonly number[]): Float64Array {
  const some = new Float64Array(rows.length * m);
  rows.forEach((row, i) => {
    some.set(Y.subarray(row * m, (row + 1) * m), i * m);
  });
  return some;
}

/** Front of the data of a task. */
export const frontOf = (task: SuggestTask): Front =>
  frontOfOutputs({ ...task, outputs: task.records?.outputs ?? task.models.map(({ y }) => y) });

/** Row [m] of the outputs. */
export const outputsOf = (front: Front, row: number): Float64Array =>
  front.Y.subarray(row * front.m, (row + 1) * front.m);

/** What the response says about the front; the reference point back in output units. */
export function describeFront({ goals }: Pick<SuggestTask, 'goals'>, front: Front) {
  return {
    rows: Int32Array.from(front.rows),
    hypervolume: hypervolume(
      front.rows.map((row) => outputsOf(front, row)),
      front.reference,
    ),
    referencePoint: front.reference.map((value, k) => (goals[k] === 'maximize' ? value : -value)),
  };
}
