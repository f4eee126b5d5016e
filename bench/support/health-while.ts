import { setTimeout as sleep } from 'node:timers/promises';
import { wallSeconds } from './clock.ts';

/** Milliseconds of `/health`, asked every 5 ms while `work` runs. */
export async function healthWhile(base: string, work: Promise<unknown>): Promise<number[]> {
  let isDone = false;
  const finished = work.finally(() => {
    isDone = true;
  });
  const times: number[] = [];
  while (!isDone) {
    times.push(1e3 * (await wallSeconds(async () => (await fetch(`${base}/health`)).text())));
    await sleep(5);
  }
  await finished;
  return times;
}
