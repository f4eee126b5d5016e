import type { Backend } from '../../compute/backend.ts';
import { rowsFrom } from '../../linalg/rows-from.ts';
import type { Metric } from './metric.ts';
import { blockOrder, nearestRowsOf, openRowSearch, slotsOfSearch } from './row-blocks.ts';

/** Rows that are searched at first; each next time twice as many. */
const FIRST = 256;

/**
 * The rows [n, m] that each row is conditioned on: the nearest of those before it in an order, −1 filling the end. O(n log n · m) in few dimensions.
 *
 * @param order all rows, from coarse to fine
 *
 * Sources: Guinness 2018, doi:10.1080/00401706.2018.1437476 (ordering); Katzfuss, Guinness and Lawrence 2022,
 * doi:10.1137/20M1352156 (neighbours in scaled space).
 */
export function neighbourTable(
  backend: Backend,
  metric: Metric,
  X: Float64Array,
  order: Int32Array,
  m: number,
): Float64Array {
  const D = metric.dimension;
  const n = order.length;
  const ordered = rowsFrom(metric.place(X, n), D, order);
  const table = new Float64Array(n * m);
  for (let from = 0, size = Math.min(FIRST, n); from < n; from = size, size = Math.min(2 * size, n)) {
    const part = ordered.subarray(0, size * D);
    const search = openRowSearch(backend, part, D, blockOrder(part, size, D));
    const points = ordered.subarray(from * D, size * D);
    const limits = Float64Array.from({ length: size - from }, (_, i) => from + i);
    const found = nearestRowsOf(backend, search, { points, count: size - from, m, limits });
    for (const slot of slotsOfSearch(search)) backend.free(slot);
    for (let i = from, at = 0; i < size; i++) {
      for (let to = order[i] * m; to < (order[i] + 1) * m; to++) {
        const before = found[at++];
        table[to] = before < 0 ? -1 : order[before];
      }
    }
  }
  return table;
}
