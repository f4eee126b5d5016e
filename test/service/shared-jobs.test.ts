import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '../../src/contract/server/jobs.ts';
import { AsyncJobs } from '../../src/service/async-jobs.ts';
import { postgresStore } from '../../src/service/store/postgres/store.ts';
import type { Store } from '../../src/service/store/store.ts';
import { LossyProxy } from './support/lossy-proxy.ts';
import { postgresPrograms, TestPostgres } from './support/postgres.ts';
import { until } from './support/until.ts';

let postgres: TestPostgres;
let database: string;
const quick = { connections: 3, patienceMs: 2000, statementMs: 2000, connectMs: 500 };
const beatMs = 40;
/** Where a server must not be taken for lost because the machine is busy. */
const calmMs = 500;

interface OneServer {
  readonly jobs: AsyncJobs;
  readonly store: Store;
  readonly complaints: string[];
}

async function server(url = database, beat = beatMs): Promise<OneServer> {
  const store = await postgresStore({ url, ...quick });
  const complaints: string[] = [];
  const jobs = new AsyncJobs(store, (_error, message) => complaints.push(message), beat);
  await jobs.recover();
  return { jobs, store, complaints };
}

async function end({ jobs, store }: OneServer): Promise<void> {
  await jobs.close();
  await store.close();
}

/** Work that ends when it is told to. */
function work() {
  let finish: (status: number) => void = () => {};
  let isCut = false;
  const run: Parameters<AsyncJobs['start']>[2] = ({ signal, onProgress }) =>
    new Promise((resolve) => {
      setImmediate(() => onProgress?.(0.25, 'a quarter'));
      finish = (status) => resolve({ status, body: { by: 'its server' }, saved: true });
      signal?.addEventListener('abort', () => {
        isCut = true;
        resolve({ status: 499, body: {}, saved: null });
      });
    });
  return {
    run,
    finish: (status: number) => finish(status),
    get isCut() {
      return isCut;
    },
  };
}

async function viewWhen({ jobs }: OneServer, id: string, isSo: (job: Job) => boolean): Promise<Job> {
  let view: Job | undefined;
  await until(async () => {
    view = await jobs.view(id).catch(() => undefined);
    return view !== undefined && isSo(view);
  });
  return view as Job;
}

const isOver = ({ status }: Job) => status !== 'running';

describe.skipIf(postgresPrograms === undefined)('jobs that nobody waits for, on several servers', () => {
  beforeAll(async () => {
    postgres = await TestPostgres.start();
    database = await postgres.database();
  });
  afterAll(() => postgres?.stop());

  it('are seen, with their progress, and cancelled from the other server', async () => {
    const [a, b] = [await server(database, calmMs), await server(database, calmMs)];
    const job = work();
    const { job_id } = await a.jobs.start('s', 'POST /x', job.run);
    await viewWhen(b, job_id, ({ progress }) => progress?.fraction === 0.25);
    const cancelled = await b.jobs.cancel(job_id);
    expect(cancelled).toMatchObject({ status: 'cancelled', result: { status: 499 } });
    expect(Object.keys(cancelled)).not.toContain('cancelling');
    expect(job.isCut).toBe(true);
    expect(await a.jobs.view(job_id)).toEqual(cancelled);
    const other = work();
    const second = await a.jobs.start('s', 'POST /x', other.run);
    // Signs of life go on while others look.
    await sleep(calmMs * 8);
    expect((await b.jobs.view(second.job_id)).status).toBe('running');
    other.finish(200);
    expect(await viewWhen(b, second.job_id, isOver)).toMatchObject({
      status: 'succeeded',
      result: { status: 200, body: { by: 'its server' } },
    });
    await end(a);
    await end(b);
  });

  it('end as interrupted when their server is cut off; what it brings afterwards changes nothing', async () => {
    const proxy = await LossyProxy.start(postgres.port);
    const a = await server(database.replace(`:${postgres.port}/`, `:${proxy.port}/`));
    const b = await server();
    const job = work();
    const { job_id } = await a.jobs.start('s', 'POST /x', job.run);
    proxy.refuse(true);
    const lost = await viewWhen(b, job_id, isOver);
    expect(lost).toMatchObject({ status: 'failed', result: { status: 503, saved: null } });
    expect(lost.result?.body).toMatchObject({ error_type: 'InterruptedError' });
    await until(() => a.complaints.includes('running jobs could not be read'));
    proxy.refuse(false);
    await until(() => job.isCut);
    expect(await viewWhen(a, job_id, isOver)).toEqual(lost);
    expect(await b.jobs.view(job_id)).toEqual(lost);
    await end(a);
    await end(b);
    await proxy.stop();
  });

  it('are not ended because the database was away from everybody', async () => {
    // Attempts to connect wait for up to 4.5 s, so servers come back that far apart.
    const [a, b] = [await server(database, 1000), await server(database, 1000)];
    const job = work();
    const { job_id } = await a.jobs.start('s', 'POST /x', job.run);
    await postgres.down();
    await sleep(1200);
    await postgres.up();
    job.finish(200);
    expect(await viewWhen(b, job_id, isOver)).toMatchObject({
      status: 'succeeded',
    });
    await end(a);
    await end(b);
  });
});
