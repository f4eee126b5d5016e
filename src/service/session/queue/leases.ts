import type { LeaseRequest, LeaseResponse, LeaseTokenRequest } from '../../../contract/queue/leases.ts';
import { isOpen } from '../../../contract/queue/run-status.ts';
import type { SuggestRequest } from '../../../contract/suggestions/acquisition.ts';
import type { CampaignResult } from '../../../engine/campaign/task.ts';
import { brokenLimits } from '../../broken-limits.ts';
import { ConflictError } from '../../errors.ts';
import type { Change, Environment, RunLease, State, StoredQueueItem } from '../state.ts';
import { type AutoContext, applyAutoSuggest, prepareAutoSuggest } from '../suggestions/auto-suggest.ts';
import { checkGiven } from '../suggestions/given-values.ts';
import { findItem, itemUpdated, itemView, newItem, queueUpdated, withItem } from './queue.ts';
import { runOf, withItems, withRun, withStep } from './steps.ts';

/** Time without a heartbeat after which a run goes back to the queue, s. */
const usualSeconds = 600;

/** A run was staged, or the variables or constraints changed, while a suggestion was searched for: search again. */
export class StaleSuggestionError extends ConflictError {
  override name = 'StaleSuggestionError';
}

const isLapsed = (lease: RunLease | undefined, now: string): boolean =>
  lease !== undefined && Date.parse(lease.expires_at) <= Date.parse(now);

/** Runs whose worker has not been heard of in time. */
export const lapsedRuns = (state: State, now: string): StoredQueueItem[] =>
  state.queue.filter(({ id, status }) => status === 'running' && isLapsed(runOf(state, id).lease, now));

/** The run waits again; who had it may still bring a result. */
function requeued(state: State, item: StoredQueueItem): State {
  const { lease, earlier = [], ...rest } = runOf(state, item.id);
  const next = withItem(state, { ...item, status: 'pending', started_at: null });
  return withRun(next, item.id, { ...rest, earlier: lease === undefined ? earlier : [...earlier, lease] });
}

/** Runs of workers that are not heard of any more go back to the queue. */
export function expireLeases(state: State, _request: unknown, { now }: Environment): Change<number> {
  const lapsed = lapsedRuns(state, now);
  if (lapsed.length === 0) return { state, answer: 0 };
  const next = lapsed.reduce(requeued, state);
  return { state: next, answer: lapsed.length, events: [queueUpdated(next)] };
}

const expiry = (now: string, seconds: number): string =>
  new Date(Date.parse(now) + 1000 * seconds).toISOString();

/** A pending run in the hands of a worker. */
function leased(
  state: State,
  item: StoredQueueItem,
  { worker, seconds = usualSeconds }: LeaseRequest,
  source: 'queue' | 'suggestion',
  environment: Environment,
): Change<LeaseResponse> {
  const { now, newId } = environment;
  const lease: RunLease = {
    token: newId(),
    worker,
    leased_at: now,
    expires_at: expiry(now, seconds),
    seconds,
  };
  const started: StoredQueueItem = { ...item, status: 'running', started_at: now };
  const held = withRun(withItem(state, started), item.id, { ...runOf(state, item.id), lease });
  const next = withStep(held, item, 'started', worker, { ...environment, person: undefined });
  return {
    state: next,
    answer: { item: itemView(next, started), lease: { ...lease }, source, reason: null },
    events: [itemUpdated(started), queueUpdated(next)],
  };
}

export const noLease = (reason: string): LeaseResponse => ({ item: null, lease: null, source: null, reason });

/** The first run of the queue that may be started; none: the answer says why. */
export function leaseFromQueue(
  given: State,
  request: LeaseRequest,
  environment: Environment,
): Change<LeaseResponse> {
  checkGiven(given, request.hold ?? {}, request.observed ?? {});
  const { state, events = [] } = expireLeases(given, null, environment);
  const waiting = state.queue.filter(({ status }) => status === 'pending');
  const approved = waiting.filter(
    ({ id }) => !state.rules.approval || runOf(state, id).steps?.some(({ step }) => step === 'approved'),
  );
  const item = approved.find(({ inputs }) => brokenLimits(state.rules, inputs).length === 0);
  if (item !== undefined) {
    const change = leased(state, item, request, 'queue', environment);
    return { ...change, events: [...events, ...(change.events ?? [])] };
  }
  const reason =
    approved.length > 0
      ? 'the pending runs lie outside the safety limits'
      : waiting.length > 0
        ? 'the pending runs are not approved'
        : state.rules.approval
          ? 'no run is pending, and a new suggestion requires approval first'
          : 'no run is pending';
  return { state, answer: noLease(reason), events };
}

interface FreshContext {
  readonly auto: AutoContext;
  /** Open runs that the suggestion knows of. */
  readonly open: ReadonlySet<string>;
  readonly request: LeaseRequest;
}

const openIds = (state: State): string[] => state.queue.filter(isOpen).map(({ id }) => id);

/** A fresh run, with every open one held as pending. */
export function* prepareLease(state: State, request: LeaseRequest, environment: Environment) {
  const { observed, hold, effort, seed } = request;
  const wanted: SuggestRequest = {
    strategy: 'auto',
    ...(observed == null ? {} : { observed }),
    ...(hold == null ? {} : { hold }),
    ...(effort == null ? {} : { effort }),
    ...(seed == null ? {} : { seed }),
  };
  const { name, task, context } = yield* prepareAutoSuggest(state, wanted, environment);
  const fresh: FreshContext = { auto: context, open: new Set(openIds(state)), request };
  return { name, task, context: fresh };
}

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

/** Whether what may be run is still what it was. */
const isSameSpace = (a: State, b: State): boolean =>
  isSame(a.campaign.candidates, b.campaign.candidates) &&
  (['variables', 'constraints', 'rules'] as const).every((part) => isSame(a[part], b[part]));

/** @throws StaleSuggestionError a run was staged since, or variables, constraints or the candidate list changed */
export function applyLease(
  state: State,
  result: CampaignResult,
  { auto, open, request }: FreshContext,
  environment: Environment,
): Change<LeaseResponse> {
  if (openIds(state).some((id) => !open.has(id))) {
    throw new StaleSuggestionError('a run was staged while a new one was computed; send the request again');
  }
  if (!isSameSpace(state, auto.asked)) {
    throw new StaleSuggestionError(
      'variables, constraints or the candidate list changed while a new run was computed; send the request again',
    );
  }
  const suggested = applyAutoSuggest(state, result, auto, environment);
  const [inputs] = suggested.answer.suggestions;
  const why = suggested.answer.diagnostics?.[0]?.reason?.text;
  const item = newItem(state, inputs ?? {}, why ?? 'auto', environment);
  const staged = withItems(suggested.state, [item]);
  const change = leased(staged, item, request, 'suggestion', environment);
  return { ...change, events: [...(suggested.events ?? []), ...(change.events ?? [])] };
}

/** The lease of a run whose token is given. @throws ConflictError the token does not hold the run */
function heldLease(state: State, item: StoredQueueItem, token: string): RunLease {
  const { lease } = runOf(state, item.id);
  if (item.status === 'running' && lease?.token === token) return lease;
  const earlier = runOf(state, item.id).earlier?.some((one) => one.token === token);
  throw new ConflictError(
    `queue item '${item.id}': the ${earlier === true ? 'lease ended; the run went back to the queue. Its result is still accepted' : 'token does not belong to a lease of this run; send the one that POST …/queue/lease gave'}`,
  );
}

/** A heartbeat: the lease ends later. */
export function extendLease(
  state: State,
  { id, token }: LeaseTokenRequest & { readonly id: string },
  { now }: Environment,
): Change<LeaseResponse> {
  const item = findItem(state, id);
  const lease = heldLease(state, item, token);
  const longer = { ...lease, expires_at: expiry(now, lease.seconds) };
  const next = withRun(state, id, { ...runOf(state, id), lease: longer });
  return {
    state: next,
    answer: { item: itemView(next, item), lease: { ...longer }, source: null, reason: null },
  };
}

/** The worker returns the run without a result. */
export function releaseLease(
  state: State,
  { id, token }: LeaseTokenRequest & { readonly id: string },
): Change<LeaseResponse> {
  const item = findItem(state, id);
  heldLease(state, item, token);
  const next = requeued(state, item);
  const answer = { ...noLease('given back'), item: itemView(next, findItem(next, id)) };
  return { state: next, answer, events: [queueUpdated(next)] };
}
