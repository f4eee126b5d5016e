import { expect, it } from 'vitest';
import { OpenRequests, patience, quiet } from './open-requests.ts';

/** Pauses that end when the test says so, in place of the clock. */
function clock() {
  const running: { readonly milliseconds: number; readonly end: () => void }[] = [];
  const pause = (milliseconds: number, value: false, { signal }: { readonly signal: AbortSignal }) =>
    new Promise<false>((resolve, reject) => {
      const entry = { milliseconds, end: () => resolve(value) };
      running.push(entry);
      signal.addEventListener('abort', () => {
        running.splice(running.indexOf(entry), 1);
        reject(new Error('aborted'));
      });
    });
  /** Lets the pauses that run now pass. */
  const pass = async () => {
    for (const { end } of running.splice(0)) end();
    await settled();
  };
  return { pause, pass, lengths: () => running.map(({ milliseconds }) => milliseconds) };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function request() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, answer: resolve };
}

it('an answer within the patience is neither late nor a hang', async () => {
  const { pause, lengths } = clock();
  const open = new OpenRequests(pause);
  const one = request();
  const waiting = open.wait(() => 'one', one.promise);
  expect(lengths()).toEqual([patience]);
  one.answer();
  await waiting;
  expect(lengths()).toEqual([]);
  expect([open.late, await open.hangs()]).toEqual([0, []]);
});

it('an answer after the patience is late, also when the others are over', async () => {
  const { pause, pass, lengths } = clock();
  const open = new OpenRequests(pause);
  const [early, last] = [request(), request()];
  const waiting = Promise.all([
    open.wait(() => 'early', early.promise),
    open.wait(() => 'last', last.promise),
  ]);
  await pass();
  await waiting;
  early.answer();
  await settled();
  expect(open.late).toBe(1);
  const hangs = open.hangs();
  expect(lengths()).toEqual([quiet]);
  last.answer();
  expect(await hangs).toEqual([]);
  expect(open.late).toBe(2);
});

it('what is still open two minutes after the last other answer hangs', async () => {
  const { pause, pass, lengths } = clock();
  const open = new OpenRequests(pause);
  const [slow, never] = [request(), request()];
  const waiting = Promise.all([
    open.wait(() => 'slow', slow.promise),
    open.wait(() => 'never', never.promise),
  ]);
  await pass();
  await waiting;
  let found: readonly string[] | undefined;
  void open.hangs().then((all) => {
    found = all;
  });
  slow.answer();
  await settled();
  // The time began again with that answer.
  expect([found, lengths(), open.late]).toEqual([undefined, [quiet], 1]);
  await pass();
  expect([found, open.late]).toEqual([['never'], 1]);
  expect(quiet).toBe(120_000);
});
