import type { SessionEvent } from '../contract/events.ts';

export type Listener = (event: SessionEvent) => void;

/** Tells those who listen to a session what happened to it. The session need not exist. */
export class Publisher {
  readonly #listeners = new Map<string, Set<Listener>>();

  /** Calls back with every event of the session until the returned function is called. */
  listen(id: string, listener: Listener): () => void {
    let listeners = this.#listeners.get(id);
    if (listeners === undefined) {
      listeners = new Set();
      this.#listeners.set(id, listeners);
    }
    const own = listeners;
    own.add(listener);
    return () => {
      own.delete(listener);
      if (own.size === 0 && this.#listeners.get(id) === own) this.#listeners.delete(id);
    };
  }

  isHeard(id: string): boolean {
    return this.#listeners.has(id);
  }

  publish(id: string, events: readonly SessionEvent[]): void {
    const listeners = this.#listeners.get(id);
    if (listeners === undefined) return;
    for (const event of events) for (const listener of [...listeners]) listener(event);
  }
}
