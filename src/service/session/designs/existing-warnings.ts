import type { OptimalDesignRequest } from '../../../contract/designs/design.ts';
import { blockColumn, plotColumns } from '../../../contract/experiments/bookkeeping.ts';
import { runSlices } from '../../../engine/slices.ts';
import type { State } from '../state.ts';
import { isPlace } from '../variables/check-inputs.ts';
import { infeasibleRuns } from './infeasible-runs.ts';

/** What an optimal design does not take into account of the runs that it adds to, or takes as it is. */
export function existingWarnings(state: State, { existing, blocks }: OptimalDesignRequest): string[] {
  const runs = existing ?? [];
  const have = (column: string) => isPlace(state, column) && runs.some((run) => run[column] != null);
  const plots = plotColumns.filter((column) => column !== 'RunOrder' && have(column));
  return [
    ...runSlices(infeasibleRuns(state, runs, 'existing run')),
    ...(blocks == null && have(blockColumn)
      ? [
          `'${blockColumn}' of the existing runs has no effect without blocks: differences between blocks are not part of the model.`,
        ]
      : []),
    ...plots.map(
      (column) => `'${column}' of the existing runs has no effect: all runs count as independent ones.`,
    ),
  ];
}
