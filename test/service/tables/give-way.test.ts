import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, it } from 'vitest';
import { readInThread } from '../../../src/service/tables/requests/read-in-thread.ts';
import { none, plan } from './reading.ts';

const threads = (): number[] => readdirSync('/proc/self/task').map(Number);

/** Of a thread that may have ended. */
function priorityOf(thread: number): number {
  try {
    return getPriority(thread);
  } catch {
    return getPriority();
  }
}

it.runIf(process.platform === 'linux')('the thread that reads a table gives way to requests', async () => {
  const rows = Array.from({ length: 3000 }, (_, i) => `${i / 3000},${i}\n`).join('');
  const reading = readInThread({
    bytes: Buffer.from(`x,Output\n${rows}`),
    plan,
    known: none,
    withRows: true,
    most: { rows: 10_000, cells: 100_000, textLength: 100_000 },
  });
  let answered = false;
  const done = () => {
    answered = true;
  };
  reading.then(done, done);
  // Its rows are asked for bit by bit: it lives until the last of them is here.
  let lowest = getPriority();
  while (!answered) {
    lowest = Math.max(lowest, ...threads().map(priorityOf));
    await new Promise((resolve) => void setImmediate(resolve));
  }
  expect((await reading).rows).toHaveLength(3000);
  expect(lowest).toBe(Math.min(19, getPriority() + 5));
});
