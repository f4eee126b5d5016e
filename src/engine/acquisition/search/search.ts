import { concatenate, pointsOf, rowsOf } from '../../linalg/concatenate.ts';
import { kthLargest } from '../../linalg/select.ts';
import type { Generator } from '../../random/generator.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';
import {
  ascend,
  type Climbed,
  type ClimbOptions,
  climb,
  MAX_GAINS_BEHIND,
  type Scorer,
  type ScorerOfMoments,
} from './climb.ts';
import { climbByApproximation } from './climb-approximation.ts';
import { climbCorrected } from './climb-corrected.ts';
import { combinations, latticeColumns, neighbours, realColumns, steppedColumns } from './moves.ts';
import { createSeparation } from './separation.ts';
import type { Starts } from './starts.ts';

export interface SearchOptions {
  /** Quasi-random points scored at the start. */
  readonly spread: number;
  /** Points around the incumbents scored at the start. */
  readonly nearby: number;
  /** Starts that are refined. */
  readonly restarts: number;
  /** Up to this many combinations of lattice values, the best start of each is refined, too. */
  readonly combinations: number;
  readonly iterations: number;
  /** Difference of the score that does not matter: a climb that gains less per step ends. */
  readonly tolerance: number;
  /** Size of the score's values, such as the standard deviation of the outputs, so that climbs are the same in any unit; 1, as for logarithms, by default. */
  readonly unit?: number;
  /** As for a climb. */
  readonly worth?: number;
  /** Starts that fall behind are abandoned on their way. */
  readonly race?: boolean;
  /** Where a score needs a mean and a variance, which are expensive, climbs follow an approximation that is corrected at each evaluation. */
  readonly corrects?: boolean;
  /** Points that are worth less than they score, such as repeats: where the best is one, others are examined closely. */
  readonly isKnown?: (point: Float64Array) => boolean;
}

export const usualSearch: SearchOptions = {
  spread: 512,
  nearby: 128,
  restarts: 8,
  combinations: 24,
  iterations: 100,
  tolerance: 1e-5,
};

/** Options for a score whose values have this size, 1 for a logarithm, from those with the tolerance in such units. */
export const countedIn = (unit: number, options: SearchOptions): SearchOptions => ({
  ...options,
  unit,
  tolerance: options.tolerance * unit,
});

export interface Found {
  /** [d] of the region. */
  readonly point: Float64Array;
  readonly value: number;
}

const ROUNDS = 8;
/** Starts that pass a cheap score, and how many of them lie apart: starts around one of its maxima could fill the list and miss the maximum of the score itself. */
const SHORTLIST = 96;
const APART = 24;

/**
 * Candidates for the best single point: all starts scored together, the best of them refined together, by climbing on
 * the real columns and moving on the lattice in turn until neither helps. Starts that are the whole region are only
 * scored; with few combinations of lattice values the best start of each is refined.
 *
 * @returns points of the region, best first, each once; at least one. Where a score has an exact one, it orders the best of them.
 */
export function search(
  scorer: Scorer,
  region: FeasibleRegion,
  starts: Starts,
  generator: Generator,
  options: SearchOptions,
): Found[] {
  if (starts.whole) return rank(scorer.exact ?? scorer, region, starts.points);
  const { around, screen } = scorer;
  if (around && screen && latticeColumns(region).length === 0) {
    const found = searchAround({ ...scorer, around, screen }, region, starts.points, options);
    if (found) return found;
  }
  const { candidates, picked } = bestStarts(
    scorer,
    region,
    shortlist(scorer, region, starts.points),
    options,
  );
  let front = picked;
  const moves = latticeColumns(region).length > 0 || steppedColumns(region).length > 0;
  for (let round = 0; round < ROUNDS; round++) {
    const climbed = settle(scorer, region, front, options);
    const moved = moves ? moveOnLattice(scorer, region, climbed, generator) : climbed;
    const improved = moved.some((entry, i) => entry.value > climbed[i].value + options.tolerance);
    front = moved;
    if (!improved) break;
  }
  const { exact } = scorer;
  if (exact === undefined) return distinct(region, [...front, ...candidates].sort(byValue));
  const likely = rank(exact, region, pointsOf([...front, ...candidates.slice(0, RANKED_EXACTLY)]));
  return distinct(region, [...likely, ...candidates.slice(RANKED_EXACTLY)]);
}

/** Candidates that are scored without what a score smooths, besides those refined; the others follow as they are. */
const RANKED_EXACTLY = 32;

/** Points around which an approximation is made, and those that it is climbed from, per start of the score itself. */
const AROUND = 3;
const ROUGHLY = 1.5;
/** Maxima of an approximation closer than this (largest difference in spans) are one. */
const ONE_TOP = 0.01;
/** An approximation misleads where it exceeds the score by more than this, in tolerances. */
const MISLED = 1e5;
/** Maxima of an approximation more than this below the best one, in tolerances, are not evaluated in a race. */
const HOPELESS = 5 * MISLED;

/**
 * The same with starts that are chosen by the cheap score and climb by a smooth approximation for their surroundings. The score
 * itself is climbed from the maxima, with the curvature that the approximation has shown. Undefined where that misleads or leads
 * to a known point.
 */
function searchAround(
  scorer: Scorer & Required<Pick<Scorer, 'around' | 'screen'>>,
  region: FeasibleRegion,
  points: Float64Array,
  options: SearchOptions,
): Found[] | undefined {
  const { short, spread } = startsAround(scorer.screen, region, points, options);
  const { values, top } = scorer.around(spread, (local) => {
    const picked = pickStarts(region, rank(local, region, short), more(options, ROUGHLY));
    const rough = ascend(local, region, pointsOf(picked), options);
    return { values: rough.values, top: climbTops(scorer, local, region, rough, options) };
  });
  if (!isWithinError(Math.max(...values), Math.max(...top.values), options)) return undefined;
  const found = rowsOf(top.points, region.space.dimensions.length).map((point, i) => ({
    point: region.repair(point),
    value: top.values[i],
  }));
  if (steppedColumns(region).length > 0) {
    const values = scored(scorer, pointsOf(found));
    found.forEach((one, i) => {
      one.value = values[i];
    });
  }
  found.sort(byValue);
  return options.isKnown?.(found[0].point) ? undefined : distinct(region, found);
}

/** Climbs from the separate maxima of an approximation, with the curvature that it has shown. */
function climbTops(
  scorer: Scorer,
  local: Scorer,
  region: FeasibleRegion,
  rough: Climbed,
  options: SearchOptions,
): Climbed {
  const { pairs, values } = rough;
  const all = distinctTops(rough, region).slice(0, options.restarts);
  const least = values[all[0].start] - HOPELESS * options.tolerance;
  const tops = options.race ? all.filter(({ start }) => values[start] >= least) : all;
  const from = pointsOf(tops);
  const known = { ...options, ...(pairs ? { pairs: (b: number) => pairs(tops[b].start) } : {}) };
  return options.corrects && hasMoments(scorer) && hasMoments(local)
    ? climbCorrected(scorer, local, region, from, known)
    : ascend(scorer, region, from, options.race ? { ...known, behind: MAX_GAINS_BEHIND } : known);
}

const hasMoments = (scorer: Scorer): scorer is ScorerOfMoments => scorer.moments !== undefined;

const more = (options: SearchOptions, times: number): SearchOptions => ({
  ...options,
  restarts: Math.ceil(times * options.restarts),
});

/** Of starts [m, d] those that pass the cheap score, and separate ones of them, around which an approximation is made. */
export function startsAround(
  screen: Scorer,
  region: FeasibleRegion,
  points: Float64Array,
  options: SearchOptions,
): { readonly short: Float64Array; readonly spread: Float64Array } {
  const short = rank(screen, region, points, SHORTLIST);
  return { short: pointsOf(short), spread: pointsOf(pickStarts(region, short, more(options, AROUND))) };
}

/** Whether the value that an approximation promised exceeds the one found by no more than its error may be. */
export const isWithinError = (promised: number, found: number, { tolerance }: SearchOptions): boolean =>
  promised - found < MISLED * tolerance;

/** Where a climb has ended, best first, each place once, with the start that led there. */
function distinctTops({ points, values }: Climbed, region: FeasibleRegion) {
  const apart = createSeparation(region);
  const all = rowsOf(points, region.space.dimensions.length).map((point, start) => ({ point, start }));
  all.sort((a, b) => values[b.start] - values[a.start]);
  const tops: typeof all = [];
  for (const one of all) if (tops.every((other) => apart(other.point, one.point, ONE_TOP))) tops.push(one);
  return tops;
}

/** Best first. */
export const byValue = (a: Found, b: Found): number => b.value - a.value;

/** Those of the points that are best by the cheap score of a scorer, some of them apart from each other; all, where it has none. */
function shortlist({ screen }: Scorer, region: FeasibleRegion, points: Float64Array): Float64Array {
  if (screen === undefined) return points;
  const ranked = rank(screen, region, points);
  const isApart = createSeparation(region);
  const apart: Found[] = [];
  for (const radius of RADII.slice(0, -1)) {
    for (const one of ranked) {
      if (apart.length === APART) break;
      if (apart.every((other) => isApart(other.point, one.point, radius))) apart.push(one);
    }
  }
  return pointsOf([...new Set([...apart, ...ranked])].slice(0, SHORTLIST));
}

/** The best `most` of the points [m, d], best first, scored in one call; those without a number come last. */
function rank(
  scorer: Scorer,
  region: FeasibleRegion,
  points: Float64Array,
  most = Number.POSITIVE_INFINITY,
): Found[] {
  return order(scored(scorer, points), region, points, most);
}

/** [m], −Infinity where the score is no number. */
function scored(scorer: Scorer, points: Float64Array): Float64Array {
  const values = scorer.values(points).slice();
  for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) values[i] = Number.NEGATIVE_INFINITY;
  return values;
}

function order(values: Float64Array, region: FeasibleRegion, points: Float64Array, most: number): Found[] {
  const d = region.space.dimensions.length;
  const least = most < values.length ? kthLargest(values, most) : Number.NEGATIVE_INFINITY;
  const found: Found[] = [];
  for (let i = 0; i < values.length; i++) {
    if (values[i] >= least) found.push({ point: points.subarray(i * d, (i + 1) * d), value: values[i] });
  }
  return found.sort(byValue).slice(0, most);
}

/** Candidates that are put in order where only the best of them are asked for. */
const IN_ORDER = 160;

/** The candidates, best first, as far as they are asked for, and those of them that are refined. */
function bestStarts(scorer: Scorer, region: FeasibleRegion, points: Float64Array, options: SearchOptions) {
  const values = scored(scorer, points);
  const few = latticeColumns(region).length === 0 && values.length > IN_ORDER;
  const candidates = order(values, region, points, few ? IN_ORDER : values.length);
  const picked = pickStarts(region, candidates, options);
  if (!few || areApart(region, picked, options.restarts)) return { candidates, picked };
  // Those further behind may be further apart.
  const all = order(values, region, points, values.length);
  return { candidates: all, picked: pickStarts(region, all, options) };
}

/** Whether `count` were picked, each at the largest separation from the others. */
function areApart(region: FeasibleRegion, picked: readonly Found[], count: number): boolean {
  const apart = createSeparation(region);
  return (
    picked.length === count &&
    picked.every(({ point }, i) => picked.slice(0, i).every((other) => apart(other.point, point, RADII[0])))
  );
}

/**
 * Climbs, puts the points back into the region, and keeps what got better. Where some columns have steps, those without climb again from
 * where the steps have moved the points.
 */
function settle(
  scorer: Scorer,
  region: FeasibleRegion,
  front: readonly Found[],
  options: SearchOptions,
): Found[] {
  if (realColumns(region).length === 0) return [...front];
  if (scorer.rough) return climbByApproximation(scorer, region, front, options);
  const settled = climbPlaced(scorer, region, front, options);
  const stepped = steppedColumns(region);
  if (stepped.length === 0) return settled;
  const columns = realColumns(region).filter((column) => !stepped.includes(column));
  return columns.length === 0 ? settled : climbPlaced(scorer, region, settled, { ...options, columns });
}

function climbPlaced(
  scorer: Scorer,
  region: FeasibleRegion,
  front: readonly Found[],
  options: ClimbOptions,
): Found[] {
  const climbed = climb(scorer, region, concatenate(front.map((entry) => entry.point)), options);
  const placed = rowsOf(climbed, region.space.dimensions.length).map((point) => region.repair(point));
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

/** How far starts are apart (largest difference in spans), as long as there are such. */
const RADII = [0.15, 0.05, 0] as const;

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
  for (const radius of RADII) {
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
