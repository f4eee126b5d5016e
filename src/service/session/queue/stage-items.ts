import type { QueueList, QueueRequest } from '../../../contract/queue/queue.ts';
import { ValueError } from '../../../engine/errors.ts';
import { atPlace } from '../places.ts';
import type { Change, Environment, State, StoredQueueItem } from '../state.ts';
import { checkStaged, itemsById, newItem, queueUpdated, queueView } from './queue.ts';
import { withLabels } from './steps.ts';

/** The queue with new items at their places: each right behind the item that it names, else at the end. */
function withPlaces(
  queue: readonly StoredQueueItem[],
  added: readonly { readonly item: StoredQueueItem; readonly after: string | null | undefined }[],
): StoredQueueItem[] {
  const behind = Map.groupBy(added, ({ after }) => after ?? undefined);
  // Of two behind the same item, the later one was put right behind it.
  const itemsBehind = (id: string) => (behind.get(id) ?? []).map(({ item }) => item).toReversed();
  const last = (behind.get(undefined) ?? []).map(({ item }) => item);
  return [...queue.flatMap((item) => [item, ...itemsBehind(item.id)]), ...last];
}

/**
 * Every item is checked before any is staged; messages name the item.
 *
 * @throws ValueError settings that cannot be staged, or `after` names no item of the queue
 */
export function stageItems(state: State, request: QueueRequest, environment: Environment): Change<QueueList> {
  const known = itemsById(state);
  for (const [i, { inputs, after }] of request.items.entries())
    atPlace('item', 'items', i, () => {
      checkStaged(state, inputs);
      if (after != null && !known.has(after)) throw new ValueError(`after: the queue has no item '${after}'`);
    });
  const added = request.items.map(({ inputs, reason, after }) => ({
    item: newItem(state, inputs, reason, environment),
    after,
  }));
  const items = added.map(({ item }) => item);
  const next = { ...withLabels(state, items), queue: withPlaces(state.queue, added) };
  return { state: next, answer: queueView(next), events: added.length === 0 ? [] : [queueUpdated(next)] };
}
