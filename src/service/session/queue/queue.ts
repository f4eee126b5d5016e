import type {
  CompletedQueueItem,
  QueueCompleteRequest,
  QueueItem,
  QueueList,
} from '../../../contract/queue/queue.ts';
import { isOpen, openStatuses } from '../../../contract/queue/run-status.ts';
import type { Inputs, Output, Row } from '../../../contract/values.ts';
import { isObserved } from '../../../contract/variables/variable-roles.ts';
import { ValueError } from '../../../engine/errors.ts';
import { mapInSlices, type Slices } from '../../../engine/slices.ts';
import { ConflictError, NotFoundError, NoVariablesError } from '../../errors.ts';
import { experimentAdded, notTrained } from '../experiments/experiments.ts';
import {
  appendEntries,
  type CheckedEntry,
  checkEntry,
  type Entry,
  nextIteration,
} from '../experiments/record.ts';
import type { Change, Environment, State, StoredQueueItem } from '../state.ts';
import { checkNames, checkValue, isNamed, isPlace } from '../variables/check-inputs.ts';
import { checkLimits } from '../variables/rules.ts';
import { oneOf, show, valuesMissing } from '../words.ts';
import {
  checkStep,
  checkToken,
  isLate,
  runOf,
  settled,
  withoutRemovedItems,
  withStep,
  workerOf,
} from './steps.ts';

/** An item as clients see it; the token of a lease is its worker's alone. */
export function itemView(state: State, { actual_inputs: _actual, ...item }: StoredQueueItem): QueueItem {
  const { lease, steps, labels } = runOf(state, item.id);
  return {
    ...item,
    ...(lease === undefined ? {} : { lease: { worker: lease.worker, expires_at: lease.expires_at } }),
    ...(steps === undefined ? {} : { steps: steps.map((one) => ({ ...one })) }),
    ...(labels === undefined ? {} : { labels: { ...labels } }),
  };
}

/** The runs of the queue, or those in one state; the counts are of all. */
export function queueView(state: State, status?: string): QueueList {
  const count = (wanted: string) => state.queue.filter((item) => item.status === wanted).length;
  const items = status === undefined ? state.queue : state.queue.filter((item) => item.status === status);
  return {
    items: items.map((item) => itemView(state, item)),
    n_pending: count('pending'),
    n_running: count('running'),
    n_done: count('done'),
    n_failed: count('failed'),
  };
}

/** Runs that nobody has started. */
export const pendingOf = (state: State) => state.queue.filter((item) => item.status === 'pending');

/** Says that runs joined or left the queue. */
export const queueUpdated = (state: State) => ({
  type: 'queue_updated' as const,
  data: { n_items: state.queue.length, n_pending: pendingOf(state).length },
});

/** Says that one run of the queue changed. */
export const itemUpdated = ({ id, status, reason, output, error }: StoredQueueItem) => ({
  type: 'queue_item_updated' as const,
  data: { item_id: id, status, reason, output, error },
});

/** Only controllable variables are required; whatever is there must be a value of its variable, or the run could not be recorded. */
export function checkStaged(state: State, inputs: Inputs): void {
  if (state.variables.length === 0) {
    throw new NoVariablesError('the session has no variables; add variables before staging experiments');
  }
  const missing = state.variables
    .filter((v) => !isObserved(v) && inputs[v.name] === undefined)
    .map((v) => v.name);
  const { _reason, ...named } = inputs;
  checkNames(state, named);
  if (missing.length > 0) throw new ValueError(`inputs: ${valuesMissing(missing)}`);
  for (const variable of state.variables) {
    const value = inputs[variable.name];
    if (value === undefined) continue;
    checkValue(variable, value);
    if (variable.retired?.includes(String(value))) {
      throw new ValueError(
        `variable '${variable.name}': ${show(value)} is retired; stage another category, or remove it from the retired ones`,
      );
    }
  }
  checkLimits(state, inputs);
}

/** A pending run. Numbers under names that are no variables, such as `WholePlot`, become its plots; `_reason` is left out. */
export function newItem(
  state: State,
  inputs: Inputs,
  reason: string | null | undefined,
  { now, newId }: Environment,
): StoredQueueItem {
  const entries = Object.entries(inputs);
  const plot = entries.filter(([name, value]) => isPlace(state, name) && typeof value === 'number');
  return {
    id: newId(),
    inputs: Object.fromEntries(entries.filter(([name]) => !isPlace(state, name) && name !== '_reason')),
    reason: reason ?? null,
    status: 'pending',
    output: null,
    noise: null,
    error: null,
    dataset_ref: null,
    staged_at: now,
    started_at: null,
    completed_at: null,
    plot: plot.length === 0 ? null : (Object.fromEntries(plot) as Record<string, number>),
    actual_inputs: null,
  };
}

/** The item at its new state. */
export function withItem(state: State, item: StoredQueueItem): State {
  const position = state.queue.findIndex(({ id }) => id === item.id);
  return { ...state, queue: state.queue.with(position, item) };
}

/** The items at their new states. */
export function withEach(state: State, items: readonly StoredQueueItem[]): State {
  const changed = itemsById({ ...state, queue: items });
  return { ...state, queue: state.queue.map((item) => changed.get(item.id) ?? item) };
}

/** The run with its result. @param row place of its row in the table, from 0 @param now ISO 8601 */
export function doneItem(item: StoredQueueItem, entry: Entry, row: number, now: string): StoredQueueItem {
  const output = Array.isArray(entry.output) && entry.output.length === 1 ? entry.output[0] : entry.output;
  return {
    ...item,
    status: 'done',
    reason: entry.reason ?? item.reason,
    output: (output as Output | null | undefined) ?? null,
    ...(entry.status === 'failed' ? { status: 'failed' as const, error: entry.error ?? null } : {}),
    noise: entry.noise ?? null,
    dataset_ref: row,
    completed_at: now,
    actual_inputs: entry.inputs,
  };
}

/** The queue beside another table: a finished run has a row where the table holds one with its identifier, else none. */
export function* placedIn(
  queue: readonly StoredQueueItem[],
  rows: readonly Row[],
): Slices<StoredQueueItem[]> {
  const places = new Map<unknown, number>();
  yield* mapInSlices(rows, ({ ProvenanceId: id }, place) => places.set(id, place));
  return queue.map((item) =>
    item.dataset_ref === null ? item : { ...item, dataset_ref: places.get(item.id) ?? null },
  );
}

/** What completing an item records: of its settings those of variables that are still there. */
export function entryOf(
  state: State,
  item: StoredQueueItem,
  output: Output | undefined,
  iteration: number,
  more: Partial<Entry> = {},
): Entry {
  return {
    inputs: Object.fromEntries(Object.entries(item.inputs).filter(([name]) => isNamed(state, name))),
    output,
    iteration,
    reason: item.reason,
    suggested: item.inputs,
    plot: item.plot,
    id: item.id,
    ...more,
  };
}

/** The entry of a batch that completes an item: what it says itself, and the rest of the item. */
export const completing = (
  state: State,
  item: StoredQueueItem,
  { inputs, output, noise, reason, status, error, comment, attachments }: Omit<Entry, 'iteration'>,
  iteration: number,
): Entry =>
  entryOf(state, item, output ?? undefined, iteration, {
    inputs,
    noise: noise ?? null,
    reason: reason ?? item.reason,
    status,
    error,
    comment,
    attachments,
  });

/** @throws NotFoundError there is no such run */
export function named(item: StoredQueueItem | undefined, id: string): StoredQueueItem {
  if (item === undefined)
    throw new NotFoundError(`queue item '${id}' not found; see GET …/experiments/queue`);
  return item;
}

/** @throws NotFoundError the queue has no such run */
export const findItem = (state: State, id: string): StoredQueueItem =>
  named(
    state.queue.find((one) => one.id === id),
    id,
  );

/** All items by their ids, for whoever looks many up: one by one, the queue is gone through for each. */
export const itemsById = ({ queue }: State): ReadonlyMap<string, StoredQueueItem> =>
  new Map(queue.map((item) => [item.id, item]));

/** The first id that occurs a second time. */
export function namedTwice(ids: readonly string[]): string | undefined {
  const known = new Set<string>();
  return ids.find((id) => known.size === known.add(id).size);
}

/** @throws ConflictError the item is in another state */
export function inState(item: StoredQueueItem, wanted: readonly string[], verb: string): StoredQueueItem {
  if (wanted.includes(item.status)) return item;
  throw new ConflictError(
    `queue item '${item.id}' is ${item.status}; only a ${oneOf(wanted)} one can be ${verb}`,
  );
}

/**
 * Marks a pending run as running.
 *
 * @throws NotFoundError, ConflictError there is no such run, it is not pending, or it waits for its approval
 * @throws ValueError it breaks a safety limit that was set since
 */
export function startItem(
  state: State,
  { id, by }: { readonly id: string; readonly by?: string | null | undefined },
  environment: Environment,
): Change<QueueItem> {
  const item = inState(findItem(state, id), ['pending'], 'started');
  checkStep(state, item, 'started');
  checkLimits(state, item.inputs);
  const started = { ...item, status: 'running' as const, started_at: environment.now };
  const next = withStep(withItem(state, started), item, 'started', by, environment);
  return { state: next, answer: itemView(next, started), events: [itemUpdated(started)] };
}

/** Approves a run. */
export function approveItem(
  state: State,
  { id, by }: { readonly id: string; readonly by?: string | null | undefined },
  environment: Environment,
): Change<QueueItem> {
  const item = inState(findItem(state, id), ['pending'], 'approved');
  checkLimits(state, item.inputs);
  const next = withStep(state, item, 'approved', by, environment);
  if (next === state) {
    throw new ConflictError(
      `queue item '${id}': this session requires no approval; PUT …/rules with approval: true`,
    );
  }
  return { state: next, answer: itemView(next, item), events: [itemUpdated(item)] };
}

/** With `record` the settings caused the failure: the run joins the table as a failed one. */
export function failItem(
  state: State,
  {
    id,
    error,
    record = false,
    lease,
  }: { id: string; error: string; record?: boolean | undefined; lease?: string | null | undefined },
  environment: Environment,
): Change<QueueItem> {
  const found = findItem(state, id);
  if (isLate(state, found, lease)) {
    // Another worker holds the run now, or has reported its result.
    const next = settled(state, id, lease);
    return { state: next, answer: itemView(next, found) };
  }
  const item = inState(found, openStatuses, 'failed');
  checkToken(state, item, lease);
  const failed = { ...item, status: 'failed' as const, error, completed_at: environment.now };
  if (!record) {
    const next = settled(withItem(state, failed), id, lease);
    return { state: next, answer: itemView(next, failed), events: [itemUpdated(failed)] };
  }
  const entry = entryOf(state, item, undefined, nextIteration(state), { status: 'failed', error });
  const recorded = appendEntries(state, [checkEntry(state, entry)], environment).state;
  const kept = { ...failed, dataset_ref: state.rows.length };
  const next = settled(withItem(recorded, kept), id, lease);
  return {
    state: next,
    answer: itemView(next, kept),
    events: [itemUpdated(kept), experimentAdded(next, 1), queueUpdated(next)],
  };
}

/** The labels that the client saw must still be those of the session. */
function checkLabels(state: State, request: QueueCompleteRequest): void {
  if (request.force === true) return;
  for (const [objective, expected] of Object.entries(request.expected_objective_label ?? {})) {
    const label = state.objective_metadata[objective]?.label ?? null;
    if (label !== expected) {
      throw new ConflictError(
        `objective '${objective}' is labelled ${show(label)}, not ${show(expected)}; read the session again, or send force: true`,
      );
    }
  }
}

/** What a request to complete an item records. */
function checkedResult(state: State, item: StoredQueueItem, request: QueueCompleteRequest): CheckedEntry {
  const noise = Array.isArray(request.noise) ? request.noise : [request.noise ?? null];
  if (noise.length > 1) throw new ValueError(`noise: an item has at most one value, got ${noise.length}`);
  const iteration = request.iteration ?? nextIteration(state);
  const entry = entryOf(state, item, request.outputs, iteration, { noise: noise[0] ?? null });
  const inputs = { ...entry.inputs, ...request.actual_inputs };
  return checkEntry(state, { ...entry, inputs }, 'actual_inputs');
}

/** A late result of a run that was passed on and measured elsewhere: one more row with the same settings. */
function recordLate(
  state: State,
  item: StoredQueueItem,
  request: QueueCompleteRequest,
  environment: Environment,
): Change<CompletedQueueItem & typeof notTrained> {
  const { entry, ...checked } = checkedResult(state, item, request);
  const { id: _id, ...replicate } = entry;
  const recorded = appendEntries(state, [{ ...checked, entry: replicate }], environment).state;
  const next = settled(recorded, item.id, request.lease);
  return {
    state: next,
    answer: { ...itemView(next, item), warnings: [...checked.warnings], ...notTrained },
    events: [experimentAdded(next, 1), queueUpdated(next)],
  };
}

/** Auto-train replaces the two training fields of the answer, so it carries them although an item has none. */
export function completeItem(
  state: State,
  { id, ...request }: QueueCompleteRequest & { id: string },
  environment: Environment,
): Change<CompletedQueueItem & typeof notTrained> {
  const found = findItem(state, id);
  if (!isOpen(found) && isLate(state, found, request.lease))
    return recordLate(state, found, request, environment);
  const item = inState(found, openStatuses, 'completed');
  checkToken(state, item, request.lease);
  if (request.lease == null) checkStep(state, item, 'measured');
  const checked = checkedResult(state, item, request);
  checkLabels(state, request);
  const by = request.by ?? workerOf(state, id, request.lease);
  const withMeasured = withStep(state, item, 'measured', by, environment);
  const recorded = appendEntries(withMeasured, [checked], environment).state;
  const done = doneItem(item, checked.entry, state.rows.length, environment.now);
  const next = settled(withItem(recorded, done), id, request.lease);
  return {
    state: next,
    answer: { ...itemView(next, done), warnings: [...checked.warnings], ...notTrained },
    events: [itemUpdated(done), experimentAdded(next, 1), queueUpdated(next)],
  };
}

/** Takes finished runs out of the queue: done and failed ones. */
export function purgeQueue(state: State): Change<{ message: string; n_purged: number }> {
  const queue = state.queue.filter(isOpen);
  const count = state.queue.length - queue.length;
  const next = withoutRemovedItems({ ...state, queue });
  return {
    state: count === 0 ? state : next,
    answer: { message: `${count} finished items removed`, n_purged: count },
    events: count === 0 ? [] : [queueUpdated(next)],
  };
}
