import type { SessionEvent } from '../contract/events.ts';
import type { State } from './session/state.ts';

export type Listener = (event: SessionEvent) => void;

export interface OpenSession {
  state: State;
  /** The state that the last finished save wrote. */
  saved: State | undefined;
  /** Jobs that are running for it. */
  jobs: number;
  readonly listeners: Set<Listener>;
}

/**
 * Sessions in memory and who listens to them. Past `limit` sessions the ones that nobody used for the longest time are
 * dropped, save those that are unsaved, being worked on or listened to.
 */
export class OpenSessions {
  readonly #limit: number;
  /** In the order of last use. */
  readonly #open = new Map<string, OpenSession>();
  /** Who listens, by ID; kept beside the sessions, as one may listen before the session is loaded. */
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(limit: number) {
    this.#limit = limit;
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

  /** A session with its listeners that is not yet among the open ones. */
  prepare(state: State, saved: State | undefined): OpenSession {
    return { state, saved, jobs: 0, listeners: this.#listenersOf(state.id) };
  }

  /** Takes the session in as the one used last. */
  add(session: OpenSession): void {
    this.#open.delete(session.state.id);
    this.#open.set(session.state.id, session);
    if (this.#open.size > this.#limit) this.#dropIdle(session);
  }

  #dropIdle(used: OpenSession): void {
    for (const session of this.#open.values()) {
      const { state, saved, jobs, listeners } = session;
      if (session === used || state !== saved || jobs > 0 || listeners.size > 0) continue;
      this.#open.delete(state.id);
      this.#listeners.delete(state.id);
      if (this.#open.size <= this.#limit) return;
    }
  }

  /** @returns what still listens to the ID */
  remove(id: string): readonly Listener[] {
    this.#open.delete(id);
    return [...(this.#listeners.get(id) ?? [])];
  }

  /** Calls back with every event of the session until the returned function is called. The session need not exist. */
  listen(id: string, listener: Listener): () => void {
    const listeners = this.#listenersOf(id);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && !this.#open.has(id)) this.#listeners.delete(id);
    };
  }

  #listenersOf(id: string): Set<Listener> {
    let listeners = this.#listeners.get(id);
    if (listeners === undefined) {
      listeners = new Set();
      this.#listeners.set(id, listeners);
    }
    return listeners;
  }
}

export function tell({ listeners }: OpenSession, events: readonly SessionEvent[]): void {
  for (const event of events) for (const listener of [...listeners]) listener(event);
}
