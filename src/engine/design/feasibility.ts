import { InfeasibleRegionError } from '../errors.ts';
import type { FeasibilityBlock, InitialDesignTask } from './task.ts';

/** The `feasibility` block; null without constraints. */
export function feasibilityOf(
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

/** The error of a design without feasible points. */
export const noFeasibleRuns = (method: string, names: readonly string[]) =>
  new InfeasibleRegionError(
    `${method}: no run of the design meets the constraints ${names.map((name) => `'${name}'`).join(', ')}; use an optimal or a space-filling design`,
  );
