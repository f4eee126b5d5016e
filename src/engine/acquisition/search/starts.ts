import { concatenate } from '../../linalg/concatenate.ts';
import type { Generator } from '../../random/generator.ts';
import { SOBOL_MAX_DIMENSIONS, sobol } from '../../random/sobol.ts';
import { hull, isLogarithmic, levelAt, levelCount, snap } from '../../space/encode.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';
import { everyPoint } from './moves.ts';

/** Where a search of a region starts. */
export interface Starts {
  /** [m, d], at least one row. */
  readonly points: Float64Array;
  /** They are all points of the region. */
  readonly whole: boolean;
}

/** Lattice spaces up to this many points are scored whole. */
const SMALL_LATTICE = 4096;

/**
 * The whole of a small lattice, else its centre, `spread` points over it and `nearby` points around good ones.
 *
 * @param good [c, d] encoded, may be empty
 */
export function startsOf(
  region: FeasibleRegion,
  good: Float64Array,
  { spread, nearby }: { readonly spread: number; readonly nearby: number },
  generator: Generator,
): Starts {
  const all = everyPoint(region, SMALL_LATTICE);
  const whole = all !== undefined && all.length > 0;
  const parts = whole
    ? all
    : [region.center, spreadPoints(region, spread, generator), nearbyPoints(region, good, nearby, generator)];
  return { points: concatenate(parts), whole };
}

/**
 * Points spread over the region: scrambled Sobol points, those that break a constraint replaced by hit-and-run points.
 *
 * @returns [n, d] inside the region
 */
export function spreadPoints(region: FeasibleRegion, n: number, generator: Generator): Float64Array {
  const { space, settled, linked } = region;
  const d = space.dimensions.length;
  if (d > SOBOL_MAX_DIMENSIONS) return region.sample(n, generator);
  const points = sobol(n, d, { seed: generator.childSeed() });
  space.dimensions.forEach((dimension, column) => {
    const levels = levelCount(dimension);
    const [low, high] = hull(dimension);
    const only = settled.get(column);
    for (let at = column; at < n * d; at += d) {
      points[at] =
        only ??
        (levels === Number.POSITIVE_INFINITY || isLogarithmic(dimension)
          ? snap(dimension, low + points[at] * (high - low))
          : levelAt(dimension, Math.floor(points[at] * levels)));
    }
  });
  const broken: number[] = [];
  for (let i = 0; i < n && linked.columns.length > 0; i++) {
    if (!region.contains(points.subarray(i * d, (i + 1) * d))) broken.push(i);
  }
  if (broken.length === 0) return points;
  const substitutes = region.sample(broken.length, generator);
  broken.forEach((row, i) => {
    for (const column of linked.columns) points[row * d + column] = substitutes[i * d + column];
    const point = points.subarray(row * d, (row + 1) * d);
    if (!region.contains(point)) point.set(region.repair(point));
  });
  return points;
}

/**
 * Points around good ones: each a copy with some columns moved, by a normal step of 2 % or 15 % of the span for numbers
 * (at least one level), by another category for a categorical variable.
 *
 * @param centers [c, d] encoded, taken in turn
 * @returns [n, d] inside the region
 */
export function nearbyPoints(
  region: FeasibleRegion,
  centers: Float64Array,
  n: number,
  generator: Generator,
): Float64Array {
  const { dimensions } = region.space;
  const d = dimensions.length;
  const count = centers.length / d;
  const free = dimensions.map((_, column) => column).filter((column) => !region.settled.has(column));
  const points = new Float64Array(count === 0 || free.length === 0 ? 0 : n * d);
  for (let i = 0; i < points.length / d; i++) {
    const point = centers.slice((i % count) * d, ((i % count) + 1) * d);
    const spread = generator.uniform() < 0.5 ? 0.02 : 0.15;
    const sure = free[generator.integer(free.length)];
    const share = Math.max(0.3, Math.min(1, 4 / free.length));
    for (const column of free) {
      if (column !== sure && generator.uniform() > share) continue;
      const dimension = dimensions[column];
      const [low, high] = hull(dimension);
      if (dimension.kind === 'categorical') {
        point[column] = levelAt(dimension, generator.integer(levelCount(dimension)));
        continue;
      }
      const step = generator.normal() * spread * (high - low);
      const levels = levelCount(dimension);
      const least = levels === Number.POSITIVE_INFINITY ? 0 : (high - low) / (levels - 1);
      point[column] += Math.sign(step) * Math.max(Math.abs(step), least);
    }
    points.set(region.repair(point), i * d);
  }
  return points;
}
