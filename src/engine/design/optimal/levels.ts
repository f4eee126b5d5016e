import { levelCount, snap } from '../../space/encode.ts';
import type { Dimension } from '../../space/space.ts';
import { midAndHalf } from './coding.ts';

/** An integer dimension with at most this many values is offered all of them. */
const ALL_INTEGERS = 25;

/**
 * Coded lattice values of a dimension.
 *
 * real: `count` equidistant ones; integer: all values up to 25 of them, else `count` equidistant, rounded, distinct;
 * discrete: the allowed values, of a long logarithmic list `count` in equal ratios; categorical: positions of the labels.
 */
export function latticeLevels(dimension: Dimension, count: number): Float64Array {
  if (dimension.kind === 'categorical') return Float64Array.from(dimension.labels, (_, k) => k);
  const { mid, half } = midAndHalf(dimension);
  const values = levelCount(dimension);
  if (values === 1) return Float64Array.of(0);
  if (dimension.kind === 'discrete' && dimension.log !== undefined && values > ALL_INTEGERS) {
    const near = Array.from(equidistant(count), (value) => snap(dimension, mid + half * value));
    return Float64Array.from(new Set(near), (value) => (value - mid) / half);
  }
  if (dimension.kind === 'discrete')
    return Float64Array.from(dimension.values, (value) => (value - mid) / half);
  if (dimension.kind === 'real') return equidistant(count);
  const low = Math.ceil(dimension.low);
  const raw =
    values <= ALL_INTEGERS
      ? Array.from({ length: values }, (_, k) => low + k)
      : Array.from(equidistant(count), (value) => Math.round(mid + half * value));
  return Float64Array.from(new Set(raw), (value) => (value - mid) / half);
}

/** `count` ≥ 2 equidistant values from −1 to 1, symmetric to the last bit. */
export function equidistant(count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, k) => (2 * k - (count - 1)) / (count - 1));
}

/**
 * Values of a dimension when it may leave the lattice: the lattice's and, between them, `count` equidistant ones for a real
 * dimension or (up to 101) all values for an integer one.
 */
export function fineLevels(dimension: Dimension, lattice: Float64Array, count: number): Float64Array {
  if (dimension.kind === 'real') return merged(lattice, equidistant(count));
  if (dimension.kind !== 'integer' || levelCount(dimension) <= lattice.length) return lattice;
  const { mid, half } = midAndHalf(dimension);
  const values = Math.min(levelCount(dimension), 101);
  return merged(
    lattice,
    equidistant(values).map((value) => (Math.round(mid + half * value) - mid) / half),
  );
}

function merged(a: Float64Array, b: Float64Array): Float64Array {
  const sorted = [...a, ...b].sort((x, y) => x - y);
  return Float64Array.from(sorted.filter((value, k) => k === 0 || value - sorted[k - 1] > 1e-9));
}
