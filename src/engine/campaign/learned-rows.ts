import { type Recorded, rowsOfTask } from '../gp/rows-of-task.ts';

/**
 * Rows that the models of a campaign are learned from, at most: they are fitted many times over, in several forms and with
 * uncertain hyperparameters, each exactly.
 */
export const LEARNED_FROM = 600;

/**
 * Of more rows, the half nearest to the best one, where the search goes on, and an even choice of the others. Distances are in ranges of the
 * columns; a category is as far from another as a range is long.
 *
 * @param best a row of the task
 */
export function learnedRows<T extends Recorded>(task: T, best: number, categorical: readonly boolean[]): T {
  const { X, n, d } = task;
  if (n <= LEARNED_FROM) return task;
  const ranges = Array.from({ length: d }, (_, k) => {
    let [low, high] = [Infinity, -Infinity];
    for (let i = 0; i < n; i++) {
      low = Math.min(low, X[i * d + k]);
      high = Math.max(high, X[i * d + k]);
    }
    return high - low || 1;
  });
  const distance = (row: number) =>
    ranges.reduce((sum, range, k) => {
      const gap = X[row * d + k] - X[best * d + k];
      return sum + (categorical[k] ? Number(gap !== 0) : (gap / range) ** 2);
    }, 0);
  const distances = Float64Array.from({ length: n }, (_, row) => distance(row));
  const order = Array.from(distances.keys()).sort((a, b) => distances[a] - distances[b] || a - b);
  const near = LEARNED_FROM / 2;
  const step = (n - near) / (LEARNED_FROM - near);
  const others = Array.from({ length: LEARNED_FROM - near }, (_, i) => order[near + Math.floor(i * step)]);
  const rows = Int32Array.from([...order.slice(0, near), ...others]).sort();
  return rowsOfTask(task, task.outputs[0], rows);
}
