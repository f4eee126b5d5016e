import type {
  StageBatchRequest,
  StagedCleared,
  StagedCompleted,
  StagedCompleteRequest,
  StagedItem,
  StagedList,
  StageRequest,
  StageResponse,
} from '../../../contract/queue/queue.ts';
import type { Inputs, Output } from '../../../contract/values.ts';
import { ValueError } from '../../../engine/errors.ts';
import { counted } from '../../../engine/words.ts';
import { ConflictError } from '../../errors.ts';
import { experimentAdded, notTrained } from '../experiments/experiments.ts';
import {
  appendEntries,
  type CheckedEntry,
  checkEntry,
  nextIteration,
  warningsOf,
} from '../experiments/record.ts';
import { atPlace } from '../places.ts';
import type { Change, Environment, State, StoredQueueItem } from '../state.ts';
import { checkStaged, doneItem, entryOf, newItem, pendingOf, queueUpdated, withEach } from './queue.ts';
import { stageItems } from './stage-items.ts';
import { checkStep, withItems, withoutRemovedItems, withSteps } from './steps.ts';

/**
 * Puts one run at the end of the queue.
 *
 * @throws NoVariablesError, ValueError see `checkStaged`
 */
export function stageOne(
  state: State,
  request: StageRequest,
  environment: Environment,
): Change<StageResponse> {
  checkStaged(state, request.inputs);
  const item = newItem(state, request.inputs, request.reason, environment);
  const next = withItems(state, [item]);
  return {
    state: next,
    answer: {
      message: 'experiment staged',
      n_staged: pendingOf(next).length,
      staged_inputs: request.inputs,
      id: item.id,
    },
    events: [queueUpdated(next)],
  };
}

const stagedItem = (item: StoredQueueItem): StagedItem => ({
  ...item.inputs,
  ...item.plot,
  _reason: item.reason,
});

/** The pending runs of the queue, first ones first. */
export function stagedView(state: State): StagedList {
  const items = pendingOf(state);
  return {
    experiments: items.map(stagedItem),
    n_staged: items.length,
    reason: items[0]?.reason ?? null,
    reasons: items.map((item) => item.reason),
    ids: items.map((item) => item.id),
  };
}

/** The reason among the inputs, as the list of staged experiments spells it, else the one of the batch. */
const reasonOf = ({ _reason }: Inputs, shared: string | null): string | null =>
  _reason === undefined ? shared : String(_reason);

/**
 * Puts runs at the end of the queue, all or none.
 *
 * @throws NoVariablesError, ValueError see `checkStaged`
 */
export function stageBatch(
  state: State,
  { experiments, reason = null }: StageBatchRequest,
  environment: Environment,
): Change<StagedList> {
  const { state: next, events = [] } = stageItems(
    state,
    { items: experiments.map((inputs) => ({ inputs, reason: reasonOf(inputs, reason) })) },
    environment,
  );
  const added = next.queue.slice(state.queue.length);
  return {
    state: next,
    answer: {
      experiments: added.map(stagedItem),
      n_staged: pendingOf(next).length,
      reason,
      reasons: null,
      ids: added.map((item) => item.id),
    },
    events,
  };
}

/** Takes all pending runs out of the queue; running ones stay. */
export function clearStaged(state: State): Change<StagedCleared> {
  const count = pendingOf(state).length;
  const next = withoutRemovedItems({
    ...state,
    queue: state.queue.filter((item) => item.status !== 'pending'),
  });
  return {
    state: next,
    answer: { message: `${count} staged experiments removed`, n_cleared: count },
    events: count === 0 ? [] : [queueUpdated(next)],
  };
}

/**
 * All pending items become experiments, in order.
 *
 * @throws ConflictError items are running, or one is not ready to be measured
 * @throws ValueError not one output, or noise, per item, or one that cannot be recorded
 */
export function completeStaged(
  state: State,
  request: StagedCompleteRequest,
  environment: Environment,
): Change<StagedCompleted> {
  const running = state.queue.filter((item) => item.status === 'running').length;
  if (running > 0) {
    throw new ConflictError(
      `${counted(running, 'queue item')} ${running === 1 ? 'is' : 'are'} running; complete or fail ${running === 1 ? 'it' : 'them'} first`,
    );
  }
  const items = pendingOf(state);
  for (const item of items) checkStep(state, item, 'measured');
  const { outputs, noises } = request;
  if (items.length > 0 && outputs.length !== items.length) {
    throw new ValueError(
      `outputs: ${counted(items.length, 'experiment')} staged, got ${counted(outputs.length, 'output')}; send one for each`,
    );
  }
  if (items.length > 0 && noises != null && noises.length !== items.length) {
    throw new ValueError(
      `noises: ${counted(items.length, 'experiment')} staged, got ${counted(noises.length, 'value')}; send one for each`,
    );
  }
  const first = nextIteration(state);
  const checked = items.map((item, i) =>
    atPlace('staged experiment', 'outputs', i, () =>
      checkEntry(
        state,
        entryOf(state, item, outputs[i] as Output, request.iteration ?? first + i, {
          noise: noises?.[i] ?? null,
          reason: item.reason ?? request.reason,
        }),
      ),
    ),
  );
  const count = checked.length;
  if (count === 0) {
    const answer = { n_added: 0, n_experiments: state.rows.length, warnings: [], ...notTrained };
    return { state, answer: { message: 'no experiment is staged', ...answer } };
  }
  const measured = withSteps(state, items, 'measured', null, environment);
  const done = items.map((item, i) => {
    const { entry } = checked[i] as CheckedEntry;
    return doneItem(item, entry, state.rows.length + i, environment.now);
  });
  const next = withEach(appendEntries(measured, checked, environment).state, done);
  return {
    state: next,
    answer: {
      message: `${counted(count, 'experiment')} recorded`,
      n_added: count,
      n_experiments: next.rows.length,
      warnings: warningsOf('staged experiment', checked),
      ...notTrained,
    },
    events: [experimentAdded(next, count), queueUpdated(next)],
  };
}
