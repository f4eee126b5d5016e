import type { LeaseRequest, LeaseResponse } from '../contract/queue/leases.ts';
import { CancelledError, ListUsedUpError } from '../engine/errors.ts';
import { Replay, type RequestOptions } from './request-options.ts';
import {
  applyLease,
  expireLeases,
  lapsedRuns,
  leaseFromQueue,
  noLease,
  prepareLease,
  StaleSuggestionError,
} from './session/queue/leases.ts';
import { replyTo, withReply } from './session/replies.ts';
import type { Change, Environment, State } from './session/state.ts';
import type { Sessions } from './sessions.ts';
import { type LeaseMeasure, leaseChannel } from './telemetry.ts';

/** How often a suggestion is searched again because a run was staged meanwhile. */
const maxAttempts = 20;

/** Per session, the last of those who wait for a fresh suggestion. */
const turns = new WeakMap<Sessions, Map<string, Promise<unknown>>>();

/** Suggestions for workers are made one after another: each knows the ones before as pending. */
async function inTurn<T>(sessions: Sessions, id: string, work: () => Promise<T>): Promise<T> {
  const waiting = turns.get(sessions) ?? new Map<string, Promise<unknown>>();
  turns.set(sessions, waiting);
  const before = waiting.get(id) ?? Promise.resolve();
  const mine = before.then(work, work);
  waiting.set(id, mine);
  try {
    return await mine;
  } finally {
    if (waiting.get(id) === mine) waiting.delete(id);
  }
}

/**
 * An edit that hands out a run, kept under the key of its request together with the run. An empty answer is not kept: a worker that asks
 * again wants to know whether there is a run now.
 */
function keeping<Rest extends readonly unknown[]>(
  { once }: RequestOptions,
  edit: (state: State, ...rest: Rest) => Change<LeaseResponse>,
  nowOf: (...rest: Rest) => Environment,
): typeof edit {
  if (once === undefined) return edit;
  return (state, ...rest) => {
    const { now } = nowOf(...rest);
    const reply = replyTo(state, once, now);
    if (reply !== undefined) throw new Replay(reply);
    const change = edit(state, ...rest);
    if (change.answer.item === null) return change;
    return { ...change, state: withReply(change.state, once, change.answer, now) };
  };
}

/**
 * A run for a worker: the first of the queue, or a fresh suggestion. No two callers get the same: a run leaves the queue in the
 * commit that hands it out, and a suggestion that does not know of every open run is sought again, on other servers too.
 *
 * @returns `item` null, with a reason, where there is none
 * @throws CancelledError the client went away before it was handed one
 * @throws StaleSuggestionError runs joined the queue, or variables, constraints or the candidate list changed, during every attempt
 */
export async function leaseRun(
  sessions: Sessions,
  id: string,
  request: LeaseRequest,
  options: RequestOptions,
): Promise<LeaseResponse> {
  const { author, signal, onProgress } = options;
  await sweepLeases(sessions, id);
  const fromList = keeping(options, leaseFromQueue, (_request, around) => around);
  const fresh = keeping(options, applyLease, (_result, _context, around) => around);
  const fromQueue = await sessions.edit(id, fromList, request, { ...options, once: undefined });
  const isFresh =
    fromQueue.item === null && request.suggest !== false && fromQueue.reason === 'no run is pending';
  if (!isFresh) return fromQueue;
  return inTurn(sessions, id, async () => {
    for (let attempt = 1; ; attempt++) {
      // A run that nobody hears of would wait for the end of its lease.
      if (signal?.aborted)
        throw new CancelledError('lease: cancelled, because its client disconnected or requested it');
      const again = await sessions.edit(id, fromList, request, { author, signal });
      if (again.item !== null || again.reason !== 'no run is pending') return again;
      try {
        return await sessions.work(id, prepareLease, fresh, request, { author, signal, onProgress });
      } catch (error) {
        // A run that another worker has may come back.
        if (error instanceof ListUsedUpError) return noLease(error.message);
        if (!(error instanceof StaleSuggestionError) || attempt === maxAttempts) throw error;
      }
    }
  });
}

/** Returns runs with expired leases to the queue, before the queue is read. */
export async function sweepLeases(sessions: Sessions, id: string): Promise<void> {
  const now = sessions.store.now().toISOString();
  const isAny = await sessions.read(id, (state) => lapsedRuns(state, now).length > 0);
  if (!isAny) return;
  const lapsed = await sessions.edit(id, expireLeases, null);
  leaseChannel.publish({ kind: 'run', lapsed } satisfies LeaseMeasure);
}
