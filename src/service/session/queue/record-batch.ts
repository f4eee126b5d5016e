import type { RecordBatchRequest, RecordBatchResponse } from '../../../contract/experiments/experiments.ts';
import { isOpen } from '../../../contract/queue/run-status.ts';
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
import type { Change, Environment, State } from '../state.ts';
import { completing, doneItem, itemsById, namedTwice, queueUpdated, withEach } from './queue.ts';
import { checkStep, endLeases, withSteps } from './steps.ts';

type BatchEntry = RecordBatchRequest['entries'][number];

/** Why the items that a batch names cannot be completed by it; undefined when they can. */
function itemConflict(
  state: State,
  known: ReturnType<typeof itemsById>,
  entries: readonly BatchEntry[],
): string | undefined {
  const ids = entries.map((entry) => entry.item_id).filter((id) => typeof id === 'string');
  const twice = namedTwice(ids);
  if (twice !== undefined) return `queue item '${twice}' is named twice`;
  for (const id of ids) {
    const item = known.get(id);
    if (item === undefined) return `queue item '${id}' not found`;
    if (!isOpen(item)) return `queue item '${id}' is ${item.status} already`;
    checkStep(state, item, 'measured');
  }
  return undefined;
}

/** All or nothing. Bad values (400) are reported before items that cannot be completed (409). */
export function recordBatch(
  state: State,
  { entries, by }: RecordBatchRequest,
  environment: Environment,
): Change<RecordBatchResponse> {
  const shared = nextIteration(state);
  const known = itemsById(state);
  const items = entries.map(({ item_id: id }) => (typeof id === 'string' ? known.get(id) : undefined));
  const checked = entries.map(({ item_id: _id, ...entry }, i) => {
    const item = items[i];
    const iteration = entry.iteration ?? shared;
    const whole = item === undefined ? { ...entry, iteration } : completing(state, item, entry, iteration);
    return atPlace('entry', 'entries', i, () => checkEntry(state, whole));
  });
  const conflict = itemConflict(state, known, entries);
  if (conflict !== undefined) throw new ConflictError(`${conflict}; nothing was recorded`);
  const open = items.filter((item) => item !== undefined);
  const measured = withSteps(state, open, 'measured', by, environment);
  const done = items.flatMap((item, i) => {
    const { entry } = checked[i] as CheckedEntry;
    return item === undefined ? [] : [doneItem(item, entry, state.rows.length + i, environment.now)];
  });
  const completed = done.map(({ id }) => id);
  const recorded = withEach(appendEntries(measured, checked, environment).state, done);
  const next = endLeases(recorded, completed, null);
  return {
    state: next,
    answer: {
      message: `${counted(checked.length, 'experiment')} recorded`,
      n_added: checked.length,
      n_experiments: next.rows.length,
      completed_item_ids: completed,
      warnings: warningsOf('entry', checked),
      ...notTrained,
    },
    events: [experimentAdded(next, checked.length), ...(completed.length === 0 ? [] : [queueUpdated(next)])],
  };
}
