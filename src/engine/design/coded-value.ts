import {
  hull,
  isLogarithmic,
  levelAt,
  levelCount,
  settableCount,
  settableHull,
  snap,
} from '../space/encode.ts';
import type { Dimension, Space } from '../space/space.ts';

/** Nearest whole number, halves to the even one, as the interface rounds coded integers. */
function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

/**
 * Encoded value of a coded level −1 … +1: middle + coded·half range of what can be set, clamped; integers rounded half to even,
 * discrete values the nearest allowed one (the lower on ties).
 */
export function codedValue(dimension: Dimension, coded: number): number {
  const [low, high] = settableHull(dimension);
  if (coded === -1) return snap(dimension, low);
  if (coded === 1) return snap(dimension, high);
  const value = (low + high) / 2 + (coded * (high - low)) / 2;
  return snap(dimension, dimension.kind === 'integer' ? roundHalfEven(value) : value);
}

/** Middle of a dimension: midpoint (rounded or snapped), first category. */
export function centreValue(dimension: Dimension): number {
  return dimension.kind === 'categorical' ? 0 : codedValue(dimension, 0);
}

/** Centre of the space, [d] encoded. */
export function centrePoint(space: Space): Float64Array {
  return Float64Array.from(space.dimensions, centreValue);
}

/**
 * Ascending values of a factor: `count` equidistant ones for a real, integer or stepped dimension (rounded to what can
 * be set, each once), as many of a logarithmic list in equal ratios, every other allowed value, every category.
 */
export function factorLevels(dimension: Dimension, count: number): number[] {
  const isStepped = dimension.kind === 'discrete' && dimension.stepped === true;
  const isRange = (isStepped || isLogarithmic(dimension)) && levelCount(dimension) > count;
  if (!isRange && (dimension.kind === 'categorical' || dimension.kind === 'discrete'))
    return Array.from({ length: levelCount(dimension) }, (_, position) => levelAt(dimension, position));
  if (levelCount(dimension) === 1) return [levelAt(dimension, 0)];
  const levels = Array.from({ length: count }, (_, i) => codedValue(dimension, (2 * i) / (count - 1) - 1));
  return [...new Set(levels)];
}

/** Encoded value of a uniform number in [0, 1): its place in the range, or one of the levels or steps, equally likely. */
export function uniformValue(dimension: Dimension, u: number): number {
  const levels = settableCount(dimension);
  const [low, high] = hull(dimension);
  if (levels === Number.POSITIVE_INFINITY) return Math.min(high, low + u * (high - low));
  if (isLogarithmic(dimension)) return snap(dimension, low + u * (high - low));
  return levelAt(dimension, Math.min(levels - 1, Math.floor(u * levels)));
}

/**
 * As `uniformValue`, but levels by rounding u·(k − 1) half to even, so that the end levels get half the weight:
 * what the interface's halton and hammersly do.
 */
export function roundedValue(dimension: Dimension, u: number): number {
  const levels = settableCount(dimension);
  if (levels === Number.POSITIVE_INFINITY || isLogarithmic(dimension)) return uniformValue(dimension, u);
  return levelAt(dimension, roundHalfEven(u * (levels - 1)));
}
