import { hull, settableCount } from '../../space/encode.ts';
import type { Space } from '../../space/space.ts';

/** How pairs of points are scored, in unit coordinates. */
export interface PairScore {
  /** Value of one pair; searches make the sum over pairs small. */
  pair(a: Float64Array, b: Float64Array): number;
  /** The sum on a logarithmic scale, comparable between numbers of columns. */
  scale(sum: number): number;
  /** Squared distance of a pair; columns of categories count 0 or 1. */
  distance(a: Float64Array, b: Float64Array): number;
}

const NEAR = 1e-9;

/** Coordinates [d] from 0 to 1 of a raw point [d] by the range of each variable; categories by position. */
export function unitCoordinates(space: Space, point: ArrayLike<number>): Float64Array {
  return Float64Array.from(space.dimensions, (dimension, k) => {
    const [low, high] = hull(dimension);
    return dimension.kind === 'categorical' || high === low ? point[k] : (point[k] - low) / (high - low);
  });
}

/**
 * Score for maximin (1/distance^32) or for MaxPro (1/Π squared differences; columns with few values and categories count
 * |Δ| + 1/values, see `maxProCriterion`).
 */
export function pairScore(space: Space, maxPro: boolean): PairScore {
  const isLabel = space.dimensions.map(({ kind }) => kind === 'categorical');
  const d = isLabel.length;
  const offsets = space.dimensions.map((dimension) => {
    const levels = settableCount(dimension);
    return levels === Number.POSITIVE_INFINITY ? 1e-6 : 1 / levels;
  });

  function distance(a: Float64Array, b: Float64Array): number {
    let squared = 0;
    for (let k = 0; k < d; k++) {
      const difference = a[k] - b[k];
      squared += isLabel[k] ? (difference === 0 ? 0 : 1) : difference * difference;
    }
    return squared;
  }

  function near(a: Float64Array, b: Float64Array): number {
    const ratio = d / 6 / Math.max(distance(a, b), NEAR);
    const fourth = ratio * ratio * ratio * ratio;
    return fourth * fourth * fourth * fourth;
  }

  function projected(a: Float64Array, b: Float64Array): number {
    let product = 1;
    for (let k = 0; k < d; k++) {
      const size = isLabel[k] ? (a[k] === b[k] ? 0 : 1) : Math.abs(a[k] - b[k]);
      product *= (size + offsets[k]) * (size + offsets[k]);
    }
    return 1 / product;
  }

  const power = maxPro ? d : 32;
  return {
    pair: maxPro ? projected : near,
    scale: (sum) => Math.log(Math.max(sum, 1e-300)) / power,
    distance,
  };
}
