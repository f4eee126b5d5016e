import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import {
  BackendUnavailableError,
  CancelledError,
  InfeasibleRegionError,
} from '../../../src/engine/errors.ts';
import { PoolClosedError, QueueFullError, WorkerCrashedError } from '../../../src/service/jobs/errors.ts';
import { createPool, type Pool, type PoolOptions, type RunOptions } from '../../../src/service/jobs/pool.ts';
import type { TaskName } from '../../../src/service/jobs/task-table.ts';
import type { Answer, Order } from './fixture-tasks.ts';

let pool: Pool | undefined;
const open = (options: Partial<PoolOptions> = {}) => {
  pool = createPool({
    backend: 'ts',
    workers: 1,
    tasks: new URL('./fixture-tasks.ts', import.meta.url).href,
    ...options,
  });
  return pool;
};
afterEach(() => pool?.close());

/** The fixture's tasks go by the names of the engine's, so types are set aside here. */
const run = (order: Order, options?: RunOptions, name: TaskName = 'train') =>
  pool!.run(name, order as never, options) as unknown as Promise<Answer>;

describe('pool', () => {
  it('starts no worker before the first job, then one', async () => {
    open({ workers: 3 });
    expect(pool!.describe()).toMatchObject({ started: 0, workers: 5, backend: null });
    expect(await run({ payload: 1 })).toMatchObject({ payload: 1, backend: 'ts' });
    await run({});
    expect(pool!.describe()).toMatchObject({ started: 1, running: 0, waiting: 0, backend: 'ts' });
  });

  it('carries typed arrays and maps there and back', async () => {
    open();
    const payload = { x: Float64Array.of(1, Number.NaN, -0), m: new Map([[3, 4.5]]) };
    const answer = await run({ payload });
    expect(answer.payload).toStrictEqual(payload);
    expect(payload.x.length).toBe(3);
  });

  it('lets small predictions stand in line on a worker, where one can be given up and one may end it', async () => {
    open();
    const small = (order: Order, options?: RunOptions) =>
      run({ ...order, m: 1, models: [] } as Order, options, 'predict');
    const answers = Array.from({ length: 40 }, (_, i) => small({ payload: i }, { key: `s${i % 3}` }));
    expect(pool!.describe()).toMatchObject({ running: 32, waiting: 8 });
    expect((await Promise.all(answers)).map(({ payload }) => payload)).toEqual(answers.map((_, i) => i));
    const leaving = new AbortController();
    const ahead = [1, 2].map(() => small({ sleepMs: 20 }));
    const left = small({ untilCancelled: true }, { signal: leaving.signal });
    const behind = small({ payload: 'behind' });
    leaving.abort();
    await expect(left).rejects.toThrow(CancelledError);
    await Promise.all(ahead);
    expect((await behind).payload).toBe('behind');
    const fatal = [1, 2].map((payload) => small({ payload, sleepMs: 5 }));
    const crash = small({ crash: true });
    const after = [3, 4].map((payload) => small({ payload }));
    await expect(crash).rejects.toThrow(WorkerCrashedError);
    const told = await Promise.all([...fatal, ...after]);
    expect(told.map(({ payload }) => payload)).toEqual([1, 2, 3, 4]);
  });

  it('sends jobs of one session to the worker that knows it, and others elsewhere', async () => {
    open({ workers: 2 });
    const [a, b] = await Promise.all([
      run({ sleepMs: 60 }, { key: 'A' }),
      run({ sleepMs: 60 }, { key: 'B' }),
    ]);
    expect(a.thread).not.toBe(b.thread);
    for (let i = 0; i < 3; i++) {
      expect((await run({}, { key: 'B' })).thread).toBe(b.thread);
      expect((await run({}, { key: 'A' })).thread).toBe(a.thread);
      expect((await run({}, { key: 'A' }, 'predict')).thread).toBe(a.thread);
    }
  });

  it('predicts on the light worker while all others train', async () => {
    open();
    const control = new AbortController();
    const long = run({ untilCancelled: true }, { key: 'A', signal: control.signal });
    expect(await run({ payload: 'predicted' }, { key: 'A' }, 'predict')).toMatchObject({
      payload: 'predicted',
    });
    control.abort();
    await expect(long).rejects.toThrow(CancelledError);
  });

  it('does small jobs on the quick worker while long ones have all others, and not beside small ones', async () => {
    open();
    const first = await run({ payload: 'small' }, { key: 'A' });
    const control = new AbortController();
    const long = run({ n: 3000, untilCancelled: true }, { key: 'A', signal: control.signal });
    const late = run({ n: 3000, payload: 'long' }, { key: 'B' });
    const [one, two] = await Promise.all([
      run({ n: 200 }, { key: 'D' }),
      run({ count: 4, models: [{ n: 30 }] }, { key: 'C' }, 'suggest'),
    ]);
    expect(one.thread).not.toBe(first.thread);
    expect(two.thread).toBe(one.thread);
    expect(pool!.describe()).toMatchObject({ running: 1, waiting: 1 });
    control.abort();
    await expect(long).rejects.toThrow(CancelledError);
    expect(await late).toMatchObject({ payload: 'long', thread: first.thread });
    const both = await Promise.all([run({ sleepMs: 20 }), run({})]);
    expect(both.map(({ thread }) => thread)).toEqual([first.thread, first.thread]);
  });

  it('lets sessions take turns, first in first out within one', async () => {
    open();
    const order: string[] = [];
    const note = (key: string, name: string) => run({}, { key }).then(() => order.push(name));
    await Promise.all([
      ...['A0', 'A1', 'A2', 'A3'].map((name) => note('A', name)),
      ...['B0', 'B1'].map((name) => note('B', name)),
    ]);
    expect(order).toEqual(['A0', 'A1', 'B0', 'A2', 'B1', 'A3']);
  });

  it('refuses what does not fit the queue and says when to come back', async () => {
    open({ queueLimit: 2 });
    const taken = [run({ sleepMs: 50 }), run({}), run({})];
    const refused = await run({}).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(QueueFullError);
    expect((refused as QueueFullError).retryAfterSeconds).toBeGreaterThanOrEqual(1);
    await expect(Promise.all(taken)).resolves.toHaveLength(3);
    await expect(run({ payload: 'later' })).resolves.toMatchObject({ payload: 'later' });
  });

  it('refuses what is too much for one session, and takes jobs of others', async () => {
    open({ queueLimit: 9, keyLimit: 2 });
    const jobs = [0, 1, 2].map(() => run({ sleepMs: 30 }, { key: 'A' }));
    const refused = (await run({}, { key: 'A' }).catch((error: unknown) => error)) as Error;
    expect([refused.name, refused.message]).toEqual([
      'TooManyJobsError',
      expect.stringContaining('LIMIT_SESSION_JOBS'),
    ]);
    jobs.push(run({}, { key: 'B' }), run({}, { key: 'A' }, 'predict'));
    expect(await Promise.all(jobs)).toHaveLength(5);
  });

  it('gives a running job up at once and frees its worker', async () => {
    open();
    const control = new AbortController();
    const onProgress = () => control.abort();
    const given = run({ progress: 1, untilCancelled: true }, { signal: control.signal, onProgress });
    await expect(given).rejects.toThrow(CancelledError);
    expect(await run({ payload: 'next' })).toMatchObject({ payload: 'next' });
  });

  it('takes a waiting job out of the queue', async () => {
    open();
    const control = new AbortController();
    const first = run({ sleepMs: 100 });
    const waiting = run({}, { signal: control.signal });
    expect(pool!.describe().waiting).toBe(1);
    control.abort();
    await expect(waiting).rejects.toThrow(CancelledError);
    expect(pool!.describe().waiting).toBe(0);
    await expect(run({}, { signal: control.signal })).rejects.toThrow(CancelledError);
    await first;
  });

  it('replaces a worker whose given-up job does not stop', async () => {
    const lines: string[] = [];
    open({ cancelGraceMs: 50, log: (line) => lines.push(line) });
    const control = new AbortController();
    // Not before it runs: a job that was given up earlier is never begun.
    const onProgress = () => control.abort();
    const deaf = run({ progress: 1, deaf: true }, { signal: control.signal, onProgress });
    await expect(deaf).rejects.toThrow(CancelledError);
    expect(await run({ payload: 'next' })).toMatchObject({ payload: 'next' });
    expect(lines.join('\n')).toMatch(/train was cancelled and did not stop within 50 ms/);
  });

  it('rejects the job of a crashed worker, keeps the queue and starts another worker', async () => {
    const lines: string[] = [];
    open({ log: (line) => lines.push(line) });
    const crash = run({ crash: true });
    const next = run({ payload: 'next' });
    await expect(crash).rejects.toThrow(WorkerCrashedError);
    await expect(crash).rejects.toThrow(/train: its worker ended unexpectedly \(exit code 7\)/);
    expect(await next).toMatchObject({ payload: 'next' });
    expect(lines.join('\n')).toMatch(/worker ended unexpectedly/);
  });

  it('keeps class, message and fields of errors', async () => {
    open();
    const infeasible = await run({ fail: 'infeasible' }).catch((error: unknown) => error);
    expect(infeasible).toBeInstanceOf(InfeasibleRegionError);
    expect(infeasible).toMatchObject({
      name: 'InfeasibleRegionError',
      message: 'region: constraint c1 leaves nothing',
    });
    await expect(run({ fail: 'unknown-class' })).rejects.toMatchObject({
      name: 'OddError',
      message: 'odd',
      terms: ['a*b', 'a^2'],
    });
    await expect(run({ fail: 'thrown-string' })).rejects.toThrow('a task threw just text');
    await expect(run({ fail: 'cannot-clone' })).rejects.toThrow(/could not be cloned/);
    await expect(run({ payload: () => 1 })).rejects.toThrow(/could not be cloned/);
    await expect(run({}, {}, 'no_such' as TaskName)).rejects.toThrow("jobs: no task is called 'no_such'");
  });

  it('reports progress, the end always', async () => {
    open();
    const seen: [number, string][] = [];
    await run({ progress: 50 }, { onProgress: (fraction, message) => seen.push([fraction, message]) });
    expect(seen.at(-1)).toEqual([1, 'step 50']);
    expect(seen.length).toBeLessThan(50);
  });

  it('finds at start-up that the backend asked for is not there', async () => {
    open({ backend: 'cuda' });
    await expect(pool!.start()).rejects.toThrow(BackendUnavailableError);
    await expect(run({})).rejects.toThrow("backend 'cuda' was requested and could not load");
  });

  it('says at start which backend works', async () => {
    expect(await open().start()).toMatchObject({ backend: 'ts', started: 1 });
  });

  it('keeps a process alive while it waits for a worker, and no longer', async () => {
    const source = new URL('../../../src/service/jobs/pool.ts', import.meta.url).href;
    const script = `
      const { createPool } = await import(${JSON.stringify(source)});
      const pool = createPool({ backend: 'ts', workers: 1 });
      console.log((await pool.start()).backend);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    expect(stdout.trim()).toBe('ts');
  });

  it('rejects what waits and runs when it closes', async () => {
    open();
    const jobs = [run({ deaf: true }), run({})];
    const settled = Promise.allSettled(jobs);
    await pool!.close();
    for (const one of await settled)
      expect(one).toMatchObject({ status: 'rejected', reason: expect.any(PoolClosedError) });
    await expect(run({})).rejects.toThrow(PoolClosedError);
  });
});
