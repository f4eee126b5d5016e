import type { Bounds } from './bounds.ts';
import { type CensoredRows, censoredAmong } from './censored.ts';

/** Rows and outputs, as trainings and campaigns have them. */
export interface Recorded {
  /** [n, d] */
  readonly X: Float64Array;
  readonly n: number;
  readonly d: number;
  /** One [n] per objective; NaN where it was not measured. */
  readonly outputs: readonly Float64Array[];
  readonly noise?: Float64Array;
  readonly censored?: readonly (CensoredRows | null)[];
  readonly outputBounds?: readonly (Bounds | null)[];
}

/** Some of the rows, with the outputs of one objective and its limits, the first of `censored`. */
export function rowsOfTask<T extends Recorded>(task: T, y: Float64Array, rows: Int32Array): T {
  const { X, d, noise, censored, ...rest } = task;
  const limits = censored?.[0] && censoredAmong(censored[0], rows);
  return {
    ...rest,
    d,
    n: rows.length,
    X: Float64Array.from({ length: rows.length * d }, (_, at) => X[rows[Math.floor(at / d)] * d + (at % d)]),
    outputs: [Float64Array.from(rows, (row) => y[row])],
    ...(noise ? { noise: Float64Array.from(rows, (row) => noise[row]) } : {}),
    ...(limits ? { censored: [limits] } : {}),
  } as unknown as T;
}

/** One objective alone: the rows in which it was measured, its limits and its bounds, the first of each. */
export function measuredPart<T extends Recorded>(task: T, objective: number): T {
  const y = task.outputs[objective];
  const { censored, outputBounds, ...rest } = task;
  const [own, within] = [censored?.[objective], outputBounds?.[objective]];
  const part = {
    ...rest,
    outputs: [y],
    ...(own ? { censored: [own] } : {}),
    ...(within ? { outputBounds: [within] } : {}),
  } as unknown as T;
  const rows = Int32Array.from(y.keys()).filter((row) => !Number.isNaN(y[row]));
  return rows.length === task.n ? part : rowsOfTask(part, y, rows);
}

/** One objective without some of its rows, ascending; `kept` are the others. */
export function withoutRows<T extends Recorded>(
  task: T,
  rows: Int32Array,
): { readonly part: T; readonly kept: Int32Array } {
  const left = new Set(rows);
  const kept = Int32Array.from({ length: task.n }, (_, row) => row).filter((row) => !left.has(row));
  return { part: rowsOfTask(task, task.outputs[0], kept), kept };
}
