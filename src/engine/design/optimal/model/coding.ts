import { basisValue } from '../../../compute/basis-value.ts';
import { settableHull, snap } from '../../../space/encode.ts';
import type { Dimension } from '../../../space/space.ts';
import type { LinearModel } from './model-terms.ts';

/** Middle and half width of a numeric dimension in raw units, by the smallest and the largest value that can be set. */
export function midAndHalf(dimension: Dimension): { mid: number; half: number } {
  if (dimension.kind === 'categorical') return { mid: 0, half: 1 };
  const [low, high] = settableHull(dimension);
  const half = (high - low) / 2;
  return { mid: low + half, half: half > 0 ? half : 1 };
}

/**
 * Encoded raw points to coded points: numeric columns (x − mid)/half, so that the lowest and the highest value that can be set become −1 and +1;
 * categorical columns stay category positions.
 *
 * @param points [n, d] encoded as in `Space`
 * @returns      [n, d]
 */
export function toCoded(dimensions: readonly Dimension[], points: ArrayLike<number>): Float64Array {
  const d = dimensions.length;
  const coded = new Float64Array(points.length);
  for (let j = 0; j < d; j++) {
    const { mid, half } = midAndHalf(dimensions[j]);
    for (let at = j; at < points.length; at += d) coded[at] = (points[at] - mid) / half;
  }
  return coded;
}

/**
 * The way back of `toCoded`. Reals keep 15 digits, so that a bound comes back as it was given, and are clipped to
 * their bounds; integers, steps and discrete values are snapped to the nearest allowed one. So what leaves here is always a
 * value of the dimension.
 */
export function fromCoded(dimensions: readonly Dimension[], coded: ArrayLike<number>): Float64Array {
  const d = dimensions.length;
  const points = new Float64Array(coded.length);
  for (let j = 0; j < d; j++) {
    const dimension = dimensions[j];
    const { mid, half } = midAndHalf(dimension);
    for (let at = j; at < coded.length; at += d) points[at] = allowed(dimension, mid + half * coded[at]);
  }
  return points;
}

function allowed(dimension: Dimension, value: number): number {
  switch (dimension.kind) {
    case 'real':
      return snap(dimension, Number(value.toPrecision(15)));
    case 'integer':
      return Math.min(Math.max(Math.round(value), Math.ceil(dimension.low)), Math.floor(dimension.high));
    case 'discrete':
      return dimension.values.reduce((best, next) =>
        Math.abs(next - value) < Math.abs(best - value) ? next : best,
      );
    case 'categorical':
      return Math.round(value);
  }
}

/**
 * Model matrix of coded points.
 *
 * @param coded   [n, d] from `toCoded`
 * @param basisAt value of a basis function; by default with the first category as the reference
 * @returns       [n, p] row-major, columns as in `model.columns`
 */
export function modelMatrix(
  model: LinearModel,
  coded: ArrayLike<number>,
  basisAt: typeof basisValue = basisValue,
): Float64Array {
  const d = model.dimensions.length;
  const p = model.columns.length;
  const n = d === 0 ? 0 : coded.length / d;
  const X = new Float64Array(n * p);
  for (let c = 0; c < p; c++) {
    const { pieces } = model.columns[c];
    for (let i = 0; i < n; i++) {
      let product = 1;
      for (const { dimension, basis } of pieces) {
        const value = coded[i * d + dimension];
        product *= basisAt(model.dimensions[dimension].kind === 'categorical', value, basis);
      }
      X[i * p + c] = product;
    }
  }
  return X;
}
