import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readInThread } from '../../../../src/service/tables/requests/read-in-thread.ts';
import { none, plan } from '../reading.ts';

const taskOf = (text: string) => ({
  bytes: Buffer.from(text),
  plan,
  known: none,
  withRows: true,
  most: { rows: 100_000, cells: 1_000_000, textLength: 100_000 },
});

const small = () => readInThread(taskOf('x,Output\n1,2\n'), 600);

const threads = (): string[] => readdirSync('/proc/self/task');

it.runIf(process.platform === 'linux')(
  'small files, one after another, are read by the same thread',
  async () => {
    await small();
    const before = new Set(threads());
    for (let i = 0; i < 3; i++) expect((await small()).rows).toHaveLength(1);
    expect(threads().filter((thread) => !before.has(thread))).toEqual([]);
  },
);

it('a file that cannot be read leaves the thread to the next one', async () => {
  await expect(readInThread(taskOf('\0\0'), 600)).rejects.toThrow();
  expect((await small()).rows).toHaveLength(1);
});

it('a small file does not wait until large ones are read', async () => {
  const rows = Array.from({ length: 3000 }, (_, i) => `${i / 3000},${i},${'a'.repeat(90)}\n`).join('');
  const ended: string[] = [];
  const large = Array.from({ length: 4 }, () =>
    readInThread(taskOf(`x,Output,Comment\n${rows}`), 600).then(({ rows: { length } }) => {
      ended.push(`large ${length}`);
    }),
  );
  const first = small().then(() => {
    ended.push('small');
  });
  await Promise.all([...large, first]);
  expect(ended.filter((one) => one === 'large 3000')).toHaveLength(4);
  // Two of the large ones begin before it, and two stand behind them.
  expect(ended.indexOf('small')).toBeLessThan(3);
});
