import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { JobSupersededError } from '../../src/service/errors.ts';
import { createPool, type RunOptions } from '../../src/service/jobs/pool.ts';
import { QueuedPool } from '../../src/service/queued-pool.ts';
import { release } from '../../src/service/release.ts';
import { toDocument } from '../../src/service/session/format/document.ts';
import { emptyState } from '../../src/service/session/state.ts';
import type { JobQueue, LeasedJob, NewJob, WorkerIdentity } from '../../src/service/store/job-queue.ts';
import { memoryStore } from '../../src/service/store/memory.ts';
import { postgresStore } from '../../src/service/store/postgres/store.ts';
import type { Store } from '../../src/service/store/store.ts';
import { JobWorker, type WorkerPool } from '../../src/service/worker.ts';
import { fillSession, inlinePool, testApp } from './support/app.ts';
import { postgresPrograms, query, TestPostgres } from './support/postgres.ts';
import { until } from './support/until.ts';

let postgres: TestPostgres;
let database: string;
const closing: (() => Promise<unknown>)[] = [];

async function openStore(): Promise<Store & { readonly jobs: JobQueue }> {
  const store = await postgresStore({ url: database, connections: 4 });
  closing.push(() => store.close());
  return store as Store & { readonly jobs: JobQueue };
}

const nobody = {
  ...inlinePool,
  close: async () => {},
};

type Run = (name: string, task: unknown, options?: RunOptions) => Promise<unknown>;

/** A worker in this process on the given pool. */
async function startWorker(run: Run = inlinePool.run as unknown as Run, jobs = 1) {
  const { jobs: queue } = await openStore();
  const pool = { run, describe: () => ({ backend: 'ts', choice: 'ts' }) } as unknown as WorkerPool;
  const worker = new JobWorker(queue, pool, { jobs });
  worker.start();
  closing.unshift(() => worker.stop(0));
  await until(() => queue.hasWorker({ needs: [], memory: 0 }));
  return worker;
}

const machine = (id: string, capabilities: readonly string[] = [], memory = 1e12): WorkerIdentity => ({
  id,
  capabilities,
  memory,
});

const newJob = (more: Partial<NewJob> = {}): NewJob => ({
  id: randomUUID(),
  sessionId: 's',
  name: 'train',
  layout: 1,
  payload: Buffer.from('payload'),
  needs: [],
  memory: 0,
  ...more,
});

/** As if the worker had been silent for the time of its lease. */
const expire = (id: string) =>
  query(database, "update job set lease_until = now() - interval '1 ms' where id = $1", [id]);

const everything = { longSeconds: -1 };

describe.skipIf(postgresPrograms === undefined)('jobs on other machines', () => {
  beforeAll(async () => {
    postgres = await TestPostgres.start();
    database = await postgres.database();
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    await query(database, 'truncate job, worker, model, session, session_chunk, session_write, outbox');
  });
  afterAll(() => postgres?.stop());

  it('give the answers that this machine gives, models going by what they hold', async () => {
    await startWorker();
    const store = await openStore();
    const ran: string[] = [];
    const own = { ...nobody, run: (name: string) => Promise.reject(new Error(`${name} ran here`)) };
    const queued = new QueuedPool(own as never, store.jobs, {
      ...everything,
      log: (line) => ran.push(line.split(' ')[1] as string),
    });
    const elsewhere = await testApp(store, queued);
    const here = await testApp(memoryStore());
    const answers = [];
    for (const app of [elsewhere, here]) {
      const path = await app.session({});
      await fillSession(app, path, 9);
      const trained = await app.call('POST', `${path}/model/train`, {
        backend: 'botorch',
        kernel: 'Matern',
      });
      expect(trained.status).toBe(200);
      const predicted = await app.call('POST', `${path}/model/predict`, { inputs: [{ x: 3, c: 'A' }] });
      const body = { strategy: 'EI', goal: 'maximize', n_suggestions: 1, seed: 3 };
      const suggested = await app.call('POST', `${path}/acquisition/suggest`, body);
      expect([predicted.status, suggested.status]).toEqual([200, 200]);
      answers.push([trained.body.metrics, predicted.body.predictions, suggested.body.suggestions]);
      await app.app.close();
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(ran).toEqual(['train', 'predict', 'suggest']);
    const rows = await query(database, 'select name, state, provenance from job order by created_at');
    // The result of a training ended with its commit; what commits no run is pending for nobody.
    expect(rows.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'train done',
      'predict computed',
      'suggest done',
    ]);
    expect(JSON.parse(rows[0]?.provenance as string)).toMatchObject({ backend: 'ts' });
    expect(await query(database, 'select id from model')).toHaveLength(1);
    await queued.close();
  });

  it('say in answers, in the model and after a reload what computed them, here and elsewhere', async () => {
    const pool = createPool({ backend: 'ts', workers: 1 });
    closing.push(() => pool.close());
    await pool.start();
    const { jobs: queue } = await openStore();
    const worker = new JobWorker(queue, pool);
    worker.start();
    closing.unshift(() => worker.stop(0));
    await until(() => queue.hasWorker({ needs: [], memory: 0 }));
    const computed_by = { backend: 'ts', device: 'CPU', version: release };
    for (const isElsewhere of [false, true]) {
      const store = await openStore();
      const runner = isElsewhere ? new QueuedPool(nobody, store.jobs, everything) : pool;
      const app = await testApp(store, runner);
      const path = await app.session({});
      await fillSession(app, path, 6);
      const trained = await app.call('POST', `${path}/model/train`, { backend: 'sklearn', kernel: 'Matern' });
      expect(trained.body).toMatchObject({ success: true, computed_by });
      const suggested = await app.call('POST', `${path}/acquisition/suggest`, { strategy: 'EI', seed: 1 });
      expect(suggested.body).toMatchObject({ computed_by });
      const predicted = await app.call('POST', `${path}/model/predict`, { inputs: [{ x: 3, c: 'A' }] });
      expect(predicted.body).toMatchObject({ n_predictions: 1, computed_by });
      const optimum = await app.call('POST', `${path}/acquisition/find-optimum`, { goal: 'maximize' });
      expect(optimum.body).toMatchObject({ goal: 'maximize', computed_by });
      const other = await testApp(await openStore(), nobody);
      expect((await other.call('GET', `${path}/model`)).body).toMatchObject({
        is_trained: true,
        computed_by,
      });
      await other.app.close();
      await app.app.close();
    }
    const rows = await query(database, 'select provenance from job');
    expect(rows).toHaveLength(4);
    for (const { provenance } of rows)
      expect(JSON.parse(provenance as string)).toEqual({ worker: worker.id, ...computed_by });
  });

  it('run here when they are short, or no worker fits, or the worker left before it began', async () => {
    const store = await openStore();
    const here: string[] = [];
    const run = async (name: string) => {
      here.push(name);
      return 'here';
    };
    const own = { run, close: async () => {} } as never;
    const short = new QueuedPool(own, store.jobs);
    const task = { n: 10, d: 1, outputs: [[]] } as never;
    expect(await short.run('train', task)).toBe('here');
    const long = new QueuedPool(own, store.jobs, everything);
    expect(await long.run('train', task)).toBe('here');
    await store.jobs.announce(machine('w', ['cuda'], 1000));
    expect(await store.jobs.hasWorker({ needs: ['cuda'], memory: 1000 })).toBe(true);
    expect(await store.jobs.hasWorker({ needs: ['cuda'], memory: 1001 })).toBe(false);
    expect(await store.jobs.hasWorker({ needs: ['rocm'], memory: 0 })).toBe(false);
    const big = { n: 1e4, d: 1, outputs: [[]] } as never;
    expect(await long.run('train', big)).toBe('here');
    expect(here).toHaveLength(3);
    expect(await query(database, 'select 1 from job')).toHaveLength(0);
    await short.close();
  });

  it('go to workers that know their layout alone, and run here where there are none', async () => {
    const { jobs } = await openStore();
    await jobs.announce(machine('former', ['layout:0']));
    const here: string[] = [];
    const own = { run: async (name: string) => here.push(name), close: async () => {} } as never;
    const pool = new QueuedPool(own, jobs, everything);
    await pool.run('train', { n: 10, d: 1, outputs: [[]] } as never);
    expect(here).toEqual(['train']);
    const later = newJob({ needs: ['layout:99'], layout: 99 });
    await jobs.add(later);
    await startWorker();
    const known = newJob({ needs: ['layout:1'], payload: Buffer.from('none') });
    await jobs.add(known);
    const stateOf = async ({ id }: NewJob) =>
      (await query(database, 'select state, attempts from job where id = $1', [id]))[0];
    await until(async () => (await stateOf(known))?.state !== 'queued');
    // The worker has looked, and left the other one alone.
    expect(await stateOf(later)).toEqual({ state: 'queued', attempts: 0 });
    await pool.close();
  });

  it('go to the oldest that fits, to one worker each', async () => {
    const { jobs } = await openStore();
    const all = Array.from({ length: 12 }, (_, i) => newJob({ needs: i % 3 === 0 ? ['cuda'] : [] }));
    for (const job of all) await jobs.add(job);
    const plain = await Promise.all(Array.from({ length: 12 }, () => jobs.claim(machine('cpu'))));
    const taken = plain.flatMap((job) => job?.id ?? []);
    expect(new Set(taken).size).toBe(8);
    expect((await jobs.claim(machine('gpu', ['cuda'])))?.id).toBe(all[0]?.id);
  });

  it('discard what comes from a worker whose lease is over', async () => {
    const { jobs } = await openStore();
    const job = newJob();
    await jobs.add(job);
    const first = (await jobs.claim(machine('a'))) as LeasedJob;
    expect(await jobs.claim(machine('b'))).toBeUndefined();
    await expire(job.id);
    const second = (await jobs.claim(machine('b'))) as LeasedJob;
    expect(second.token).toBeGreaterThan(first.token);
    expect(await jobs.beat(first, 0.5, '')).toBe(false);
    expect(await jobs.end(first, { state: 'computed', result: Buffer.from('late') })).toBe(false);
    expect(await jobs.end(second, { state: 'computed', result: Buffer.from('in time') })).toBe(true);
    expect(Buffer.from((await jobs.view(job.id))?.result as Uint8Array).toString()).toBe('in time');
  });

  it('are tried three times, and are dead then, with the reason', async () => {
    const { jobs } = await openStore();
    const job = newJob();
    await jobs.add(job);
    for (const id of ['a', 'b', 'c']) {
      const lease = (await jobs.claim(machine(id))) as LeasedJob;
      if (id === 'b') await jobs.giveBack(lease, 'out of memory');
      else await expire(job.id);
    }
    expect(await jobs.claim(machine('d'))).toBeUndefined();
    const view = await jobs.view(job.id);
    expect(view?.state).toBe('dead');
    expect(view?.reason).toBe('begun 3 times and never ended; last on c: out of memory');
  });

  it('have their effect once: commit and end of the job are one', async () => {
    const store = await openStore();
    const now = '2026-01-01T00:00:00.000Z';
    await store.save('s', toDocument(emptyState('s', now)), 0);
    const job = newJob();
    await store.jobs.add(job);
    const lease = (await store.jobs.claim(machine('a'))) as LeasedJob;
    const apply = (expected: number) =>
      store.append('s', [['set', ['version'], String(expected)]], expected, { jobs: [job.id] });
    await expect(apply(1)).rejects.toThrow(JobSupersededError);
    await store.jobs.end(lease, { state: 'computed', result: Buffer.from('r') });
    expect(await apply(1)).toBe(2);
    expect((await store.jobs.view(job.id))?.state).toBe('done');
    await expect(apply(2)).rejects.toThrow(JobSupersededError);
    expect(await store.revision('s')).toBe(2);
  });

  it('end with their error, and are given up with their client', async () => {
    const stopped: string[] = [];
    await startWorker((name, _task, { signal } = {}) => {
      if (name === 'predict')
        return Promise.reject(Object.assign(new RangeError('no such point'), { at: 3 }));
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => {
          stopped.push(name);
          reject(new Error('stopped'));
        });
      });
    }, 2);
    const store = await openStore();
    const pool = new QueuedPool(nobody, store.jobs, everything);
    await expect(pool.run('predict', { models: [] } as never)).rejects.toMatchObject({
      message: 'no such point',
      at: 3,
    });
    const leaving = new AbortController();
    const waiting = pool.run('train', { n: 10, d: 1, outputs: [[]] } as never, { signal: leaving.signal });
    const running = "select 1 from job where state = 'running'";
    await until(async () => (await query(database, running)).length > 0);
    leaving.abort();
    await expect(waiting).rejects.toThrow('cancelled');
    await until(() => stopped.length > 0);
    expect(stopped).toEqual(['train']);
    await pool.close();
  });
});
