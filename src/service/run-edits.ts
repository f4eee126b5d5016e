import { randomUUID } from 'node:crypto';
import type { SessionEvent } from '../contract/sessions/events.ts';
import type { Slices } from '../engine/slices.ts';
import { PreconditionFailedError } from './errors.ts';
import type { Origin } from './jobs/origins.ts';
import { type OpenSession, type QueuedEdit, versionOf } from './open-sessions.ts';
import { release } from './release.ts';
import { Replay, type RequestOptions } from './request-options.ts';
import { withHistory } from './session/history/history.ts';
import { checkLock } from './session/metadata/lock.ts';
import { replyTo, withReply } from './session/replies.ts';
import type { Change, Environment, State } from './session/state.ts';
import { inSlices } from './slices.ts';
import type { Store } from './store/store.ts';

/** A pure change of a session: run again on fresh state if another change came first. */
export type PureEdit<Answer> = (
  state: State,
  environment: Environment,
) => Change<Answer> | Slices<Change<Answer>>;

export type Outcome = { readonly answer: unknown } | { readonly error: unknown };

/** What a change takes from outside: the time of the store, the user, new IDs. */
export const environment = (store: Pick<Store, 'now'>, { author }: RequestOptions = {}): Environment => ({
  now: store.now().toISOString(),
  person: author?.name,
  newId: randomUUID,
});

/** For the environment of the change that applies a result. */
export const computedBy = ({
  backend,
  device,
  version = release,
}: Origin): Pick<Environment, 'computed_by'> =>
  backend === undefined || device === undefined ? {} : { computed_by: { backend, device, version } };

/** @throws PreconditionFailedError the version is none that the client accepts */
export function checkVersion(id: string, version: string | undefined, { ifMatch }: RequestOptions): void {
  if (ifMatch === undefined || (version !== undefined && ifMatch.includes(version))) return;
  throw new PreconditionFailedError(
    id,
    ifMatch.map((one) => `"${one}"`),
    version ?? 'a newer one',
  );
}

/** Carries out one change, unless it was carried out before. @throws Replay */
export async function runEdit<Answer>(
  state: State,
  version: string | undefined,
  edit: PureEdit<Answer>,
  options: RequestOptions,
  store: Pick<Store, 'now'>,
) {
  const around = environment(store, options);
  const { now } = around;
  const { once } = options;
  const reply = once && replyTo(state, once, now);
  if (reply !== undefined) throw new Replay(reply);
  if (options.lock !== undefined) checkLock(state, options.lock.token);
  checkVersion(state.id, version, options);
  const change = await inSlices(edit(state, around));
  const { answer, events = [] } = change;
  const next = once === undefined ? change.state : withReply(change.state, once, answer, now);
  if (next === state) return { state, answer, events };
  const metadata = { ...next.metadata, last_modified: now };
  const committed = await inSlices(withHistory(state, { ...next, last_accessed: now, metadata }, around));
  return { state: committed, answer, events };
}

/** Runs changes one after another; one that throws changes nothing and does not hold up the others. */
export async function runAll(
  session: OpenSession,
  group: readonly QueuedEdit[],
): Promise<{ state: State; events: SessionEvent[]; outcomes: Outcome[] }> {
  const before = session.state;
  let state = before;
  const events: SessionEvent[] = [];
  const outcomes: Outcome[] = [];
  for (const { run } of group) {
    try {
      const done = await run(state, state === before ? versionOf(session) : undefined);
      state = done.state;
      events.push(...done.events);
      outcomes.push({ answer: done.answer });
    } catch (error) {
      outcomes.push({ error });
    }
  }
  return { state, events, outcomes };
}
