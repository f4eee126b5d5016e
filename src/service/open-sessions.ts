import type { SessionEvent } from '../contract/sessions/events.ts';
import type { State } from './session/state.ts';

/** A change that waits for its turn. */
export interface QueuedEdit {
  /** `version` is that of the state, undefined when others changed it in the same turn. */
  readonly run: (
    state: State,
    version: string | undefined,
  ) => Promise<{ state: State; events: readonly SessionEvent[]; answer: unknown }>;
  /** The queued job that ends with it. */
  readonly job: string | undefined;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A session in memory. */
export interface OpenSession {
  /** The visible state: committed, or acknowledged as unsaved. */
  state: State;
  /** What the store has; undefined when it is not known, so that the next write must be a whole one. */
  saved: State | undefined;
  /** Revision in the store; 0 if it was never stored. */
  revision: number;
  /** Of the document that the store has. */
  format: number;
  /** Counts what was acknowledged without being saved since the last write that succeeded. */
  unsaved: number;
  /** Why the last of these could not be written, without paths of the server. */
  failure: string | undefined;
  /** Requests that work on it. */
  jobs: number;
  /** What gives up the jobs that wait or run for it. */
  readonly running: Set<AbortController>;
  waiting: QueuedEdit[];
  /** Whether waiting changes are being carried out. */
  isChanging: boolean;
  /** Deleted, or being deleted. */
  isGone: boolean;
}

export const openSession = (
  state: State,
  saved: State | undefined,
  revision: number,
  format: number,
): OpenSession => ({
  state,
  saved,
  revision,
  format,
  unsaved: 0,
  failure: undefined,
  jobs: 0,
  running: new Set(),
  waiting: [],
  isChanging: false,
  isGone: false,
});

/** The session is deleted: a late change must not bring it back, and nobody waits for its jobs. */
export function endSession(session: OpenSession): void {
  session.isGone = true;
  for (const job of session.running) job.abort();
}

/** Distinguishes states of a session that a client may have seen. */
export const versionOf = ({ revision, unsaved }: OpenSession): string =>
  unsaved > 0 ? `${revision}-${unsaved}` : String(revision);

/**
 * Sessions in memory. Beyond `limit` sessions the least recently used are dropped, except those that are unsaved, in use or listened to.
 */
export class OpenSessions {
  readonly #limit: number;
  readonly #isHeard: (id: string) => boolean;
  /** In the order of last use. */
  readonly #open = new Map<string, OpenSession>();
  #dropping: NodeJS.Immediate | undefined;

  constructor(limit: number, isHeard: (id: string) => boolean) {
    this.#limit = limit;
    this.#isHeard = isHeard;
  }

  ids(): Iterable<string> {
    return this.#open.keys();
  }

  /** The session where it is in memory. */
  peek(id: string): OpenSession | undefined {
    return this.#open.get(id);
  }

  /** As `peek`, and counts as use. */
  use(id: string): OpenSession | undefined {
    const session = this.#open.get(id);
    if (session !== undefined) this.add(session);
    return session;
  }

  /** Takes the session in as the one used last. */
  add(session: OpenSession): void {
    this.#open.delete(session.state.id);
    this.#open.set(session.state.id, session);
    if (this.#open.size > this.#limit) this.#dropSoon();
  }

  remove(id: string): void {
    this.#open.delete(id);
  }

  /** Not at once: a caller that just got a session has not begun to use it. */
  #dropSoon(): void {
    this.#dropping ??= setImmediate(() => {
      this.#dropping = undefined;
      this.#dropIdle();
    });
  }

  #dropIdle(): void {
    for (const { state, saved, jobs, isChanging } of this.#open.values()) {
      if (this.#open.size <= this.#limit) return;
      if (state !== saved || jobs > 0 || isChanging || this.#isHeard(state.id)) continue;
      this.#open.delete(state.id);
    }
  }
}
