import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves once it is so. Only the time limit of the test ends it otherwise: a busy machine is slow, and not wrong. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(5);
}
