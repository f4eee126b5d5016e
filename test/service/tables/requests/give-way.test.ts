import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, it } from 'vitest';
import { readInThread } from '../../../../src/service/tables/requests/read-in-thread.ts';
import { none, plan } from '../reading.ts';

const threads = (): number[] => readdirSync('/proc/self/task').map(Number);

/** Of a thread that may have ended. */
function priorityOf(thread: number): number {
  try {
    return getPriority(thread);
  } catch {
    return getPriority();
  }
}

const taskOf = (text: string) => ({
  bytes: Buffer.from(text),
  plan,
  known: none,
  withRows: true,
  most: { rows: 10_000, cells: 100_000, textLength: 100_000 },
});

it('a table that takes too long gives its place to the next one', async () => {
  // As long as it takes to start a thread is longer than this.
  const late = Array.from({ length: 4 }, () => readInThread(taskOf('x,Output\n1,2\n'), 0.001));
  for (const one of await Promise.allSettled(late)) {
    expect(one).toMatchObject({
      status: 'rejected',
      reason: { name: 'ValueError', message: expect.stringContaining('LIMIT_TABLE_SECONDS') },
    });
  }
  expect((await readInThread(taskOf('x,Output\n1,2\n'), 600)).rows).toHaveLength(1);
});

it.runIf(process.platform === 'linux')('the thread that reads a table gives way to requests', async () => {
  const rows = Array.from({ length: 3000 }, (_, i) => `${i / 3000},${i}\n`).join('');
  const reading = readInThread(taskOf(`x,Output\n${rows}`), 600);
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
