import { censoredAmong } from './censoring/censored.ts';
import type { RecordedRows } from './recorded-rows.ts';

/** The part of recorded rows that changes when some of them are left out. */
export type Rows = Omit<RecordedRows, 'categorical'>;

/** The rows with the indices `rows`, with outputs y [n] of one objective and its limits, the first of `censored`. */
export function rowsOfTask<T extends Rows>(task: T, y: Float64Array, rows: Int32Array): T {
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
export function measuredPart<T extends Rows>(task: T, objective: number): T {
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

/** One objective without the rows with the ascending indices `rows`; `kept` holds the indices of the others. */
export function withoutRows<T extends Rows>(
  task: T,
  rows: Int32Array,
): { readonly part: T; readonly kept: Int32Array } {
  const left = new Set(rows);
  const kept = Int32Array.from({ length: task.n }, (_, row) => row).filter((row) => !left.has(row));
  return { part: rowsOfTask(task, task.outputs[0], kept), kept };
}
