import type { SessionEvent } from '../contract/sessions/events.ts';

/** `seq` orders the events of a session; it grows, and gaps mean nothing. */
export type Listener = (event: SessionEvent, seq: number) => void;

export interface ListenOptions {
  /** The last event that the client has seen: later ones are sent first. */
  readonly since?: number | undefined;
  /** Called once, before any event, with the number that events of the session have reached. */
  readonly started?: (seq: number) => void;
}

/** Sends events of a session to its subscribers. The session need not exist. */
export interface Publisher {
  /** Calls back with every event of the session until the returned function is called. */
  listen(id: string, listener: Listener, options?: ListenOptions): () => void;
  isHeard(id: string): boolean;
  /** Whether what is published now may reach anybody: who listens, or listened and may come back. */
  mayBeHeard(id: string): boolean;
  /** Sends an event that belongs to no commit. */
  publish(id: string, events: readonly SessionEvent[]): void;
  /** Tells what was just committed, together with the change where the store is shared. */
  committed(id: string, events: readonly SessionEvent[]): void;
  close(): Promise<void>;
}

/** Some events between the last one seen and the first one sent are no longer kept: the client reads the session again. */
export const resync = (id: string): SessionEvent => ({ type: 'resync', data: { session_id: id } });

/** Events that are kept of one session, and sessions of which any are kept. */
const keptEvents = 256;
const keptSessions = 512;

interface Published {
  readonly seq: number;
  readonly event: SessionEvent;
}

/** Events of a session after `from`, the last ones. */
interface Recent {
  from: number;
  readonly events: Published[];
}

/** Within this server alone. Numbers continue over a restart, as they begin with the time. */
export class LocalPublisher implements Publisher {
  readonly #listeners = new Map<string, Set<Listener>>();
  /** Sessions with subscribers, least recent first. */
  readonly #recent = new Map<string, Recent>();
  #seq = Date.now() * 1000;

  listen(id: string, listener: Listener, { since, started }: ListenOptions = {}): () => void {
    let listeners = this.#listeners.get(id);
    if (listeners === undefined) {
      listeners = new Set();
      this.#listeners.set(id, listeners);
    }
    const own = listeners;
    const recent = this.#remember(id);
    started?.(this.#seq);
    if (since !== undefined) this.#replay(id, recent, since, listener);
    own.add(listener);
    return () => {
      own.delete(listener);
      if (own.size === 0 && this.#listeners.get(id) === own) this.#listeners.delete(id);
    };
  }

  #replay(id: string, { from, events }: Recent, since: number, listener: Listener): void {
    if (since < from || since > this.#seq) listener(resync(id), this.#seq);
    else for (const { seq, event } of events) if (seq > since) listener(event, seq);
  }

  #remember(id: string): Recent {
    const recent = this.#recent.get(id) ?? { from: this.#seq, events: [] };
    this.#recent.delete(id);
    this.#recent.set(id, recent);
    for (const oldest of this.#recent.keys()) {
      if (this.#recent.size <= keptSessions) break;
      this.#recent.delete(oldest);
    }
    return recent;
  }

  isHeard(id: string): boolean {
    return this.#listeners.has(id);
  }

  mayBeHeard(id: string): boolean {
    return this.#listeners.has(id) || this.#recent.has(id);
  }

  publish(id: string, events: readonly SessionEvent[]): void {
    const listeners = this.#listeners.get(id);
    const recent = this.#recent.get(id);
    for (const event of events) {
      const seq = ++this.#seq;
      if (recent !== undefined) {
        recent.events.push({ seq, event });
        if (recent.events.length > keptEvents) recent.from = recent.events.shift()?.seq ?? recent.from;
      }
      for (const listener of [...(listeners ?? [])]) listener(event, seq);
    }
  }

  committed(id: string, events: readonly SessionEvent[]): void {
    this.publish(id, events);
  }

  async close(): Promise<void> {}
}
