import type { QueueList, QueueRemoveRequest } from '../../../contract/queue/queue.ts';
import { ValueError } from '../../../engine/errors.ts';
import type { Change, State } from '../state.ts';
import { inState, itemsById, named, namedTwice, queueUpdated, queueView } from './queue.ts';
import { withoutRemovedItems } from './steps.ts';

/**
 * Takes pending runs out of the queue: all of them, or none when one cannot go.
 *
 * @throws ValueError    a run is named twice
 * @throws NotFoundError the queue has no such run
 * @throws ConflictError a run is under way or finished
 */
export function removeItems(state: State, { item_ids: ids }: QueueRemoveRequest): Change<QueueList> {
  const twice = namedTwice(ids);
  if (twice !== undefined) throw new ValueError(`item_ids: '${twice}' is named twice`);
  const items = itemsById(state);
  for (const id of ids) inState(named(items.get(id), id), ['pending'], 'deleted');
  const gone = new Set(ids);
  const next = withoutRemovedItems({ ...state, queue: state.queue.filter(({ id }) => !gone.has(id)) });
  return { state: next, answer: queueView(next), events: [queueUpdated(next)] };
}

/** Takes one pending run out of the queue, as `removeItems`. */
export const deleteItem = (state: State, id: string): Change<QueueList> =>
  removeItems(state, { item_ids: [id] });
