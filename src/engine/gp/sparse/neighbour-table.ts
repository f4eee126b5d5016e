import type { Metric } from './metric.ts';
import { createNearestRows } from './nearest-rows.ts';

/** Rows that the first search tree holds; each next one holds twice as many. */
const FIRST = 256;

/**
 * The rows [n, m] that each row is conditioned on: the nearest of those before it in an order from coarse to fine, −1
 * filling the end. O(n log n · m) in few dimensions.
 *
 * Sources: Guinness 2018, doi:10.1080/00401706.2018.1437476 (ordering); Katzfuss, Guinness and Lawrence 2022,
 * doi:10.1137/20M1352156 (neighbours in scaled space).
 */
export function neighbourTable(metric: Metric, X: Float64Array, n: number, m: number): Float64Array {
  const D = metric.dimension;
  const placed = metric.place(X, n);
  const order = createNearestRows(placed, n, D).spreadOrder();
  const table = new Float64Array(n * m).fill(-1);
  const found = new Int32Array(m);
  for (let from = 0, size = Math.min(FIRST, n); from < n; from = size, size = Math.min(2 * size, n)) {
    const part = new Float64Array(size * D);
    for (let i = 0; i < size; i++) part.set(placed.subarray(order[i] * D, (order[i] + 1) * D), i * D);
    const tree = createNearestRows(part, size, D);
    for (let i = from; i < size; i++) {
      tree.find(part.subarray(i * D, (i + 1) * D), m, found, 0, (rank) => rank < i);
      for (let j = 0; j < m && found[j] >= 0; j++) table[order[i] * m + j] = order[found[j]];
    }
  }
  return table;
}
