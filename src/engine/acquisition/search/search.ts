import { concatenate } from '../../linalg/concatenate.ts';
import type { Generator } from '../../random/generator.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';
import { climb, type Scorer } from './climb.ts';
import { climbStandIn } from './climb-stand-in.ts';
import { combinations, latticeColumns, neighbours, realColumns } from './moves.ts';
import { createSeparation } from './separation.ts';
import type { Starts } from './starts.ts';

export interface SearchOptions {
  /** Quasi-random points scored at the start. */
  readonly spread: number;
  /** Points around the incumbents scored at the start. */
  readonly nearby: number;
  /** Starts that are refined. */
  readonly restarts: number;
  /** The best start of every combination of lattice values is refined, too, where there are so many at most. */
  readonly combinations: number;
  readonly iterations: number;
  /** Where more climbing does not matter (units of the score). */
  readonly tolerance: number;
  /** Starts that fall behind are given up on their way. */
  readonly race?: boolean;
}

export const usualSearch: SearchOptions = {
  spread: 512,
  nearby: 128,
  restarts: 8,
  combinations: 24,
  iterations: 100,
  tolerance: 1e-5,
};

export interface Found {
  /** [d] of the region. */
  readonly point: Float64Array;
  readonly value: number;
}

const ROUNDS = 8;
/** Starts that pass a cheap score. */
const SHORTLIST = 96;

/**
 * Candidates for the best single point: all starts scored together, the best of them refined together, by climbing on
 * the real columns and moving on the lattice in turn until neither helps. Starts that are the whole region are only
 * scored; with few combinations of lattice values the best start of each is refined.
 *
 * @returns points of the region, best first, each once; at least one
 */
export function search(
  scorer: Scorer,
  region: FeasibleRegion,
  starts: Starts,
  generator: Generator,
  options: SearchOptions,
): Found[] {
  if (starts.whole) return rank(scorer.exact ?? scorer, region, starts.points);
  const candidates = rank(scorer, region, shortlist(scorer, region, starts.points));
  let front = pickStarts(region, candidates, options);
  for (let round = 0; round < ROUNDS; round++) {
    const climbed = settle(scorer, region, front, options);
    const moved =
      latticeColumns(region).length > 0 ? moveOnLattice(scorer, region, climbed, generator) : climbed;
    const improved = moved.some((entry, i) => entry.value > climbed[i].value + options.tolerance);
    front = moved;
    if (!improved) break;
  }
  const { exact } = scorer;
  const found = [...front, ...candidates];
  if (exact === undefined) return distinct(region, found.sort(byValue));
  return distinct(region, rank(exact, region, concatenate(found.map(({ point }) => point))));
}

/** Rows of a matrix of points. */
export function rowsOf(points: Float64Array, region: FeasibleRegion): Float64Array[] {
  const d = region.space.dimensions.length;
  return Array.from({ length: points.length / d }, (_, i) => points.subarray(i * d, (i + 1) * d));
}

const byValue = (a: Found, b: Found): number => b.value - a.value;

/** Those of the points that are best by the cheap score of a scorer; all, where it has none. */
function shortlist({ screen }: Scorer, region: FeasibleRegion, points: Float64Array): Float64Array {
  if (screen === undefined) return points;
  return concatenate(rank(screen, region, points, SHORTLIST).map(({ point }) => point));
}

/** The best `most` of the points [m, d], best first, scored in one call; those without a number come last. */
function rank(
  scorer: Scorer,
  region: FeasibleRegion,
  points: Float64Array,
  most = Number.POSITIVE_INFINITY,
): Found[] {
  const d = region.space.dimensions.length;
  const values = scorer
    .values(points)
    .map((value) => (Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value));
  const least = most < values.length ? values.slice().sort()[values.length - most] : Number.NEGATIVE_INFINITY;
  const found: Found[] = [];
  for (let i = 0; i < values.length; i++) {
    if (values[i] >= least) found.push({ point: points.subarray(i * d, (i + 1) * d), value: values[i] });
  }
  return found.sort(byValue).slice(0, most);
}

/** Climbs, puts the points back into the region, and keeps what got better. */
function settle(
  scorer: Scorer,
  region: FeasibleRegion,
  front: readonly Found[],
  options: SearchOptions,
): Found[] {
  if (realColumns(region).length === 0) return [...front];
  if (scorer.rough) return climbStandIn(scorer, region, front, options);
  const climbed = climb(scorer, region, concatenate(front.map((entry) => entry.point)), options);
  const placed = rowsOf(climbed, region).map((point) => region.repair(point));
  const value = scorer.values(concatenate(placed));
  return front.map((entry, i) => (value[i] > entry.value ? { point: placed[i], value: value[i] } : entry));
}

/** Each entry goes to its best neighbour while that is better; all neighbours of all entries are scored together. */
function moveOnLattice(
  scorer: Scorer,
  region: FeasibleRegion,
  front: readonly Found[],
  generator: Generator,
): Found[] {
  const moved = [...front];
  let active = moved.map((_, i) => i);
  for (let step = 0; step < 2 * ROUNDS && active.length > 0; step++) {
    const around = active.map((i) => neighbours(region, moved[i].point, generator));
    const flat = around.flat();
    if (flat.length === 0) break;
    const value = scorer.values(concatenate(flat));
    let offset = 0;
    active = active.filter((i, position) => {
      let best = -1;
      around[position].forEach((_, j) => {
        if (value[offset + j] > (best < 0 ? moved[i].value : value[offset + best])) best = j;
      });
      if (best >= 0) moved[i] = { point: around[position][best], value: value[offset + best] };
      offset += around[position].length;
      return best >= 0;
    });
  }
  return moved;
}

/** The best candidate and others that are good and not close to those taken; the best of each combination if few. */
function pickStarts(
  region: FeasibleRegion,
  candidates: readonly Found[],
  { restarts: count, combinations: most }: SearchOptions,
): Found[] {
  const lattice = latticeColumns(region);
  const groups = lattice.length > 0 ? combinations(region, most) : undefined;
  const apart = createSeparation(region);
  const chosen: Found[] = [];
  if (groups !== undefined) {
    for (const group of groups) {
      const best = candidates.find(({ point }) => lattice.every((column) => point[column] === group[column]));
      if (best) chosen.push(best);
    }
  }
  for (const radius of [0.15, 0.05, 0]) {
    for (const candidate of candidates) {
      if (chosen.length >= count + (groups?.length ?? 0)) return chosen;
      if (!Number.isFinite(candidate.value) && chosen.length > 0) break;
      if (chosen.includes(candidate)) continue;
      if (chosen.every((other) => apart(other.point, candidate.point, radius))) chosen.push(candidate);
    }
  }
  return chosen;
}

/** Best first, points closer than a millionth of the spans once. Looks at the best hundred only. */
function distinct(region: FeasibleRegion, sorted: readonly Found[]): Found[] {
  const apart = createSeparation(region);
  const kept: Found[] = [];
  for (const entry of sorted) {
    if (kept.length >= 100) break;
    if (kept.every((other) => apart(other.point, entry.point, 1e-6))) kept.push(entry);
  }
  return kept;
}
