import { concatenate, rowsOf } from '../../linalg/concatenate.ts';
import { hull, snap } from '../../space/encode.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';
import { meets } from '../../space/linked-rows.ts';

/** Share of a range by which a recorded value may lie beyond an end, a settled value or a constraint: it was measured, not set. */
const NEAR = 0.01;

/**
 * Whether a recorded run can still be made: its categories may be chosen, and its values lie in the region or right beside it. A value between
 * steps is one.
 */
export function isAttainable({ space, settled }: FeasibleRegion, point: ArrayLike<number>): boolean {
  const inRange = space.dimensions.every((dimension, column) => {
    const value = point[column];
    const only = settled.get(column);
    if (dimension.kind === 'categorical') return (only ?? snap(dimension, value)) === value;
    const [low, high] = hull(dimension);
    const slack = NEAR * (high - low);
    return value >= (only ?? low) - slack && value <= (only ?? high) + slack;
  });
  const tolerance = { absolute: 0, relative: NEAR };
  return inRange && space.constraints.every((constraint) => meets(space, constraint, point, tolerance));
}

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
  const points = rowsOf(X, d);
  const all = Array.from(points.keys());
  const rows = all.filter((row) => isAttainable(region, points[row]));
  if (rows.length > 0 || all.length === 0) return { X, rows };
  return { X: concatenate(points.map((point) => region.repair(point))), rows: all };
}

/** The same, as a matrix of these rows alone. */
export function attainablePoints(region: FeasibleRegion, all: Float64Array): Float64Array {
  const { X, rows } = attainableRows(region, all);
  const d = region.space.dimensions.length;
  if (rows.length === X.length / d) return X;
  const points = rowsOf(X, d);
  return concatenate(rows.map((row) => points[row]));
}
