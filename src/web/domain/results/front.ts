import type { Row } from '../../api/types.ts';
import { comparedObjectives, keptResults, type Objective } from './objectives.ts';
import { attainedOf, type Direction, paretoFront } from './trace.ts';

/**
 * Runs that are Pareto-optimal in the objectives, by index, as the server has it: of those that meet all limits; a limit counts
 * where the run certainly attains it. Empty with fewer than two objectives whose goal is no limit.
 */
export function frontOf(
  rows: readonly Row[],
  objectives: readonly Objective[],
  goals: readonly Direction[],
): number[] {
  const { compared, ways } = comparedObjectives(objectives, goals);
  if (compared.length < 2) return [];
  const columns = compared.map(({ name }, i) =>
    keptResults(attainedOf(rows, name, ways[i] as Direction), rows, objectives),
  );
  return paretoFront(
    rows.map((_, i) => columns.map((values) => values[i] ?? null)),
    ways,
  );
}
