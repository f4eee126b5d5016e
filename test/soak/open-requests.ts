import { setTimeout as sleep } from 'node:timers/promises';

/** For so long others wait for an answer, ms; then they go on beside it. */
export const patience = 60_000;

/**
 * A request hangs that is still open so long after the last of the others was answered, ms: by then the server has nothing else to
 * do. On a busy machine answers are late, which is no fault.
 */
export const quiet = 120_000;

type Pause = (
  milliseconds: number,
  value: false,
  options: { readonly signal: AbortSignal },
) => Promise<false>;

/** Requests that others do not wait for any more: late ones, or ones that hang. */
export class OpenRequests {
  /** Answered, but after the patience. */
  late = 0;
  readonly #open = new Map<Promise<void>, string>();
  readonly #pause: Pause;

  constructor(pause: Pause = sleep) {
    this.#pause = pause;
  }

  /** Whether it settles within a time; what comes later is not waited for. */
  async #isOverWithin(milliseconds: number, request: Promise<unknown>): Promise<boolean> {
    const timer = new AbortController();
    const after = this.#pause(milliseconds, false, { signal: timer.signal }).catch(() => false);
    const isOver = await Promise.race([request.then(() => true), after]);
    timer.abort();
    return isOver;
  }

  /** Until it is over, or for as long as others wait for it. */
  async wait(what: () => string, request: Promise<void>): Promise<void> {
    if (await this.#isOverWithin(patience, request)) return;
    const late = request.then(() => {
      this.late++;
      this.#open.delete(late);
    });
    this.#open.set(late, what());
  }

  /** Those that hang; asked once all others are over. */
  async hangs(): Promise<readonly string[]> {
    for (let left = this.#open.size; left > 0; left = this.#open.size) {
      // An answer shows that the server still works on the others: their time begins again.
      if (!(await this.#isOverWithin(quiet, Promise.race(this.#open.keys())))) break;
    }
    return [...this.#open.values()];
  }
}
