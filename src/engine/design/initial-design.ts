import { InfeasibleRegionError, ValueError } from '../errors.ts';
import type { RunContext } from '../run-context.ts';
import { createFeasibleRegion, type FeasibleRegion } from '../space/feasible-region.ts';
import { requireEstimable } from './analysis/estimability.ts';
import { classicalMethods } from './classical/classical.ts';
import { mixtureMethods } from './classical/mixture.ts';
import { fillSpace } from './space-filling/space-filling.ts';
import type { DesignMethod, FeasibilityBlock, InitialDesignResult, InitialDesignTask } from './task.ts';

type Maker = (
  task: InitialDesignTask,
  region: FeasibleRegion | undefined,
  context: RunContext,
) => InitialDesignResult;

/** The `feasibility` block; null without constraints. */
function feasibilityOf(
  task: InitialDesignTask,
  dropped: number | null,
  estimability: FeasibilityBlock['estimability'],
): FeasibilityBlock | null {
  if (task.space.constraints.length === 0) return null;
  return {
    constraintsApplied: task.space.constraints.map(({ name }) => name),
    nCandidatesTotal: null,
    nCandidatesFeasible: null,
    nBoundaryAdded: null,
    nVerticesAdded: null,
    vertexEnumerationSkipped: null,
    nPointsDropped: dropped,
    estimability,
  };
}

const spaceFilling: Maker = (task, region, context) => {
  const points = fillSpace(task, region, context);
  return {
    points,
    count: points.length / task.space.dimensions.length,
    designInfo: null,
    feasibility: feasibilityOf(task, null, 'not_applicable'),
  };
};

function flat(points: readonly Float64Array[], d: number): Float64Array {
  const all = new Float64Array(points.length * d);
  points.forEach((point, i) => {
    all.set(point, i * d);
  });
  return all;
}

const noneLeft = (method: string, names: readonly string[]) =>
  new InfeasibleRegionError(
    `${method}: no run of the design meets the constraints ${names.map((name) => `'${name}'`).join(', ')}; use an optimal or a space-filling design`,
  );

const classical =
  (method: keyof typeof classicalMethods): Maker =>
  (task, region) => {
    const { space, allowInfeasible = false } = task;
    const { points: all, info, model } = classicalMethods[method](space, task);
    const kept = region ? all.filter((point) => region.contains(point)) : all;
    if (kept.length === 0 && all.length > 0)
      throw noneLeft(
        method,
        space.constraints.map(({ name }) => name),
      );
    const points = flat(kept, space.dimensions.length);
    const dropped = all.length - kept.length;
    if (dropped > 0 && !allowInfeasible) requireEstimable(method, space, model, points, dropped);
    return {
      points,
      count: kept.length,
      designInfo: info,
      feasibility: feasibilityOf(task, dropped, allowInfeasible ? 'waived' : 'passed'),
    };
  };

const mixture =
  (method: keyof typeof mixtureMethods): Maker =>
  (task, region) => {
    const { space } = task;
    const { points: all, info } = mixtureMethods[method](space, region, task);
    const kept = region ? all.filter((point) => region.contains(point)) : all;
    if (kept.length === 0)
      throw noneLeft(
        method,
        space.constraints.map(({ name }) => name),
      );
    return {
      points: flat(kept, space.dimensions.length),
      count: kept.length,
      designInfo: info,
      feasibility: feasibilityOf(task, all.length - kept.length, 'not_applicable'),
    };
  };

const makers: Record<DesignMethod, Maker> = {
  random: spaceFilling,
  lhs: spaceFilling,
  sobol: spaceFilling,
  halton: spaceFilling,
  hammersly: spaceFilling,
  maximin: spaceFilling,
  maxpro: spaceFilling,
  concentric: spaceFilling,
  full_factorial: classical('full_factorial'),
  fractional_factorial: classical('fractional_factorial'),
  ccd: classical('ccd'),
  box_behnken: classical('box_behnken'),
  plackett_burman: classical('plackett_burman'),
  gsd: classical('gsd'),
  definitive_screening: classical('definitive_screening'),
  orthogonal_array: classical('orthogonal_array'),
  simplex_lattice: mixture('simplex_lattice'),
  simplex_centroid: mixture('simplex_centroid'),
  extreme_vertices: mixture('extreme_vertices'),
};

/** Whole numbers that an option may hold; the interface's limits and ours. */
const LIMITS = {
  nPoints: [1, 10_000],
  nLevels: [2, 100],
  nCenter: [0, 1000],
  gsdReduction: [2, 100],
  resolution: [3, 20],
  nRuns: [1, 100_000],
  latticeDegree: [1, 20],
} as const;

/** Points that a search over all pairs takes. */
const SEARCHED_POINTS = 2000;

function checkOptions(task: InitialDesignTask): void {
  const { method, nPoints = 0, space, lhsCriterion, searchEffort = 1 } = task;
  if (!(searchEffort > 0 && searchEffort <= 1))
    throw new ValueError(`${method}: searchEffort must lie above 0 and up to 1, got ${searchEffort}`);
  const searched =
    method === 'maximin' ||
    method === 'maxpro' ||
    (method === 'lhs' &&
      ((lhsCriterion !== 'none' && lhsCriterion !== 'centered') || space.constraints.length > 0));
  if (searched && nPoints > SEARCHED_POINTS)
    throw new ValueError(
      `${method}: searches at most ${SEARCHED_POINTS} points, got ${nPoints}; use sobol, or lhs with criterion none and no constraints`,
    );
  for (const [name, [low, high]] of Object.entries(LIMITS) as [
    keyof typeof LIMITS,
    readonly [number, number],
  ][]) {
    const value = task[name];
    if (value === undefined || (Number.isInteger(value) && value >= low && value <= high)) continue;
    throw new ValueError(
      `${task.method}: ${name} must be a whole number from ${low} to ${high}, got ${value}`,
    );
  }
}

/**
 * Makes an initial design over the variables of a space (the controllable ones: observed ones are left out by the
 * caller).
 *
 * Same task, same design. With constraints, runs of a classical design that miss them are dropped, and the design is
 * refused when the rest cannot estimate the model that it implies.
 *
 * @throws ValueError for options or variables that the method cannot work with
 * @throws InfeasibleRegionError when the constraints leave no point, or none that the method can reach
 * @throws DesignNotEstimableError naming the terms lost, unless `allowInfeasible`
 * @throws CancelledError
 */
export function initialDesign(task: InitialDesignTask, context: RunContext): InitialDesignResult {
  const { space, method } = task;
  if (space.dimensions.length === 0)
    throw new ValueError(`${method}: there are no variables to choose; add a controllable one`);
  checkOptions(task);
  const region = space.constraints.length > 0 ? createFeasibleRegion(space) : undefined;
  return makers[method](task, region, context);
}
