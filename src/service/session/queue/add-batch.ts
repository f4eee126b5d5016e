import type { BatchRecorded, BatchRequest } from '../../../contract/experiments/experiments.ts';
import { mapInSlices, type Slices } from '../../../engine/slices.ts';
import { counted } from '../../../engine/words.ts';
import { experimentAdded, notTrained } from '../experiments/experiments.ts';
import {
  appendInSlices,
  type CheckedEntry,
  checkEntry,
  nextIteration,
  warningsOf,
} from '../experiments/record.ts';
import { atPlace } from '../places.ts';
import type { Change, Environment, State } from '../state.ts';
import { checkHasVariables } from '../variables/check-inputs.ts';
import { certainRuns, matchedRuns, withMatchedRuns } from './matched-runs.ts';
import { completing, queueUpdated } from './queue.ts';

/**
 * Records experiments, all or nothing; those without an iteration share the next one. With `complete_waiting`, experiments
 * complete pending runs that have their settings.
 *
 * @throws NoVariablesError the session has no variables
 * @throws ValueError       naming the experiment, the field and the value
 */
export function* addBatch(
  state: State,
  { experiments, complete_waiting: completes = false }: BatchRequest,
  environment: Environment,
): Slices<Change<BatchRecorded>> {
  checkHasVariables(state);
  const shared = nextIteration(state);
  const runs = yield* matchedRuns(state, completes ? experiments : [], () => true);
  const { certain, ambiguous } = certainRuns(state, runs);
  const checked = yield* mapInSlices(experiments, (entry, i) => {
    const run = certain.get(i);
    const iteration = entry.iteration ?? shared;
    const whole = run === undefined ? { ...entry, iteration } : completing(state, run, entry, iteration);
    return atPlace('experiment', 'experiments', i, () => checkEntry(state, whole));
  });
  const count = checked.length;
  const result = count === 0 ? { state } : yield* appendInSlices(state, checked, environment);
  const entryAt = (row: number) => (checked[row] as CheckedEntry).entry;
  const first = state.rows.length;
  const done = withMatchedRuns(result.state, certain, entryAt, first, environment);
  const { state: next, ids } = yield* done;
  const total = next.rows.length;
  return {
    state: next,
    answer: {
      added: count,
      total_experiments: total,
      n_experiments: total,
      message: `${counted(count, 'experiment')} recorded`,
      completed_item_ids: ids,
      ambiguous: [...ambiguous],
      warnings: warningsOf('experiment', checked),
      ...notTrained,
    },
    events: [
      ...(count === 0 ? [] : [experimentAdded(next, count)]),
      ...(ids.length === 0 ? [] : [queueUpdated(next)]),
    ],
  };
}
