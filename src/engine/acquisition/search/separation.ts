import { hull } from '../../space/encode.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';

/** Whether the largest difference of two points over the columns, in spans, is above a radius below 1. */
export type Separation = (a: ArrayLike<number>, b: ArrayLike<number>, radius: number) => boolean;

/** Different labels are a span apart. */
export function createSeparation({ space }: FeasibleRegion): Separation {
  const perUnit = Float64Array.from(space.dimensions, (dimension) => {
    const [low, high] = hull(dimension);
    return dimension.kind === 'categorical' ? 1 : 1 / Math.max(high - low, 1e-300);
  });
  return (a, b, radius) => {
    for (let column = 0; column < perUnit.length; column++) {
      if (Math.abs(a[column] - b[column]) * perUnit[column] > radius) return true;
    }
    return false;
  };
}
