import type { Row } from '../../../contract/values.ts';
import { controllableOf } from '../../../contract/variables/variable-roles.ts';
import { mapInSlices, type Slices } from '../../../engine/slices.ts';
import { brokenConstraints, brokenRange } from '../../broken-limits.ts';
import type { State } from '../state.ts';
import { placeOf, sentence } from '../words.ts';

/**
 * Says which runs are none that variables and constraints allow: the first one and why, and how many there are.
 *
 * @param what how the reader calls a run: `point`, `experiment` or `existing run`
 */
export function* infeasibleRuns(state: State, rows: readonly Row[], what: string): Slices<string[]> {
  const variables = controllableOf(state.variables);
  const faults = yield* mapInSlices(rows, (row) => {
    const ranges = variables.flatMap((variable) => {
      const value = row[variable.name];
      return (typeof value === 'number' && brokenRange(variable, value)) || [];
    });
    return [...ranges, ...brokenConstraints(state.constraints, row)][0];
  });
  const first = faults.findIndex((fault) => fault !== undefined);
  if (first < 0) return [];
  const count = faults.filter((fault) => fault !== undefined).length;
  const others = count === 1 ? '' : ` ${count} of ${rows.length} ${what}s lie outside it.`;
  const clause = `${placeOf(what, first)} lies outside the region that variables and constraints allow: ${faults[first]}`;
  return [`${sentence(clause)}${others} Efficiencies may then exceed those of any design within it.`];
}
