import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of work after which others get their turn. */
const slice = 8;

/** Lets other work run between the pieces of a long one. */
export class Slices {
  #since = performance.now();

  /** To be called after each piece of some milliseconds or less. */
  async pause(): Promise<void> {
    if (performance.now() - this.#since < slice) return;
    await nextTurn();
    this.#since = performance.now();
  }
}
