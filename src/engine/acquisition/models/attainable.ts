import { concatenate, rowsOf } from '../../linalg/concatenate.ts';
import { hull, snap } from '../../space/encode.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';
import { meets } from '../../space/linked-rows.ts';

/** Share of a range by which a recorded value may lie beyond an end, a settled value or a constraint: it was measured, not set. */
const NEAR = 0.01;

/** Whether the rows of a matrix [n, d] can still be made, see `isAttainable`. */
function attainableIn({ space, settled }: FeasibleRegion): (X: ArrayLike<number>, row: number) => boolean {
  const { dimensions, constraints } = space;
  const d = dimensions.length;
  const low = new Float64Array(d).fill(Number.NEGATIVE_INFINITY);
  const high = new Float64Array(d).fill(Number.POSITIVE_INFINITY);
  const categorical: number[] = [];
  dimensions.forEach((dimension, column) => {
    if (dimension.kind === 'categorical') {
      categorical.push(column);
      return;
    }
    const [least, most] = hull(dimension);
    const slack = NEAR * (most - least);
    const only = settled.get(column);
    low[column] = (only ?? least) - slack;
    high[column] = (only ?? most) + slack;
  });
  const point = new Float64Array(d);
  const tolerance = { absolute: 0, relative: NEAR };
  return (X, row) => {
    for (let k = 0; k < d; k++) {
      point[k] = X[row * d + k];
      if (!(point[k] >= low[k] && point[k] <= high[k])) return false;
    }
    for (const k of categorical)
      if ((settled.get(k) ?? snap(dimensions[k], point[k])) !== point[k]) return false;
    for (const constraint of constraints) if (!meets(space, constraint, point, tolerance)) return false;
    return true;
  };
}

/**
 * Whether a recorded run can still be made: its categories may be chosen, and its values lie in the region or right beside it. A value between
 * steps is one.
 */
export const isAttainable = (region: FeasibleRegion, point: ArrayLike<number>): boolean =>
  attainableIn(region)(point, 0);

/** Recorded rows that can be compared with. */
export interface AttainableRows {
  /** [n, d] */
  readonly X: Float64Array;
  /** Ascending. */
  readonly rows: readonly number[];
}

/**
 * Of recorded rows [n, d], moved into the slice of a request, those that can still be made: what lies in a category that was
 * retired, or beyond a range that was narrowed, is no measure of what can be gained. Where none is left, all of
 * them at their nearest points of the region.
 */
export function attainableRows(region: FeasibleRegion, X: Float64Array): AttainableRows {
  const d = region.space.dimensions.length;
  const n = X.length / d;
  const can = attainableIn(region);
  const rows: number[] = [];
  for (let row = 0; row < n; row++) if (can(X, row)) rows.push(row);
  if (rows.length > 0 || n === 0) return { X, rows };
  const repaired = rowsOf(X, d).map((point) => region.repair(point));
  return { X: concatenate(repaired), rows: [...repaired.keys()] };
}

/** The same rows as a matrix [rows, d]. */
export function attainablePoints(region: FeasibleRegion, all: Float64Array): Float64Array {
  const { X, rows } = attainableRows(region, all);
  const d = region.space.dimensions.length;
  if (rows.length === X.length / d) return X;
  const points = rowsOf(X, d);
  return concatenate(rows.map((row) => points[row]));
}
