import { CancelledError } from '../../errors.ts';
import { concatenate } from '../../linalg/concatenate.ts';
import type { Generator } from '../../random/generator.ts';
import type { RunContext } from '../../run-context.ts';
import { isLattice, snap } from '../../space/encode.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';
import type { Space } from '../../space/space.ts';
import { uniformValue } from '../coded-value.ts';
import { uniformPoints } from '../region-points.ts';
import { latinColumns, latinHypercube } from './latin-hypercube.ts';
import { type MarginCounts, marginCounts } from './margin-counts.ts';
import { type PairScore, pairScore, unitCoordinates } from './pair-score.ts';

/** What the points are spread for; `stratified` wants even margins first, then distance. */
export type SpreadAim = 'maximin' | 'maxpro' | 'stratified';

type SpreadContext = Pick<RunContext, 'cancelled' | 'progress'>;

/** Distance terms that a search may spend, about half a second. */
const WORK = 3e7;
const STEPS_PER_POINT = 3000;
/** Sums are made again once they have shrunk to this part of their peak, as the rounding of large terms stays behind. */
const KEPT = 1e-6;

/** Points under search: encoded and in unit coordinates, and which pool point each one is (−1 once moved). */
interface Placement {
  readonly points: Float64Array[];
  readonly units: Float64Array[];
  readonly origin: number[];
}

/** How many points are spread, over what and for what. */
export interface SpreadRequest {
  readonly space: Space;
  /** Absent for the whole box, where the search starts from an optimized Latin hypercube. */
  readonly region: FeasibleRegion | undefined;
  readonly n: number;
  readonly aim: SpreadAim;
  readonly generator: Generator;
  /** Part of the usual search, above 0 to 1. */
  readonly effort?: number | undefined;
}

/** The request with the points [poolSize] that the search draws from. */
interface Search extends SpreadRequest {
  readonly effort: number;
  readonly pool: readonly Float64Array[];
}

/** Sum over pairs of their score, kept up to date under the replacement of one point. */
function pairSum(score: PairScore, units: readonly Float64Array[]) {
  const n = units.length;
  const sums = new Float64Array(n * n);
  const fresh = new Float64Array(n);
  let total = 0;
  let peak = 0;
  let changed = 0;
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++) sums[i * n + j] = sums[j * n + i] = score.pair(units[i], units[j]);

  function sumUp(): void {
    total = 0;
    for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) total += sums[i * n + j];
    peak = total;
  }

  function tried(i: number, unit: Float64Array): number {
    changed = total;
    for (let j = 0; j < n; j++) {
      if (j === i) continue;
      fresh[j] = score.pair(unit, units[j]);
      changed += fresh[j] - sums[i * n + j];
    }
    return score.scale(changed);
  }

  function commit(i: number): void {
    for (let j = 0; j < n; j++) {
      if (j === i) continue;
      sums[i * n + j] = fresh[j];
      sums[j * n + i] = fresh[j];
    }
    total = changed;
    peak = Math.max(peak, total);
    if (total < KEPT * peak) sumUp();
  }

  sumUp();
  return { value: () => score.scale(total), tried, commit };
}

/** Points in the pool: enough to choose from. */
const poolSize = (n: number, effort: number) =>
  Math.min(20_000, Math.max(Math.round(1000 * effort), 20 * n, 100));

/** A pool of points that the search draws from: of the region, or uniform in the box. */
function poolOf({ space, region, n, generator, effort = 1 }: SpreadRequest): Float64Array[] {
  const size = poolSize(n, effort);
  const d = space.dimensions.length;
  const all = region
    ? uniformPoints(region, size, generator)
    : Float64Array.from({ length: size * d }, (_, at) =>
        uniformValue(space.dimensions[at % d], generator.uniform()),
      );
  return Array.from({ length: size }, (_, i) => all.slice(i * d, (i + 1) * d));
}

/** Farthest-point start: each next pool point is the one farthest from those taken. */
function farthestFirst(units: readonly Float64Array[], n: number, score: PairScore): number[] {
  const nearest = new Float64Array(units.length).fill(Number.POSITIVE_INFINITY);
  const taken = [0];
  while (taken.length < n) {
    const last = units[taken[taken.length - 1]];
    let far = 0;
    units.forEach((unit, i) => {
      nearest[i] = Math.min(nearest[i], score.distance(unit, last));
      if (nearest[i] > nearest[far]) far = i;
    });
    taken.push(far);
  }
  return taken;
}

/** Where the search starts: an optimized Latin hypercube in the box, points of the pool in a region. */
function startOf(
  { space, region, pool, n, aim, generator, effort }: Search,
  score: PairScore,
  context: SpreadContext,
): Placement {
  const units = pool.map((point) => unitCoordinates(space, point));
  if (region) {
    const origin = farthestFirst(units, n, score);
    return { points: origin.map((i) => pool[i]), units: origin.map((i) => units[i]), origin };
  }
  const criterion = aim === 'maxpro' ? 'maxpro' : 'maximin';
  const columns = latinColumns(space.dimensions, n);
  const start = latinHypercube({ n, columns, criterion, effort }, generator, context);
  const d = space.dimensions.length;
  const points = Array.from({ length: n }, (_, i) =>
    Float64Array.from(space.dimensions, (dimension, k) => uniformValue(dimension, start[i * d + k])),
  );
  return {
    points,
    units: points.map((point) => unitCoordinates(space, point)),
    origin: points.map(() => -1),
  };
}

/**
 * Spreads n points over a space or a region by simulated annealing: a step replaces one point by a pool point, or moves it
 * along the difference of two pool points (which keeps equalities), shorter and shorter.
 *
 * @returns [n, d] encoded, feasible
 * @throws CancelledError
 */
export function spreadDesign(request: SpreadRequest, context: SpreadContext): Float64Array {
  const { space, n, aim, effort = 1 } = request;
  const score = pairScore(space, aim === 'maxpro');
  const search = { ...request, effort, pool: poolOf(request) };
  const placement = startOf(search, score, context);
  if (n < 2) return concatenate(placement.points);
  const margins = aim === 'stratified' ? marginCounts(space, search.pool, placement.origin) : undefined;
  return concatenate(anneal(search, placement, pairSum(score, placement.units), margins, context));
}

/** A point beside `point`, along the line through two drawn ones of the pool, or undefined when it falls outside. */
function moved(
  { space, region, pool, generator }: Search,
  point: Float64Array,
  reach: number,
): Float64Array | undefined {
  const from = pool[generator.integer(pool.length)];
  const to = pool[generator.integer(pool.length)];
  const length = reach * generator.normal();
  const next = Float64Array.from(space.dimensions, (dimension, k) =>
    dimension.kind === 'real' ? point[k] + length * (to[k] - from[k]) : point[k],
  );
  space.dimensions.forEach((dimension, k) => {
    if (!region || isLattice(dimension)) next[k] = snap(dimension, next[k]);
  });
  return region?.contains(next) === false ? undefined : next;
}

/** The search; with margins the last points are given back, else the best met. */
function anneal(
  search: Search,
  { points, units, origin }: Placement,
  pairs: ReturnType<typeof pairSum>,
  margins: MarginCounts | undefined,
  context: SpreadContext,
): Float64Array[] {
  const { space, pool, generator, effort } = search;
  const n = points.length;
  const d = space.dimensions.length;
  const steps = Math.round(effort * Math.min(WORK / (n * d), STEPS_PER_POINT * n));
  const jumpsOnly = margins !== undefined || space.dimensions.every(({ kind }) => kind !== 'real');
  let energy = pairs.value();
  let best = energy;
  let bestPoints = points.slice();

  for (let step = 0; step < steps; step++) {
    const done = step / steps;
    if (step % 1024 === 0) {
      if (context.cancelled?.()) throw new CancelledError('design: cancelled');
      context.progress?.(done, 'spreading points');
    }
    const temperature = (0.03 / d) * 0.01 ** done;
    const i = generator.integer(n);
    const replaces = jumpsOnly || generator.uniform() < 0.2 * (1 - done);
    const drawn = replaces ? generator.integer(pool.length) : -1;
    const next = replaces ? pool[drawn] : moved(search, points[i], 0.3 * 0.01 ** done);
    if (!next) continue;
    const unit = unitCoordinates(space, next);
    const rise = pairs.tried(i, unit) - energy + (margins ? margins.tried(origin[i], drawn) / 10 : 0);
    if (rise > 0 && generator.uniform() >= Math.exp(-rise / temperature)) continue;
    pairs.commit(i);
    margins?.commit(origin[i], drawn);
    points[i] = next;
    units[i] = unit;
    origin[i] = drawn;
    energy = pairs.value();
    if (energy < best) {
      best = energy;
      bestPoints = points.slice();
    }
  }
  return margins ? points : bestPoints;
}
