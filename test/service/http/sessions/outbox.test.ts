import { expect, it } from 'vitest';
import { SendQueue } from '../../../../src/service/http/send-queue.ts';

const socketOf = (got: string[]) => ({
  readyState: 1,
  OPEN: 1,
  bufferedAmount: 0,
  send: (text: string) => void got.push(text),
  terminate() {
    this.readyState = 3;
  },
});

const silent = { info: () => {} };

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it('a thousand sockets are notified in several turns, each of them in order', async () => {
  const outbox = new SendQueue(silent);
  const all: string[][] = Array.from({ length: 1000 }, () => []);
  const sockets = all.map(socketOf);
  const told = () => all.reduce((sum, got) => sum + got.length, 0);
  for (const text of ['one', 'two', 'three']) for (const socket of sockets) outbox.send(socket, text);
  expect(told()).toBeLessThan(200);
  const turns: number[] = [];
  while (told() < 3000) {
    const before = told();
    await nextTurn();
    turns.push(told() - before);
  }
  expect(Math.max(...turns)).toBeLessThan(200);
  for (const got of all) expect(got).toEqual(['one', 'two', 'three']);
  // Nothing waits: what comes now is sent at once.
  await nextTurn();
  outbox.send(sockets[0] as (typeof sockets)[number], 'four');
  expect(all[0]).toHaveLength(4);
});

it('what waits is bounded: then whoever adds more sends some', () => {
  const outbox = new SendQueue(silent);
  const got: string[] = [];
  const socket = socketOf(got);
  for (let n = 0; n < 300_000; n++) outbox.send(socket, String(n));
  expect(got.length).toBeGreaterThan(199_000);
  expect(got.every((text, n) => text === String(n))).toBe(true);
});

it('a socket that is closed gets nothing, one that reads too slowly is ended', async () => {
  const outbox = new SendQueue(silent);
  const got: string[] = [];
  const [closed, slow] = [socketOf(got), socketOf(got)];
  closed.readyState = 3;
  slow.bufferedAmount = 2 ** 21;
  outbox.send(closed, 'a');
  outbox.send(slow, 'a');
  await nextTurn();
  expect(got).toEqual([]);
  expect(slow.readyState).toBe(3);
});
