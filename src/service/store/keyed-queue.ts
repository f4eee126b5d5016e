/** Work on one thing is carried out in the order in which it was asked for. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Begins when all that was asked for before on any of the keys has ended. */
  take<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = keys.flatMap((key) => this.#last.get(key) ?? []);
    const done = before.length === 0 ? work() : Promise.allSettled(before).then(work);
    const ended = done.then(
      () => {},
      () => {},
    );
    for (const key of keys) this.#last.set(key, ended);
    void ended.then(() => {
      for (const key of keys) if (this.#last.get(key) === ended) this.#last.delete(key);
    });
    return done;
  }
}
