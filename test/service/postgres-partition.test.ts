import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Launched, launch } from './support/launch.ts';
import { LossyProxy } from './support/lossy-proxy.ts';
import { postgresPrograms, query, TestPostgres } from './support/postgres.ts';
import { type Body, LONG, makeSession, send, trained, workerOfJob } from './support/remote.ts';
import { until } from './support/until.ts';

let postgres: TestPostgres;
let database: string;
const launched: Launched[] = [];
const proxies: LossyProxy[] = [];

/** A process whose way to the database can be held. */
async function start(kind: 'serve' | 'worker') {
  const proxy = await LossyProxy.start(postgres.port);
  proxies.push(proxy);
  const url = database.replace(`:${postgres.port}/`, `:${proxy.port}/`);
  const one = await launch(kind, { DATABASE_URL: url, JOBS_LONG_SECONDS: '0' });
  launched.push(one);
  return { ...one, process: one, proxy };
}
type Started = Awaited<ReturnType<typeof start>>;

describe.skipIf(postgresPrograms === undefined)(
  'servers and workers as processes that lose their way',
  () => {
    beforeAll(async () => {
      postgres = await TestPostgres.start();
      database = await postgres.database();
    });
    afterAll(async () => {
      for (const one of launched) one.kill('SIGKILL');
      for (const proxy of proxies) await proxy.stop();
      await postgres?.stop();
    });

    it('end the job of a worker that is cut off elsewhere, once', { timeout: 300_000 }, async () => {
      const [server, ...workers] = [await start('serve'), await start('worker'), await start('worker')];
      const path = await makeSession(server, LONG);
      const training = send(server, `${path}/model/train`, trained);
      const cut = await workerOfJob(database, workers);
      cut.proxy.hold(true);
      expect((await training).status).toBe(200);
      const jobs = () => query(database, 'select attempts, state, token::int as token from job');
      const ended = await jobs();
      expect(ended).toMatchObject([{ state: 'done' }]);
      // A worker that a slow machine keeps waiting loses its lease, too: twice is the least.
      expect(ended[0]?.attempts).toBeGreaterThan(1);
      expect(ended[0]?.token).toBe(ended[0]?.attempts);
      const revision = async () => (await query(database, 'select revision from session'))[0]?.revision;
      const before = await revision();
      // What it computed meanwhile comes too late.
      cut.proxy.hold(false);
      await sleep(3000);
      expect([await jobs(), await revision()]).toEqual([ended, before]);
      for (const { process } of [server, ...workers]) process.kill('SIGTERM');
      expect(await Promise.all([server, ...workers].map(({ ended }) => ended))).toEqual([0, 0, 0]);
    });

    it('lose no write and do none twice, when a server is suspended or cut off', {
      timeout: 300_000,
    }, async () => {
      const [a, b] = [await start('serve'), await start('serve')];
      const path = await makeSession(b, 0);
      let written = 0;
      /** Again under its key where the changes of both servers met, or the database was held up. */
      const record = async (body: Body, key: string): Promise<number> => {
        for (;;) {
          const { status } = await send(b, `${path}/experiments`, body, { key });
          if (status !== 409 && status !== 503) return status;
          await sleep(50);
        }
      };
      /** Each is sent to the one in trouble first, and again under its key to the other one. */
      const writes = (count: number, name: string) =>
        Promise.all(
          Array.from({ length: count }, async (_, i) => {
            await sleep(i * 20);
            const row = { inputs: { x: i }, output: i };
            const key = `${name}${i}`;
            const first = await send(a, `${path}/experiments`, row, { key, patienceMs: 1500 }).catch(
              () => undefined,
            );
            expect(first?.status === 201 ? 201 : await record(row, key)).toBe(201);
            written++;
          }),
        );
      for (const trouble of ['pause', 'partition']) {
        const writing = writes(40, trouble);
        await sleep(300);
        if (trouble === 'pause') a.process.kill('SIGSTOP');
        else a.proxy.hold(true);
        await writing;
        // It goes on with what it had in hand, on a session that others changed since.
        if (trouble === 'pause') a.process.kill('SIGCONT');
        else a.proxy.hold(false);
        const count = async (server: Started) =>
          (await send(server, `${path}/experiments`)).body.n_experiments;
        expect(await count(b)).toBe(written);
        await sleep(2000);
        await until(async () => (await count(a)) === written);
        expect(await count(b)).toBe(written);
      }
      // One write for each revision.
      const [found] = await query(
        database,
        `select revision::int as revision, (select count(*)::int from session_write where session_id = id) as writes
      from session where id = $1`,
        [path.split('/')[2]],
      );
      expect(found?.writes).toBe(found?.revision);
      for (const { process } of [a, b]) process.kill('SIGTERM');
      expect(await Promise.all([a.ended, b.ended])).toEqual([0, 0]);
    });
  },
);
