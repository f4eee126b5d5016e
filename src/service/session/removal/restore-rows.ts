import type { RestoreBatchRequest, RowsRestored } from '../../../contract/experiments/row-removal.ts';
import type { Row } from '../../../contract/values.ts';
import { ValueError } from '../../../engine/errors.ts';
import { eachInSlices, mapInSlices, type Slices } from '../../../engine/slices.ts';
import { ConflictError } from '../../errors.ts';
import { auditEntry, withEntries } from '../audit.ts';
import { shareable } from '../document/document-list.ts';
import { checkEntry } from '../experiments/record.ts';
import { queueUpdated } from '../queue/queue.ts';
import { withoutRemovedItems } from '../queue/steps.ts';
import { withDetails, withoutDetails } from '../rows/row-details.ts';
import type { Change, Environment, State, StoredQueueItem } from '../state.ts';
import { checkNamedOnce, removeRows } from './remove-rows.ts';
import { type Removed, removedRows } from './removed-rows.ts';

/** @throws ConflictError a row is in the table */
function* checkAbsent({ rows }: State, ids: readonly string[]): Slices<void> {
  const wanted = new Set<unknown>(ids);
  yield* eachInSlices(rows, ({ ProvenanceId: id }) => {
    if (wanted.has(id))
      throw new ConflictError(`experiment '${id}' is in the table already; nothing was restored`);
  });
}

/**
 * The row as it is stored.
 *
 * @throws ValueError the variables have changed, so that it does not fit them
 */
function storedRow(state: State, { id, row: shown, detail }: Removed): Row {
  const row = withoutDetails(state, shown);
  const names = [...state.variables.map(({ name }) => name), ...state.targets];
  const inputs = state.variables.flatMap(({ name }) => (row[name] == null ? [] : [[name, row[name]]]));
  const output = Object.fromEntries(
    state.targets.map((name) => [name, (row[name] ?? null) as number | null]),
  );
  try {
    checkEntry(state, {
      inputs: Object.fromEntries(inputs),
      output,
      status: detail.status,
      noise: row.Noise as number | null,
      iteration: row.Iteration as number,
    });
  } catch (cause) {
    if (!(cause instanceof ValueError)) throw cause;
    const why = `does not fit the variables and objectives as they are now (${cause.message})`;
    throw new ValueError(`experiment '${id}' ${why}; record it again`, { cause });
  }
  return Object.fromEntries(
    Object.entries({ ...row, ...output }).filter(([name, value]) => value !== null || names.includes(name)),
  );
}

/** A table with rows put back where they were, as far as it is as long, and where each of its own rows is then. */
function* tableWith(
  { rows }: State,
  back: readonly { readonly place: number; readonly row: Row }[],
): Slices<{ rows: Row[]; places: number[] }> {
  const inOrder = back.toSorted((a, b) => a.place - b.place);
  const next: Row[] = [];
  let taken = 0;
  const places = yield* mapInSlices(rows, (row) => {
    for (; taken < inOrder.length && (inOrder[taken]?.place ?? 0) <= next.length; taken++)
      next.push(inOrder[taken]?.row as Row);
    return next.push(row) - 1;
  });
  return { rows: next.concat(inOrder.slice(taken).map(({ row }) => row)), places };
}

/** The queue with the finished runs of rows that come back: in place of those that wait again, or where they were. */
function queueWith(state: State, back: readonly Removed[], at: ReadonlyMap<unknown, number>): State {
  const queue = [...state.queue];
  const runs = { ...state.runs };
  const inOrder = back.flatMap(({ id, run }) => (run === undefined ? [] : [{ id, run }]));
  for (const { id, run } of inOrder.toSorted((a, b) => a.run.place - b.run.place)) {
    const { item, place, steps, waits_as: again } = run;
    const finished = { ...item, dataset_ref: at.get(id) as number };
    const own = queue.findIndex((one) => one.id === item.id);
    const waiting = queue.findIndex((one) => one.id === again && one.status === 'pending');
    if (own >= 0) queue[own] = { ...(queue[own] as StoredQueueItem), dataset_ref: finished.dataset_ref };
    else if (waiting >= 0) queue[waiting] = finished;
    else queue.splice(place, 0, finished);
    if (own < 0 && steps !== undefined) runs[item.id] = { steps };
  }
  return withoutRemovedItems({ ...state, queue, runs });
}

/** The table without the rows and variables that go, and with the objectives of those that come back where no others are left. */
function* madeRoom(
  state: State,
  kept: readonly Removed[],
  { in_place_of: others = [], without_variables: names = [], why }: RestoreBatchRequest,
  environment: Environment,
): Slices<Change<null>> {
  checkNamedOnce(others, 'in_place_of');
  const reason = why === undefined ? {} : { why };
  const request = {
    ...reason,
    provenance_ids: [...others],
    restage: true,
    without_variables: [...names],
  };
  const staying = new Set(kept.map(({ id, run }) => run?.item.id ?? id));
  const { state: left, events = [] } = yield* removeRows(state, request, environment, staying);
  const isOpen = left.rows.length === 0 && left.campaign.goals === null;
  const targets = isOpen ? [...new Set(kept.flatMap((one) => one.targets))] : left.targets;
  return { state: { ...left, targets }, answer: null, events };
}

/**
 * Puts rows back that were removed, each as it was and under its ProvenanceId: all of them, or none. A finished run of the queue whose
 * result it was comes back with it. Rows that were recorded since stay, except those that the request names.
 *
 * @throws NotFoundError the audit log has no such row, or the table has no row that should go
 * @throws ConflictError a row is in the table
 * @throws ValueError    a row is named twice, or does not fit the variables as they are now
 */
export function* restoreRows(
  state: State,
  request: RestoreBatchRequest,
  environment: Environment,
): Slices<Change<RowsRestored>> {
  const { provenance_ids: ids, in_place_of: others = [], without_variables: names = [], why } = request;
  checkNamedOnce(ids);
  const kept = yield* removedRows(state, ids);
  const isInPlace = others.length > 0 || names.length > 0;
  const room = isInPlace
    ? yield* madeRoom(state, kept, request, environment)
    : { state, answer: null, events: [] };
  const base = room.state;
  yield* checkAbsent(base, ids);
  const back = yield* mapInSlices(kept, (one) => ({ ...one, row: storedRow(base, one) }));
  const { rows, places } = yield* tableWith(base, back);
  const at = new Map(yield* mapInSlices(rows, ({ ProvenanceId: id }, place) => [id, place] as const));
  const moved: State = {
    ...base,
    rows: shareable(rows),
    details: yield* withDetails(base.details, new Map(back.map(({ id, detail }) => [id, detail]))),
    queue: base.queue.map((item) =>
      item.dataset_ref === null ? item : { ...item, dataset_ref: places[item.dataset_ref] ?? null },
    ),
    data_revision: base.data_revision + 1,
  };
  const next = queueWith(moved, back, at);
  const restored = ids.map((id) => ({ id, row: at.get(id) as number }));
  const firstFirst = restored.toSorted((a, b) => a.row - b.row);
  const audit = firstFirst.map((one) => auditEntry('experiment_restored', one, environment, why ?? ''));
  const counts = { n_experiments: rows.length, data_revision: next.data_revision };
  const hasRuns = back.some(({ run }) => run !== undefined);
  return {
    state: { ...next, audit: withEntries(next.audit, audit) },
    answer: { experiment_ids: restored.map(({ row }) => row), ...counts },
    events: [
      ...(room.events ?? []),
      ...firstFirst.map((one) => ({
        type: 'experiment_restored' as const,
        data: { ...one, ...counts },
      })),
      ...(hasRuns ? [queueUpdated(next)] : []),
    ],
  };
}
