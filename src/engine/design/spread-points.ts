import { CancelledError } from '../errors.ts';
import type { Generator } from '../random/generator.ts';
import type { RunContext } from '../run-context.ts';
import { hull, levelCount, snap } from '../space/encode.ts';
import type { FeasibleRegion } from '../space/feasible-region.ts';
import type { Space } from '../space/space.ts';
import { uniformValue } from './coded-value.ts';
import { latinHypercube } from './latin-hypercube.ts';

/** What the points are spread for; `stratified` wants even margins first, then distance. */
export type SpreadAim = 'maximin' | 'maxpro' | 'stratified';

/** Distance terms that a search may spend, about half a second. */
const WORK = 4e7;
const STEPS_PER_POINT = 3000;
const NEAR = 1e-9;

/** How pairs of points are scored, in coordinates from 0 to 1 (labels by position). */
interface PairScore {
  /** Value of one pair; the search makes the sum over pairs small. */
  pair(a: ArrayLike<number>, b: ArrayLike<number>): number;
  /** The sum on a logarithmic scale, comparable between numbers of columns. */
  scale(sum: number): number;
}

function unitCoordinates(space: Space, point: ArrayLike<number>): Float64Array {
  return Float64Array.from(space.dimensions, (dimension, k) => {
    const [low, high] = hull(dimension);
    return dimension.kind === 'categorical' || high === low ? point[k] : (point[k] - low) / (high - low);
  });
}

function distanceScore(isLabel: readonly boolean[]): PairScore {
  const d = isLabel.length;
  return {
    pair(a, b) {
      let squared = 0;
      for (let k = 0; k < d; k++) {
        const difference = a[k] - b[k];
        squared += isLabel[k] ? (difference === 0 ? 0 : 1) : difference * difference;
      }
      const ratio = d / 6 / Math.max(squared, NEAR);
      const fourth = ratio * ratio * ratio * ratio;
      return fourth * fourth * fourth * fourth;
    },
    scale: (sum) => Math.log(Math.max(sum, 1e-300)) / 32,
  };
}

function maxProScore(space: Space, isLabel: readonly boolean[]): PairScore {
  const offsets = space.dimensions.map((dimension) => {
    const levels = levelCount(dimension);
    return levels === Number.POSITIVE_INFINITY ? 1e-4 : 1 / levels;
  });
  return {
    pair(a, b) {
      let product = 1;
      for (let k = 0; k < isLabel.length; k++) {
        const size = isLabel[k] ? (a[k] === b[k] ? 0 : 1) : Math.abs(a[k] - b[k]);
        product *= (size + offsets[k]) * (size + offsets[k]);
      }
      return 1 / product;
    },
    scale: (sum) => Math.log(Math.max(sum, 1e-300)) / isLabel.length,
  };
}

/** Uneven margins of a subset of the pool: which stratum of each column a pool point is in, and how many it should hold. */
function strataOf(space: Space, pool: readonly Float64Array[], n: number) {
  const d = space.dimensions.length;
  const stratum = pool.map(() => new Int32Array(d));
  const wanted = space.dimensions.map((dimension, k) => {
    const order = pool.map((_, i) => i).sort((a, b) => pool[a][k] - pool[b][k] || a - b);
    if (levelCount(dimension) === Number.POSITIVE_INFINITY) {
      order.forEach((i, rank) => {
        stratum[i][k] = Math.floor((rank * n) / pool.length);
      });
      return new Float64Array(n).fill(1);
    }
    const values = [...new Set(order.map((i) => pool[i][k]))];
    const shares = new Float64Array(values.length);
    pool.forEach((point, i) => {
      stratum[i][k] = values.indexOf(point[k]);
      shares[stratum[i][k]] += n / pool.length;
    });
    return shares;
  });
  return { stratum, wanted };
}

/** Farthest-point start: each next pool point is the one farthest from those taken. */
function farthestFirst(units: readonly Float64Array[], n: number, isLabel: readonly boolean[]): number[] {
  const nearest = new Float64Array(units.length).fill(Number.POSITIVE_INFINITY);
  const taken = [0];
  while (taken.length < n) {
    const last = units[taken[taken.length - 1]];
    let far = 0;
    units.forEach((unit, i) => {
      let squared = 0;
      for (let k = 0; k < unit.length; k++) {
        const difference = unit[k] - last[k];
        squared += isLabel[k] ? (difference === 0 ? 0 : 1) : difference * difference;
      }
      if (squared < nearest[i]) nearest[i] = squared;
      if (nearest[i] > nearest[far]) far = i;
    });
    taken.push(far);
  }
  return taken;
}

/** A pool of points that the search draws from: of the region, or uniform in the box. */
function poolOf(
  space: Space,
  region: FeasibleRegion | undefined,
  size: number,
  generator: Generator,
): Float64Array[] {
  const d = space.dimensions.length;
  const all = region
    ? region.sample(size, generator)
    : Float64Array.from({ length: size * d }, (_, at) =>
        uniformValue(space.dimensions[at % d], generator.uniform()),
      );
  return Array.from({ length: size }, (_, i) => all.slice(i * d, (i + 1) * d));
}

/**
 * Spreads n points over a space or a region by simulated annealing: a step replaces one point by a pool point, or moves it
 * along the difference of two pool points (which keeps equalities), shorter and shorter.
 *
 * @param region absent for the whole box, where the search starts from an optimized Latin hypercube
 * @returns [n, d] encoded, feasible
 * @throws CancelledError
 */
export function spreadPoints(
  space: Space,
  region: FeasibleRegion | undefined,
  n: number,
  aim: SpreadAim,
  generator: Generator,
  context: Pick<RunContext, 'cancelled' | 'progress'>,
): Float64Array {
  const d = space.dimensions.length;
  const isLabel = space.dimensions.map((dimension) => dimension.kind === 'categorical');
  const pool = poolOf(space, region, Math.min(20_000, Math.max(1000, 20 * n)), generator);
  const units = pool.map((point) => unitCoordinates(space, point));
  const score = aim === 'maxpro' ? maxProScore(space, isLabel) : distanceScore(isLabel);
  const strata = aim === 'stratified' ? strataOf(space, pool, n) : undefined;
  const columns = space.dimensions.map((dimension, k) => ({
    levels: levelCount(dimension),
    isLabel: isLabel[k],
  }));

  const origin = farthestFirst(units, n, isLabel);
  let points: Float64Array[] = origin.map((i) => pool[i]);
  if (!region) {
    const start = latinHypercube(n, columns, aim === 'maxpro' ? 'maxpro' : 'maximin', generator, context);
    points = Array.from({ length: n }, (_, i) =>
      Float64Array.from(space.dimensions, (dimension, k) => uniformValue(dimension, start[i * d + k])),
    );
  }
  const placed = points.map((point) => unitCoordinates(space, point));

  const sums = new Float64Array(n * n);
  let total = 0;
  for (let i = 0; i < n; i++)
    for (let j = 0; j < i; j++) {
      sums[i * n + j] = sums[j * n + i] = score.pair(placed[i], placed[j]);
      total += sums[i * n + j];
    }
  const counts = strata?.wanted.map((shares) => new Float64Array(shares.length));
  if (strata && counts) for (const i of origin) for (let k = 0; k < d; k++) counts[k][strata.stratum[i][k]]++;

  /** Change of Σ |count − wanted| when pool point `to` takes the place of `from`. */
  function unevenness(from: number, to: number): number {
    if (!strata || !counts) return 0;
    let change = 0;
    for (let k = 0; k < d; k++) {
      const a = strata.stratum[from][k];
      const b = strata.stratum[to][k];
      if (a === b) continue;
      const wanted = strata.wanted[k];
      const held = counts[k];
      change += Math.abs(held[a] - 1 - wanted[a]) - Math.abs(held[a] - wanted[a]);
      change += Math.abs(held[b] + 1 - wanted[b]) - Math.abs(held[b] - wanted[b]);
    }
    return change;
  }

  /** A point near `point`, or undefined when it falls outside. */
  function moved(point: Float64Array, reach: number): Float64Array | undefined {
    const from = pool[generator.integer(pool.length)];
    const to = pool[generator.integer(pool.length)];
    const length = reach * generator.normal();
    const next = Float64Array.from(space.dimensions, (dimension, k) =>
      dimension.kind === 'real' ? point[k] + length * (to[k] - from[k]) : point[k],
    );
    if (region) return region.contains(next) ? next : undefined;
    return Float64Array.from(space.dimensions, (dimension, k) => snap(dimension, next[k]));
  }

  const steps = n < 2 ? 0 : Math.round(Math.min(WORK / (n * d), STEPS_PER_POINT * n));
  const fresh = new Float64Array(n);
  let energy = score.scale(total);
  let best = energy;
  let bestPoints = points.slice();
  for (let step = 0; step < steps; step++) {
    if (step % 1024 === 0) {
      if (context.cancelled?.()) throw new CancelledError('design: cancelled');
      context.progress?.(step / steps, 'spreading points');
    }
    const cooled = step / steps;
    const temperature = (0.03 / d) * 0.01 ** cooled;
    const i = generator.integer(n);
    const replaces = strata !== undefined || generator.uniform() < 0.2 * (1 - cooled);
    const drawn = replaces ? generator.integer(pool.length) : -1;
    const next = replaces ? pool[drawn] : moved(points[i], 0.3 * 0.01 ** cooled);
    if (!next) continue;
    const unit = unitCoordinates(space, next);
    let changed = total;
    for (let j = 0; j < n; j++) {
      if (j === i) continue;
      fresh[j] = score.pair(unit, placed[j]);
      changed += fresh[j] - sums[i * n + j];
    }
    const uneven = strata ? unevenness(origin[i], drawn) : 0;
    const nextEnergy = score.scale(changed);
    const rise = nextEnergy - energy + uneven / 10;
    if (rise > 0 && generator.uniform() >= Math.exp(-rise / temperature)) continue;
    for (let j = 0; j < n; j++) {
      if (j === i) continue;
      sums[i * n + j] = fresh[j];
      sums[j * n + i] = fresh[j];
    }
    if (strata && counts)
      counts.forEach((column, k) => {
        column[strata.stratum[origin[i]][k]]--;
        column[strata.stratum[drawn][k]]++;
      });
    origin[i] = drawn;
    points[i] = next;
    placed[i] = unit;
    total = changed;
    energy = nextEnergy;
    if (!strata && energy < best) {
      best = energy;
      bestPoints = points.slice();
    }
  }
  const chosen = strata ? points : bestPoints;
  const flat = new Float64Array(n * d);
  chosen.forEach((point, i) => {
    flat.set(point, i * d);
  });
  return flat;
}
