import { ValueError } from '../../errors.ts';
import { concatenate } from '../../linalg/concatenate.ts';
import { hull, withoutRounding } from '../../space/encode.ts';
import type { FeasibleRegion } from '../../space/feasible-region.ts';
import type { Space } from '../../space/space.ts';
import { list } from '../../words.ts';
import { centrePoint, factorLevels } from '../coded-value.ts';
import type { DesignMethod } from '../definition.ts';
import { feasibilityOf, noFeasibleRuns } from '../feasibility.ts';
import { findMixture, type Mixture } from '../mixture-space.ts';
import type { DesignOptions } from '../options.ts';
import type { DesignInfo } from '../task.ts';

/** Points of a mixture design, before constraints other than the total. */
interface MixtureDesign {
  readonly points: readonly Float64Array[];
  readonly info: DesignInfo;
}

/** What a mixture method makes of a space. */
type Make = (space: Space, region: FeasibleRegion | undefined, options: DesignOptions) => MixtureDesign;

/**
 * The equality constraint over two or more real variables with equal coefficients, over which the lower bounds leave room.
 *
 * @throws ValueError when there is none
 */
export function mixtureOf(method: string, space: Space): Mixture {
  const found = findMixture(space, ({ kind }) => kind === 'real');
  if (found) return found;
  throw new ValueError(
    `${method}: a mixture needs an equality constraint that fixes the sum of two or more real variables; add one, such as a + b + c = 1`,
  );
}

/** Proportions as points: lower bounds, and shares of what they leave of the total; other variables at their centre. */
export function placeProportions(
  space: Space,
  { components, total }: Mixture,
  rows: readonly (readonly number[])[],
): Float64Array[] {
  const lows = components.map((k) => hull(space.dimensions[k])[0]);
  const room = total - lows.reduce((sum, low) => sum + low, 0);
  return rows.map((row) => {
    const point = centrePoint(space);
    components.forEach((k, i) => {
      point[k] = lows[i] + row[i] * room;
    });
    return point;
  });
}

/** Says which variables the runs do not vary, such as a process variable beside the components of a lattice. */
function unvaried(method: string, space: Space, runs: readonly Float64Array[]): string[] {
  const names = space.dimensions
    .filter((one, k) => factorLevels(one, 2).length > 1 && runs.every((run) => run[k] === runs[0]?.[k]))
    .map(({ name }) => name);
  if (names.length === 0 || runs.length === 1) return [];
  const [have, them] = names.length === 1 ? ['has', 'it'] : ['have', 'them'];
  return [
    `${method}: ${list(names)} ${have} one value in all runs; use an optimal design to vary ${them} too`,
  ];
}

/** A mixture design as a method: runs that miss other constraints are dropped. */
export const mixture =
  (make: Make): DesignMethod['run'] =>
  (task, region) => {
    const { space, method } = task;
    const { points: made, info } = make(space, region, task);
    const all = made.map((point) => point.map((value, k) => withoutRounding(space.dimensions[k], value)));
    const kept = region ? all.filter((point) => region.contains(point)) : all;
    if (kept.length === 0)
      throw noFeasibleRuns(
        method,
        space.constraints.map(({ name }) => name),
      );
    return {
      points: concatenate(kept),
      count: kept.length,
      designInfo: info,
      feasibility: feasibilityOf(task, all.length - kept.length, 'not_applicable'),
      warnings: unvaried(method, space, kept),
    };
  };
