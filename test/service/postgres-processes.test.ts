import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Launched, launch } from './support/launch.ts';
import { postgresPrograms, query, TestPostgres } from './support/postgres.ts';
import { LONG, makeSession, send, trained, workerOfJob } from './support/remote.ts';

let postgres: TestPostgres;
let database: string;
const launched: Launched[] = [];

async function start(kind: 'serve' | 'worker'): Promise<Launched> {
  const one = await launch(kind, { DATABASE_URL: database, JOBS_LONG_SECONDS: '0', METRICS: 'on' });
  launched.push(one);
  return one;
}

describe.skipIf(postgresPrograms === undefined)('two servers and two workers as processes', () => {
  beforeAll(async () => {
    postgres = await TestPostgres.start();
    database = await postgres.database();
  });
  afterAll(async () => {
    for (const one of launched) one.kill('SIGKILL');
    await postgres?.stop();
  });

  it('end a job once, whose worker is killed or suspended, and lose no write of a server that is killed', async () => {
    const servers = await Promise.all([start('serve'), start('serve')]);
    const workers = await Promise.all([start('worker'), start('worker')]);
    const [a, b] = servers as [Launched, Launched];

    // Killed: the other one begins the job within the lease.
    const first = await makeSession(a, LONG);
    const training = send(a, `${first}/model/train`, trained);
    (await workerOfJob(database, workers)).kill('SIGKILL');
    expect((await training).status).toBe(200);
    const [row] = await query(
      database,
      "select attempts, state from job where name = 'train' order by created_at desc limit 1",
    );
    // A worker that a slow machine keeps waiting loses its lease, too: twice is the least.
    const attempts = Number(row?.attempts);
    expect(attempts).toBeGreaterThan(1);
    expect(row?.state).toBe('done');
    expect((await send(b, `${first}/model`)).body).toMatchObject({ is_trained: true });
    const metrics = await (await fetch(`${a.address}/metrics`)).text();
    expect(metrics).toContain(`athanor_lease_expiries_total{kind="job"} ${attempts - 1}\n`);

    // Paused: it wakes when the other one has ended the job, and what it brings is discarded.
    workers.push(await start('worker'));
    const second = await makeSession(b, LONG);
    const again = send(b, `${second}/model/train`, trained);
    const paused = await workerOfJob(database, workers);
    paused.kill('SIGSTOP');
    expect((await again).status).toBe(200);
    const version = async () =>
      (await query(database, 'select revision from session where id = $1', [second.split('/')[2]]))[0]
        ?.revision;
    const before = await version();
    paused.kill('SIGCONT');
    await sleep(1500);
    expect(await version()).toBe(before);
    expect(await query(database, "select id from job where state not in ('done', 'computed')")).toEqual([]);

    // A server is killed under writes: each is sent again under its key to the other one.
    const third = await makeSession(a, 0);
    const writes = Array.from({ length: 40 }, async (_, i) => {
      await sleep(i * 10);
      const row = { inputs: { x: i / 10 }, output: i };
      let answer = await send(a, `${third}/experiments`, row, { key: `w${i}` }).catch(() => undefined);
      // What the killed one had in hand may hold the others up.
      while (answer === undefined || answer.status === 409 || answer.status === 503)
        answer = await send(b, `${third}/experiments`, row, { key: `w${i}` });
      return answer;
    });
    await sleep(200);
    a.kill('SIGKILL');
    expect(new Set((await Promise.all(writes)).map(({ status }) => status))).toEqual(new Set([201]));
    expect((await send(b, `${third}/experiments`)).body.n_experiments).toBe(40);

    // Told to end, each does, with code 0.
    const left = [b, ...workers.filter((worker) => worker.exitCode === null && worker.signal === null)];
    for (const one of left) one.kill('SIGTERM');
    expect(await Promise.all(left.map((one) => one.ended))).toEqual(left.map(() => 0));
  });
});
