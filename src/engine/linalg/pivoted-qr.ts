import { vectorLength } from './vector-length.ts';

/** Columns whose part outside the columns before them is shorter than this, relative to their own length, depend on them. */
const DEPENDENT = 1e-8;

/**
 * Rank of a matrix by column-pivoted modified Gram–Schmidt, columns scaled to unit length first.
 *
 * @param X [n, p] row-major
 * @returns `order` [p]: columns in the order in which they were taken; the first `rank` of them are independent
 */
export function pivotedRank(
  X: Float64Array,
  n: number,
  p: number,
): { readonly rank: number; readonly order: number[] } {
  const columns = Array.from({ length: p }, (_, c) => {
    const column = Float64Array.from({ length: n }, (_, i) => X[i * p + c]);
    const length = vectorLength(column);
    return length > 0 ? column.map((value) => value / length) : column;
  });
  const order = Array.from({ length: p }, (_, c) => c);
  let rank = 0;
  for (; rank < Math.min(n, p); rank++) {
    let best = rank;
    let longest = -1;
    for (let c = rank; c < p; c++) {
      const length = vectorLength(columns[order[c]]);
      if (length > longest * (1 + 1e-9)) {
        longest = length;
        best = c;
      }
    }
    if (longest < DEPENDENT) break;
    const [pivot] = order.splice(best, 1);
    order.splice(rank, 0, pivot);
    const unit = columns[pivot].map((value) => value / longest);
    for (let c = rank + 1; c < p; c++) {
      const column = columns[order[c]];
      for (let pass = 0; pass < 2; pass++) {
        let dot = 0;
        for (let i = 0; i < n; i++) dot += unit[i] * column[i];
        for (let i = 0; i < n; i++) column[i] -= dot * unit[i];
      }
    }
  }
  return { rank, order };
}
