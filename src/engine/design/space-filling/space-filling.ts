import { InfeasibleRegionError } from '../../errors.ts';
import type { Generator } from '../../random/generator.ts';
import type { RunContext } from '../../run-context.ts';
import { spanOf } from '../../space/encode.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';
import type { Space } from '../../space/space.ts';
import type { uniformValue } from '../coded-value.ts';
import type { DesignMethod } from '../definition.ts';
import { feasibilityOf } from '../feasibility.ts';
import type { InitialDesignTask } from '../task.ts';

/** Points that are tried for each one wanted before the region's own sampler fills up. */
export const TRIES_PER_POINT = 256;

/** Encoded points [n, d] of unit-cube points. */
export function place(space: Space, unit: Float64Array, decode: typeof uniformValue): Float64Array {
  const d = space.dimensions.length;
  return unit.map((u, at) => decode(space.dimensions[at % d], u));
}

/** Encoded points of a sequence that continues as long as constraints need: `from` … `from + n − 1`. */
export type Sequence = (from: number, n: number) => Float64Array;

/** First n feasible points of a sequence in order; the region's own sampler gives what a long search does not. */
export function firstFeasible(
  next: Sequence,
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

/**
 * Refuses equalities over real variables for the methods that sample the box: no point of the box meets one by chance.
 *
 * @throws InfeasibleRegionError naming the constraint
 */
export function refuseUnreachableEquality(space: Space, method: string): void {
  for (const { name, type, coefficients } of space.constraints) {
    if (type !== 'equality') continue;
    const scale = space.dimensions.reduce(
      (sum, dimension, k) =>
        dimension.kind === 'real' ? sum + Math.abs(coefficients[k]) * spanOf(dimension) : sum,
      0,
    );
    if (scale > 0 && 2e-9 / scale < 0.01 / 5460)
      throw new InfeasibleRegionError(
        `${method}: the equality '${name}' over real variables has no volume, so sampling cannot meet it; use maximin, maxpro, concentric or an optimal design, or take one variable out by substitution`,
      );
  }
}

/** Makes `n` points [n, d], encoded. `region` is absent without constraints. */
type Fill = (
  task: InitialDesignTask,
  n: number,
  region: FeasibleRegion | undefined,
  context: RunContext,
) => Float64Array;

/** A space-filling design as a method. */
export const spaceFilling =
  (fill: Fill): DesignMethod['run'] =>
  (task, region, context) => {
    const points = fill(task, task.nPoints ?? 10, region, context);
    return {
      points,
      count: points.length / task.space.dimensions.length,
      designInfo: null,
      feasibility: feasibilityOf(task, null, 'not_applicable'),
    };
  };
