import type { Row } from '../api/types.ts';
import { brokenLimits, type Objective } from './objectives.ts';
import { attainedOf, type Direction, paretoFront } from './trace.ts';

/** Whether each run counts for the front: those that break no limit, as the server has it; all of them where none is left. */
export function countedRows(rows: readonly Row[], objectives: readonly Objective[]): boolean[] {
  const keeps = rows.map((row) => brokenLimits(row, objectives).length === 0);
  return keeps.includes(true) ? keeps : rows.map(() => true);
}

/** Counted rows that are Pareto-optimal in the objectives, by index; a limit counts where the run surely attains it. */
export function frontOf(
  rows: readonly Row[],
  objectives: readonly Objective[],
  goals: readonly Direction[],
): number[] {
  const columns = objectives.map(({ name }, i) => attainedOf(rows, name, goals[i] ?? 'maximize'));
  const counts = countedRows(rows, objectives);
  return paretoFront(
    rows.map((_, i) => columns.map((values) => (counts[i] ? (values[i] ?? null) : null))),
    goals,
  );
}
