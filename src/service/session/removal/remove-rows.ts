import type {
  RemoveBatchRequest,
  RowRemoved,
  RowsRemoved,
} from '../../../contract/experiments/row-removal.ts';
import type { Row } from '../../../contract/values.ts';
import { ValueError } from '../../../engine/errors.ts';
import { eachInSlices, filterInSlices, mapInSlices, type Slices } from '../../../engine/slices.ts';
import { NotFoundError } from '../../errors.ts';
import { withEntries } from '../audit.ts';
import { shareable } from '../document/document-list.ts';
import { checkStaged, newItem, queueUpdated } from '../queue/queue.ts';
import { withLabels, withoutRemovedItems } from '../queue/steps.ts';
import { withDetails } from '../rows/row-details.ts';
import type { Change, Environment, State, StoredQueueItem } from '../state.ts';
import { deleteVariable } from '../variables/variables.ts';
import { type FinishedRun, finishedRuns, type RowToRemove, removedEntries } from './removed-rows.ts';

/** @param field of the request @throws ValueError a row is named twice */
export function checkNamedOnce(ids: readonly string[], field = 'provenance_ids'): ReadonlySet<string> {
  const wanted = new Set(ids);
  if (wanted.size === ids.length) return wanted;
  const known = new Set<string>();
  const twice = ids.find((id) => known.size === known.add(id).size);
  throw new ValueError(`${field}: '${twice}' is named twice`);
}

/** Rows by ProvenanceId, the first one where several have it. */
function* goneRows({ rows }: State, ids: readonly string[]): Slices<RowToRemove[]> {
  const wanted = new Set(ids);
  const found = new Map<string, RowToRemove>();
  let place = 0;
  yield* eachInSlices(rows, (row) => {
    const id = row.ProvenanceId as string;
    if (wanted.has(id) && !found.has(id)) found.set(id, { id, place, row });
    place++;
  });
  return ids.map((id) => {
    const gone = found.get(id);
    if (gone === undefined) throw new NotFoundError(`no experiment has the ProvenanceId '${id}'`);
    return gone;
  });
}

/** The queue once rows are gone, and the new items by the place of the row whose result the finished ones had. */
interface QueueAfter {
  readonly queue: StoredQueueItem[];
  readonly restaged: ReadonlyMap<number, StoredQueueItem>;
}

/** A finished run as it waits again, as it was planned. */
function waitingAgain(state: State, item: StoredQueueItem, environment: Environment): StoredQueueItem {
  const inputs = { ...item.inputs, ...item.plot };
  checkStaged(state, inputs);
  return newItem(state, inputs, item.reason, environment);
}

/** What becomes of finished runs of the queue whose results go. */
interface Removal {
  readonly gone: ReadonlySet<Row>;
  readonly restage: boolean;
  /** Runs that stay finished: their rows come back at once. */
  readonly staying: ReadonlySet<string>;
}

/**
 * The queue without the finished items whose results go, or with new items in their places; the others have the places that
 * their rows move up to.
 */
function* queueAfter(
  state: State,
  { gone, restage, staying }: Removal,
  environment: Environment,
): Slices<QueueAfter> {
  let kept = 0;
  const places = yield* mapInSlices(state.rows, (row) => (gone.has(row) ? undefined : kept++));
  const restaged = new Map<number, StoredQueueItem>();
  const queue = state.queue.flatMap((item) => {
    const { dataset_ref: place } = item;
    if (place === null || place >= places.length) return [item];
    const next = places[place];
    if (next !== undefined) return [next === place ? item : { ...item, dataset_ref: next }];
    if (staying.has(item.id)) return [{ ...item, dataset_ref: null }];
    if (!restage) return [];
    const again = waitingAgain(state, item, environment);
    restaged.set(place, again);
    return [again];
  });
  return { queue, restaged };
}

/** The session without some variables. */
function withoutVariables(state: State, names: readonly string[], environment: Environment) {
  const changes: Change<null>[] = [];
  for (const name of names) changes.push(deleteVariable(changes.at(-1)?.state ?? state, name, environment));
  return { state: changes.at(-1)?.state ?? state, events: changes.flatMap(({ events = [] }) => events) };
}

/**
 * Takes out rows that should not be there: all of them, or none when one is unknown. The audit log keeps each, and so does its provenance
 * record. A finished item of the queue whose result it was goes with it, or with `restage` waits again under a new id.
 *
 * @param staying  runs of the queue that stay finished, because their rows come back in the same change
 * @returns the rows in the order of the request. The last row of the table is reported first, so that each index holds when its event comes
 * @throws NotFoundError no row has this ProvenanceId, or no variable this name
 * @throws ValueError    a row is named twice, or a run cannot be staged again
 */
export function* removeRows(
  given: State,
  { provenance_ids: ids, why, restage = false, without_variables: names = [] }: RemoveBatchRequest,
  environment: Environment,
  staying: ReadonlySet<string> = new Set(),
): Slices<Change<RowsRemoved>> {
  checkNamedOnce(ids);
  // Before the runs are staged again, which did not have these variables.
  const { state, events: deletions } = withoutVariables(given, names, environment);
  const gone = yield* goneRows(state, ids);
  const taken = new Set(gone.map(({ row }) => row));
  const { queue, restaged } = yield* queueAfter(state, { gone: taken, restage, staying }, environment);
  const next = withoutRemovedItems({
    ...withLabels(state, [...restaged.values()]),
    rows: shareable(yield* filterInSlices(state.rows, (one) => !taken.has(one))),
    details: yield* withDetails(state.details, new Map(ids.map((id) => [id, {}]))),
    queue,
    data_revision: state.data_revision + 1,
  });
  const runs = finishedRuns(state);
  for (const [place, { id }] of restaged)
    runs.set(place, { ...(runs.get(place) as FinishedRun), waits_as: id });
  const lastFirst = gone.toSorted((a, b) => b.place - a.place);
  const removed = yield* removedEntries(state, lastFirst, runs, environment, why);
  const shown = new Map(lastFirst.map(({ id }, i) => [id, removed[i]?.row as Row]));
  const counts = { n_experiments: next.rows.length, data_revision: next.data_revision };
  return {
    state: { ...next, audit: withEntries(next.audit, yield* mapInSlices(removed, ({ entry }) => entry)) },
    answer: {
      rows: ids.map((id) => shown.get(id) as Row),
      restaged_item_ids: gone.map(({ place }) => restaged.get(place)?.id ?? null),
      ...counts,
    },
    events: [
      ...deletions,
      ...lastFirst.map(({ id, place }) => ({
        type: 'experiment_removed' as const,
        data: { id, row: place, ...counts },
      })),
      ...(restaged.size === 0 ? [] : [queueUpdated(next)]),
    ],
  };
}

/**
 * Takes out one row, as `removeRows`.
 *
 * @throws NotFoundError no row has this ProvenanceId
 */
export function* removeRow(
  state: State,
  { id, ...more }: { readonly id: string; readonly why?: string },
  environment: Environment,
): Slices<Change<RowRemoved>> {
  const [{ place }] = (yield* goneRows(state, [id])) as [RowToRemove];
  const change = yield* removeRows(state, { provenance_ids: [id], ...more }, environment);
  const { rows, restaged_item_ids: _none, ...counts } = change.answer;
  return { ...change, answer: { row: rows[0] as Row, experiment_id: place, ...counts } };
}
