import { defaultReference, hypervolume, paretoRows } from './pareto.ts';
import type { SuggestTask } from './task.ts';

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

/** Front of the data; the reference point as given (output units), or by the rule of `defaultReference`. */
export function frontOf(task: SuggestTask): Front {
  const m = task.models.length;
  const n = task.models[0].n;
  const signs = task.goals.map((goal) => (goal === 'maximize' ? 1 : -1));
  const Y = new Float64Array(n * m);
  task.models.forEach((model, k) => {
    for (let i = 0; i < n; i++) Y[i * m + k] = signs[k] * model.y[i];
  });
  const feasible = Array.from({ length: n }, (_, i) => i).filter((i) =>
    (task.outcomeConstraints ?? []).every(({ objective, bound, value }) => {
      const measured = task.models[objective].y[i];
      return bound === 'lower' ? measured >= value : measured <= value;
    }),
  );
  const reference = task.referencePoint
    ? Float64Array.from(task.referencePoint, (value, k) => signs[k] * value)
    : defaultReference(Y, m);
  const some = new Float64Array(feasible.length * m);
  feasible.forEach((row, i) => {
    some.set(Y.subarray(row * m, (row + 1) * m), i * m);
  });
  return { m, Y, feasible, reference, rows: paretoRows(some, m).map((i) => feasible[i]) };
}

/** Row [m] of the outputs. */
export const outputsOf = (front: Front, row: number): Float64Array =>
  front.Y.subarray(row * front.m, (row + 1) * front.m);

/** What the response says about the front; the reference point back in output units. */
export function describeFront(task: SuggestTask, front: Front) {
  return {
    rows: Int32Array.from(front.rows),
    hypervolume: hypervolume(
      front.rows.map((row) => outputsOf(front, row)),
      front.reference,
    ),
    referencePoint: front.reference.map((value, k) => (task.goals[k] === 'maximize' ? value : -value)),
  };
}
