import { InfeasibleRegionError } from '../../errors.ts';
import { createGenerator, type Generator } from '../../random/generator.ts';
import { halton, hammersley } from '../../random/halton.ts';
import { sobol } from '../../random/sobol.ts';
import type { RunContext } from '../../run-context.ts';
import { hull, levelCount } from '../../space/encode.ts';
import { createFeasibleRegion, type FeasibleRegion } from '../../space/feasible-region.ts';
import type { Space } from '../../space/space.ts';
import { roundedValue, uniformValue } from '../coded-value.ts';
import type { InitialDesignTask } from '../task.ts';
import { latinHypercube } from './latin-hypercube.ts';
import { spreadPoints } from './spread-points.ts';

type Context = Pick<RunContext, 'cancelled' | 'progress'>;

/** Points that are tried for each one wanted before the region's own sampler fills up. */
const TRIES_PER_POINT = 256;

/** Encoded points [n, d] of unit-cube points. */
function place(space: Space, unit: Float64Array, decode: typeof uniformValue): Float64Array {
  const d = space.dimensions.length;
  return unit.map((u, at) => decode(space.dimensions[at % d], u));
}

/** The sequences, which go on as long as constraints need: encoded points `from` … `from + n − 1`. */
function sequence(task: InitialDesignTask): ((from: number, n: number) => Float64Array) | undefined {
  const { space, method, seed } = task;
  const d = space.dimensions.length;
  if (method === 'sobol') return (skip, n) => place(space, sobol(n, d, { seed, skip }), uniformValue);
  if (method === 'halton') return (skip, n) => place(space, halton(n, d, { skip }), roundedValue);
  if (method === 'random') {
    const { uniform } = createGenerator(seed);
    return (_, n) => place(space, Float64Array.from({ length: n * d }, uniform), uniformValue);
  }
  return undefined;
}

/** Space-filling design without constraints, [n, d] encoded. */
function fillBox(task: InitialDesignTask, n: number, context: Context): Float64Array {
  const { space, method, seed, lhsCriterion = 'maximin', searchEffort } = task;
  const next = sequence(task);
  if (next) return next(0, n);
  if (method === 'hammersly') return place(space, hammersley(n, space.dimensions.length), roundedValue);
  if (method === 'lhs') {
    const columns = space.dimensions.map((dimension) => ({
      levels: levelCount(dimension),
      isLabel: dimension.kind === 'categorical',
    }));
    return place(
      space,
      latinHypercube(n, columns, lhsCriterion, createGenerator(seed), context, searchEffort),
      uniformValue,
    );
  }
  return spreadPoints(
    space,
    undefined,
    n,
    method === 'maxpro' ? 'maxpro' : 'maximin',
    createGenerator(seed),
    context,
    searchEffort,
  );
}

/** First n feasible points of a sequence in order; the region's own sampler gives what a long search does not. */
function firstFeasible(
  next: (from: number, n: number) => Float64Array,
  region: FeasibleRegion,
  n: number,
  generator: Generator,
): Float64Array {
  const d = region.space.dimensions.length;
  const points = new Float64Array(n * d);
  let found = 0;
  for (let from = 0, batch = 4 * n; found < n && from < TRIES_PER_POINT * n; from += batch) {
    const tried = next(from, batch);
    for (let i = 0; i < batch && found < n; i++) {
      const point = tried.subarray(i * d, (i + 1) * d);
      if (region.contains(point)) points.set(point, d * found++);
    }
  }
  if (found < n) points.set(region.sample(n - found, generator), found * d);
  return points;
}

/** Hammersley points of the smallest size (in steps) with n feasible ones, of which n are taken evenly. */
function feasibleHammersley(
  space: Space,
  region: FeasibleRegion,
  n: number,
  generator: Generator,
): Float64Array {
  const d = space.dimensions.length;
  let kept: Float64Array[] = [];
  for (let size = n; kept.length < n && size <= TRIES_PER_POINT * n; size = Math.ceil(size * 1.25)) {
    const tried = place(space, hammersley(size, d), roundedValue);
    kept = Array.from({ length: size }, (_, i) => tried.subarray(i * d, (i + 1) * d)).filter((point) =>
      region.contains(point),
    );
  }
  const points = new Float64Array(n * d);
  const taken = Math.min(n, kept.length);
  for (let i = 0; i < taken; i++) points.set(kept[Math.floor(((i + 0.5) * kept.length) / taken)], i * d);
  if (taken < n) points.set(region.sample(n - taken, generator), taken * d);
  return points;
}

/**
 * Points in shells around the middle of a region (where it lies deepest): Sobol points, the numbers of the i-th of n drawn
 * towards the middle by the factor √(i/n). Labels stay.
 *
 * A start for a search. Most of the volume of a box lies near its faces, where points tell little of what is inside;
 * points at many radii tell which way the outputs fall (docs/decisions/0081-first-points.md).
 */
function concentric(task: InitialDesignTask, region: FeasibleRegion, n: number): Float64Array {
  const { dimensions } = region.space;
  const d = dimensions.length;
  const middle = dimensions.map((dimension, k) => {
    const [low, high] = hull(dimension);
    return region.linked.columns.includes(k) ? region.center[k] : (low + high) / 2;
  });
  const next = (skip: number, count: number) =>
    place(region.space, sobol(count, d, { seed: task.seed, skip }), uniformValue);
  const points = firstFeasible(next, region, n, createGenerator(task.seed));
  for (let i = 0; i < n; i++) {
    const factor = Math.sqrt((i + 1) / n);
    const point = points.subarray(i * d, (i + 1) * d);
    const drawn = point.map((value, k) =>
      dimensions[k].kind === 'categorical' ? value : middle[k] + factor * (value - middle[k]),
    );
    point.set(region.repair(drawn));
  }
  return points;
}

/**
 * Refuses equalities over real variables for the methods that sample the box: no point of the box meets one by chance.
 *
 * @throws InfeasibleRegionError naming the constraint
 */
function refuseUnreachableEquality(space: Space, method: string): void {
  for (const { name, type, coefficients } of space.constraints) {
    if (type !== 'equality') continue;
    const scale = space.dimensions.reduce((sum, dimension, k) => {
      const [low, high] = hull(dimension);
      return dimension.kind === 'real' ? sum + Math.abs(coefficients[k]) * (high - low) : sum;
    }, 0);
    if (scale > 0 && 2e-9 / scale < 0.01 / 5460)
      throw new InfeasibleRegionError(
        `${method}: the equality '${name}' over real variables has no volume, so sampling cannot meet it; use maximin, maxpro, concentric or an optimal design, or take one variable out by substitution`,
      );
  }
}

/**
 * Space-filling points of every variable type.
 *
 * Without constraints each method's own points. With constraints: sequences keep their feasible points in order;
 * Latin hypercubes, maximin and MaxPro are searched among points of the region.
 *
 * @param region absent without constraints
 * @returns [n, d] encoded
 * @throws InfeasibleRegionError, CancelledError
 */
export function fillSpace(
  task: InitialDesignTask,
  region: FeasibleRegion | undefined,
  context: Context,
): Float64Array {
  const { space, method, seed, nPoints: n = 10, searchEffort } = task;
  if (method === 'concentric') return concentric(task, region ?? createFeasibleRegion(space), n);
  if (!region) return fillBox(task, n, context);
  const generator = createGenerator(seed);
  const spread = method === 'maximin' || method === 'maxpro';
  if (!spread) refuseUnreachableEquality(space, method);
  const next = sequence(task);
  if (next) return firstFeasible(next, region, n, generator);
  if (method === 'hammersly') return feasibleHammersley(space, region, n, generator);
  const aim = method === 'lhs' ? 'stratified' : spread ? method : 'maximin';
  return spreadPoints(space, region, n, aim, generator, context, searchEffort);
}
