import { CancelledError } from '../engine/errors.ts';
import type { Slices } from '../engine/slices.ts';
import { sliceDeadline, yieldToEventLoop } from './event-loop.ts';

const isSliced = <T>(work: T | Slices<T>): work is Slices<T> =>
  typeof work === 'object' && work !== null && Symbol.iterator in work && 'next' in work;

/**
 * Runs sliced work to its end, and lets other requests in between the slices.
 *
 * @param signal fires when nobody waits for the result any more
 * @throws CancelledError it fired before the end
 */
export async function inSlices<T>(work: T | Slices<T>, signal?: AbortSignal): Promise<T> {
  if (!isSliced(work)) return work;
  for (;;) {
    const until = sliceDeadline();
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
    await yieldToEventLoop();
    if (signal?.aborted) throw new CancelledError('cancelled, because its client disconnected');
  }
}
