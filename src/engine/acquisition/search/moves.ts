import type { Generator } from '../../random/generator.ts';
import { isLattice, levelAt, levelCount, nearestLevel, settableCount } from '../../space/encode.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';

/** Every other level is tried up to this many levels of a column; beyond, near ones and a few far ones. */
const ALL_LEVELS = 12;
const PAIRS = 64;

/** Columns that take finitely many values and are free. */
export function latticeColumns(region: FeasibleRegion): number[] {
  return region.space.dimensions
    .map((_, column) => column)
    .filter(
      (column) =>
        !region.settled.has(column) &&
        levelCount(region.space.dimensions[column]) !== Number.POSITIVE_INFINITY,
    );
}

/** Free columns with a continuum of values. */
export function realColumns(region: FeasibleRegion): number[] {
  return region.space.dimensions
    .map((_, column) => column)
    .filter(
      (column) =>
        !region.settled.has(column) &&
        levelCount(region.space.dimensions[column]) === Number.POSITIVE_INFINITY,
    );
}

/** Free columns that are climbed as a continuum and can be set in steps only. */
export const steppedColumns = (region: FeasibleRegion): number[] =>
  realColumns(region).filter((column) => isLattice(region.space.dimensions[column]));

/**
 * Neighbours of a point on the lattice: one column moved to another level (in steps: to the next one), or two constrained columns moved
 * against each other. A neighbour that breaks a constraint is repaired, and dropped when that undoes the move.
 *
 * @returns points [d] of the region, each different from `point`
 */
export function neighbours(
  region: FeasibleRegion,
  point: Float64Array,
  generator: Generator,
): Float64Array[] {
  const stepped = steppedColumns(region);
  const columns = [...latticeColumns(region), ...stepped];
  const { dimensions } = region.space;
  const found: Float64Array[] = [];
  const take = (moves: readonly (readonly [number, number])[]) => {
    const moved = point.slice();
    for (const [column, position] of moves) moved[column] = levelAt(dimensions[column], position);
    const placed = region.contains(moved) ? moved : region.repair(moved);
    if (columns.some((column) => placed[column] !== point[column])) found.push(placed);
  };
  const at = new Map(columns.map((column) => [column, nearestLevel(dimensions[column], point[column])]));
  for (const column of columns) {
    const levels = settableCount(dimensions[column]);
    const position = at.get(column) ?? 0;
    const others = stepped.includes(column)
      ? [position - 1, position + 1].filter((next) => next >= 0 && next < levels)
      : otherLevels(levels, position, generator);
    for (const other of others) take([[column, other]]);
  }
  const tied = columns.filter((column) => region.linked.columns.includes(column));
  const pairs = tied.flatMap((a) => tied.filter((b) => b !== a).map((b) => [a, b] as const));
  if (pairs.length > PAIRS) generator.shuffle(pairs);
  for (const [a, b] of pairs.slice(0, PAIRS)) {
    const up = (at.get(a) ?? 0) + 1;
    const down = (at.get(b) ?? 0) - 1;
    if (up < settableCount(dimensions[a]) && down >= 0) {
      take([
        [a, up],
        [b, down],
      ]);
    }
  }
  return found;
}

/** Positions to try instead of `position`. */
function otherLevels(levels: number, position: number, generator: Generator): number[] {
  if (levels <= ALL_LEVELS) {
    return Array.from({ length: levels }, (_, i) => i).filter((i) => i !== position);
  }
  const jump = Math.max(3, Math.round(levels / 10));
  const wanted = [1, 2, jump].flatMap((step) => [position - step, position + step]);
  wanted.push(generator.integer(levels), generator.integer(levels));
  return [...new Set(wanted)].filter((i) => i !== position && i >= 0 && i < levels);
}

/** All feasible points, each a row [d], of a region without free real columns; undefined when there are such columns or more than `most` combinations. */
export function everyPoint(region: FeasibleRegion, most: number): Float64Array[] | undefined {
  if (realColumns(region).length > 0) return undefined;
  return combinations(region, most)?.filter((point) => region.contains(point));
}

/** Every combination of the free lattice columns, other columns as in the centre; undefined when more than `most`. */
export function combinations(region: FeasibleRegion, most: number): Float64Array[] | undefined {
  const { dimensions } = region.space;
  const columns = latticeColumns(region);
  const total = columns.reduce((product, column) => product * levelCount(dimensions[column]), 1);
  if (total > most) return undefined;
  return Array.from({ length: total }, (_, index) => {
    const point = region.center.slice();
    let rest = index;
    for (const column of columns) {
      const levels = levelCount(dimensions[column]);
      point[column] = levelAt(dimensions[column], rest % levels);
      rest = Math.floor(rest / levels);
    }
    return point;
  });
}
