import type { Backend, Program } from './backend.ts';

/**
 * Work that hands out the programs it needs run, one after another, and goes on when each has been run.
 *
 * Whoever drives it decides what else runs in the same crossing; what is written to and read from slots is the same
 * either way, so the result is too.
 */
export type Steps<T> = Generator<Program, T, void>;

/** Runs the programs of one piece of work as they come. */
export function runAlone<T>(steps: Steps<T>, backend: Backend): T {
  for (let next = steps.next(); ; next = steps.next()) {
    if (next.done) return next.value;
    backend.run(next.value);
  }
}
