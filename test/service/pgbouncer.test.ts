import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { type Server, serve } from '../../src/service/serve.ts';
import { freePort } from '../../src/tools/free-port.ts';
import { postgresPrograms, query, TestPostgres, unprivileged } from './support/postgres.ts';
import { until } from './support/until.ts';

const program = '/usr/sbin/pgbouncer';
const isThere = existsSync(program);
if (!isThere) console.log("skipped: PgBouncer is not installed; install Debian's package pgbouncer");

let folder = '';
let bouncer: ChildProcess | undefined;
let postgres: TestPostgres | undefined;
const servers: Server[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'athanor-bouncer-'));
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  bouncer?.kill('SIGINT');
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Connections that the pooler holds to the database at most. */
const pooled = 3;

/** A pooler that hands out its connections for one transaction at a time; address of a database behind it. */
async function startBouncer(database: string): Promise<string> {
  chmodSync(folder, 0o777);
  const port = await freePort();
  const { hostname, port: from, pathname } = new URL(database);
  const file = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${from} user=athanor`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${pooled}`,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  bouncer = spawn(program, [file], { ...unprivileged(), cwd: folder, stdio: 'ignore' });
  const url = `postgres://athanor@127.0.0.1:${port}${pathname}`;
  await until(() =>
    query(url, 'select 1').then(
      () => true,
      () => false,
    ),
  );
  return url;
}

describe.skipIf(!isThere || postgresPrograms === undefined)(
  'two servers behind a pooler of transactions',
  () => {
    it('write, read and hear of each other, listening past the pooler', async () => {
      postgres = await TestPostgres.start();
      const direct = await postgres.database();
      const environment = {
        PORT: '0',
        DATABASE_URL: await startBouncer(direct),
        DATABASE_URL_DIRECT: direct,
        DATABASE_CONNECTIONS: '8',
        DATA_DIR: folder,
        LOG_LEVEL: 'silent',
        LIMIT_LOOP_DELAY_MS: '60000',
      };
      const quiet = () => {};
      servers.push(await serve(environment, quiet), await serve(environment, quiet));
      const [a, b] = servers.map(({ address }) => address) as [string, string];
      const headers = { 'content-type': 'application/json' };
      const post = (address: string, path: string, body: unknown, key: string) =>
        fetch(`${address}/api/v1${path}`, {
          method: 'POST',
          headers: { ...headers, 'idempotency-key': key },
          body: JSON.stringify(body),
        });
      const { session_id } = (await (await post(a, '/sessions', {}, 'new')).json()) as { session_id: string };
      const path = `/sessions/${session_id}`;
      await post(a, `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1000] }, 'x');
      const socket = new WebSocket(`${b.replace('http', 'ws')}/ws/${session_id}`);
      const heard: string[] = [];
      socket.on('message', (text) => heard.push((JSON.parse(String(text)) as { type: string }).type));
      await until(() => heard.includes('connected'));
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          post(i % 2 === 0 ? a : b, `${path}/experiments`, { inputs: { x: i }, output: i }, `w${i}`),
        ),
      );
      // Changes of one session meet each other; each is sent again under its key.
      let left = answers.flatMap(({ status }, i) => (status === 201 ? [] : [i]));
      expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
      for (const i of left.splice(0)) {
        const again = await post(a, `${path}/experiments`, { inputs: { x: i }, output: i }, `w${i}`);
        expect(again.status).toBe(201);
      }
      left = [];
      for (const address of [a, b]) {
        const { n_experiments } = (await (await fetch(`${address}/api/v1${path}/experiments`)).json()) as {
          n_experiments: number;
        };
        expect(n_experiments).toBe(40);
      }
      const added = () => heard.filter((type) => type === 'experiment_added').length;
      await until(() => added() >= 40);
      expect(added()).toBe(40);
      const rows = await query(
        direct,
        'select application_name from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      // Each server listens by one connection of its own; all else went through the few of the pooler.
      expect(rows.length).toBeLessThanOrEqual(pooled + 2);
      socket.close();
    });
  },
);
