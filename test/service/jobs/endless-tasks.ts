import { CancelledError } from '../../../src/engine/errors.ts';
import type { RunContext } from '../../../src/engine/run-context.ts';

/** Reports and runs until it is given up. */
function endless(_: unknown, context: RunContext): never {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  while (!context.cancelled?.()) {
    context.progress?.(0.5, 'half way');
    Atomics.wait(clock, 0, 0, 5);
  }
  throw new CancelledError('train: given up');
}

export const tasks = { train: () => Promise.resolve(endless) };
export const openBackend = () => ({ backend: { name: 'ts' }, notes: [] });
