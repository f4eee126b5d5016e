import type { RecordBatchRequest, RecordBatchResponse } from '../../../contract/experiments.ts';
import { isOpen } from '../../../contract/run-status.ts';
import { ConflictError } from '../../errors.ts';
import { experimentAdded, notTrained } from '../experiments/experiments.ts';
import { appendEntries, type CheckedEntry, checkEntry, nextIteration } from '../experiments/record.ts';
import { atPlace } from '../places.ts';
import type { Change, State, Surroundings } from '../state.ts';
import { completing, doneItem, queueUpdated, withItem } from './queue.ts';
import { checkStep, settled, withStep } from './steps.ts';

type BatchEntry = RecordBatchRequest['entries'][number];

/** Why the items that a batch names cannot be completed by it; undefined when they can. */
function itemConflict(state: State, entries: readonly BatchEntry[]): string | undefined {
  const ids = entries.map((entry) => entry.item_id).filter((id) => typeof id === 'string');
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  if (twice !== undefined) return `queue item '${twice}' is named twice`;
  for (const id of ids) {
    const item = state.queue.find((one) => one.id === id);
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
  surroundings: Surroundings,
): Change<RecordBatchResponse> {
  const shared = nextIteration(state);
  const items = entries.map((entry) => state.queue.find((item) => item.id === entry.item_id));
  const checked = entries.map(({ item_id: _id, ...entry }, i) => {
    const item = items[i];
    const iteration = entry.iteration ?? shared;
    const whole = item === undefined ? { ...entry, iteration } : completing(state, item, entry, iteration);
    return atPlace('entry', 'entries', i, () => checkEntry(state, whole));
  });
  const conflict = itemConflict(state, entries);
  if (conflict !== undefined) throw new ConflictError(`${conflict}; nothing was recorded`);
  const measured = items.reduce<State>(
    (now, item) => (item === undefined ? now : withStep(now, item, 'measured', by, surroundings)),
    state,
  );
  let next = appendEntries(measured, checked, surroundings).state;
  const completed: string[] = [];
  items.forEach((item, i) => {
    if (item === undefined) return;
    const { entry } = checked[i] as CheckedEntry;
    next = withItem(next, doneItem(item, entry, state.rows.length + i, surroundings.now));
    next = settled(next, item.id, null);
    completed.push(item.id);
  });
  return {
    state: next,
    answer: {
      message: `${checked.length} experiments recorded`,
      n_added: checked.length,
      n_experiments: next.rows.length,
      completed_item_ids: completed,
      warnings: checked.flatMap((one) => one.warnings),
      ...notTrained,
    },
    events: [experimentAdded(next, checked.length), ...(completed.length === 0 ? [] : [queueUpdated(next)])],
  };
}
