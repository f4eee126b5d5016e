import { spanOf } from '../../space/encode.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';

/** Whether the largest difference of two points over the columns, in spans, is above a radius below 1. */
export type Separation = (a: ArrayLike<number>, b: ArrayLike<number>, radius: number) => boolean;

/** What a difference of each column is worth in spans; different categories are a span apart. */
const spansPerUnit = ({ space }: FeasibleRegion): Float64Array =>
  Float64Array.from(space.dimensions, (dimension) =>
    dimension.kind === 'categorical' ? 1 : 1 / Math.max(spanOf(dimension), 1e-300),
  );

/** Whether two points [d] differ in some column by more than `radius`, in spans of the columns. */
export function createSeparation(region: FeasibleRegion): Separation {
  const perUnit = spansPerUnit(region);
  return (a, b, radius) => {
    for (let column = 0; column < perUnit.length; column++) {
      if (Math.abs(a[column] - b[column]) * perUnit[column] > radius) return true;
    }
    return false;
  };
}

/** Whether a point is not apart from one of the rows [m, d]. A view of each of a thousand rows would cost more than the comparisons. */
export function createMembership(
  region: FeasibleRegion,
): (rows: Float64Array, point: ArrayLike<number>, radius: number) => boolean {
  const perUnit = spansPerUnit(region);
  const d = perUnit.length;
  return (rows, point, radius) => {
    for (let row = 0; row < rows.length; row += d) {
      let column = 0;
      while (column < d && !(Math.abs(rows[row + column] - point[column]) * perUnit[column] > radius))
        column++;
      if (column === d) return true;
    }
    return false;
  };
}
