import { isLattice, levelAt, settableCount, snap } from '../../../space/encode.ts';
import type { Dimension } from '../../../space/space.ts';
import { midAndHalf } from '../model/coding.ts';

/** A dimension with at most this many integers or steps is offered all of them. */
export const MOST_LEVELS = 25;

/**
 * Coded lattice values of a dimension.
 *
 * real: `count` equidistant ones; integer, or with a step: all values up to 25 of them, else `count` equidistant, put on
 * such values, distinct; discrete: the allowed values, of a long logarithmic list `count` in equal ratios; categorical:
 * positions of the categories.
 */
export function latticeLevels(dimension: Dimension, count: number): Float64Array {
  if (dimension.kind === 'categorical') return Float64Array.from(dimension.labels, (_, k) => k);
  const { mid, half } = midAndHalf(dimension);
  const values = settableCount(dimension);
  if (values === Number.POSITIVE_INFINITY) return equidistant(count);
  const isList = dimension.kind === 'discrete' && dimension.log === undefined;
  if (isList || values <= MOST_LEVELS) return allLevels(dimension);
  const near = Array.from(equidistant(count), (value) => nearestValue(dimension, mid + half * value));
  return Float64Array.from(new Set(near), (value) => (value - mid) / half);
}

/** Coded values of all that can be set, ascending, of a dimension that is a lattice. */
export function allLevels(dimension: Dimension): Float64Array {
  const { mid, half } = midAndHalf(dimension);
  return Float64Array.from(
    { length: settableCount(dimension) },
    (_, k) => (levelAt(dimension, k) - mid) / half,
  );
}

/** The nearest value that can be set; of two integers the higher one. */
const nearestValue = (dimension: Dimension, value: number): number =>
  snap(dimension, dimension.kind === 'integer' ? Math.round(value) : value);

/** `count` ≥ 2 equidistant values from −1 to 1, symmetric to the last bit. */
export function equidistant(count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, k) => (2 * k - (count - 1)) / (count - 1));
}

/**
 * Values of a dimension when it may leave the lattice: the lattice's and, between them, `count` equidistant ones for a real
 * dimension or (up to 101) all values for an integer one and one with a step.
 */
export function fineLevels(dimension: Dimension, lattice: Float64Array, count: number): Float64Array {
  if (!isLattice(dimension)) return merged(lattice, equidistant(count));
  const isRange = dimension.kind === 'integer' || dimension.kind === 'real';
  if (!isRange || settableCount(dimension) <= lattice.length) return lattice;
  const { mid, half } = midAndHalf(dimension);
  const values = Math.min(settableCount(dimension), 101);
  return merged(
    lattice,
    equidistant(values).map((value) => (nearestValue(dimension, mid + half * value) - mid) / half),
  );
}

function merged(a: Float64Array, b: Float64Array): Float64Array {
  const sorted = [...a, ...b].sort((x, y) => x - y);
  return Float64Array.from(sorted.filter((value, k) => k === 0 || value - sorted[k - 1] > 1e-9));
}
