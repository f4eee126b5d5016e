import type { Row } from '../../api/types.ts';
import { keptResults, type Objective } from './objectives.ts';
import { attainedOf, bestRow, type Direction } from './trace.ts';

/**
 * The run that is best in one objective, by index: of those that meet all limits, else of all; undefined without any result.
 *
 * @param objectives all of the campaign, for their limits
 */
export function bestRun(
  rows: readonly Row[],
  { name }: Objective,
  goal: Direction,
  objectives: readonly Objective[],
): number | undefined {
  const values = attainedOf(rows, name, goal);
  return bestRow(keptResults(values, rows, objectives), goal) ?? bestRow(values, goal);
}
