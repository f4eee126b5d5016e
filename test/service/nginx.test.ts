import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { type Server, serve } from '../../src/service/serve.ts';
import { freePort } from '../../src/tools/free-port.ts';
import { postgresPrograms, query, TestPostgres } from './support/postgres.ts';
import { until } from './support/until.ts';

const program = '/usr/sbin/nginx';
const isThere = existsSync(program);
if (!isThere) console.log("skipped: nginx is not installed; install Debian's package nginx");

let folder = '';
let proxy: ChildProcess | undefined;
let postgres: TestPostgres | undefined;
const servers: Server[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'athanor-nginx-'));
});
afterAll(async () => {
  proxy?.kill('SIGQUIT');
  for (const server of servers) await server.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The example as it is, with the addresses and folders of this test. */
async function startProxy(upstreams: readonly string[]): Promise<string> {
  chmodSync(folder, 0o777);
  const port = await freePort();
  const example = readFileSync(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8');
  const [one, two] = upstreams as [string, string];
  const text = example
    .replace('server one:8000', `server ${new URL(one).host}`)
    .replace('server two:8000', `server ${new URL(two).host}`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replaceAll('/tmp/', `${folder}/`);
  writeFileSync(join(folder, 'nginx.conf'), text);
  proxy = spawn(program, ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], { stdio: 'inherit' });
  const address = `http://127.0.0.1:${port}`;
  await until(() =>
    fetch(`${address}/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return address;
}

describe.skipIf(!isThere || postgresPrograms === undefined)('nginx in front of two servers', () => {
  it('passes files as they come, and sockets; one server may end', async () => {
    postgres = await TestPostgres.start();
    const environment = {
      PORT: '0',
      DATABASE_URL: await postgres.database(),
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      TRUSTED_PROXIES: '127.0.0.1',
      LIMIT_LOOP_DELAY_MS: '60000',
    };
    servers.push(await serve(environment, () => {}), await serve(environment, () => {}));
    const address = await startProxy(servers.map((server) => server.address));
    const api = `${address}/api/v1`;
    const headers = { 'content-type': 'application/json' };
    const created = await fetch(`${api}/sessions`, { method: 'POST', headers, body: '{}' });
    const { session_id } = (await created.json()) as { session_id: string };
    const socket = new WebSocket(`${address.replace('http', 'ws')}/ws/${session_id}`);
    const heard: string[] = [];
    socket.on('message', (text) => heard.push((JSON.parse(String(text)) as { type: string }).type));
    await new Promise((resolve) => socket.on('open', resolve));
    await until(() => heard.includes('connected'));
    const form = new FormData();
    // More than nginx would hold in memory.
    const lines = Array.from({ length: 20_000 }, (_, i) => `${i},${i / 7}`);
    form.set('file', new Blob([`x,yield\n${lines.join('\n')}\n`]), 'runs.csv');
    const sent = await fetch(`${api}/sessions/${session_id}/imports`, { method: 'POST', body: form });
    expect(sent.status).toBe(201);
    const body = JSON.stringify({ name: 'x', type: 'real', bounds: [0, 1] });
    const added = await fetch(`${api}/sessions/${session_id}/variables`, { method: 'POST', headers, body });
    expect(added.status).toBeLessThan(300);
    await until(() => heard.includes('variables_changed'));
    await servers.shift()?.stop();
    for (let i = 0; i < 6; i++) {
      expect((await fetch(`${api}/sessions/${session_id}/variables`)).status).toBe(200);
    }
    socket.close();
  });

  it('reports the address of the client, which limits count by, only where it is trusted', async () => {
    for (const server of servers.splice(0)) await server.stop();
    proxy?.kill('SIGQUIT');
    const database = await (postgres as TestPostgres).database();
    const environment = {
      PORT: '0',
      DATABASE_URL: database,
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      LIMIT_LOOP_DELAY_MS: '60000',
      RATE_LIMITS: 'seed',
    };
    const from = (address: string, client: string) =>
      fetch(`${address}/api/v1/sessions`, { headers: { 'x-forwarded-for': client } }).then(
        ({ status }) => status,
      );
    const trusting = { ...environment, TRUSTED_PROXIES: '127.0.0.1' };
    servers.push(await serve(trusting, () => {}), await serve(trusting, () => {}));
    const address = await startProxy(servers.map((server) => server.address));
    const first = await Promise.all(Array.from({ length: 102 }, () => from(address, '203.0.113.7')));
    // Both servers count together.
    expect(first.filter((status) => status === 200)).toHaveLength(100);
    expect(first.filter((status) => status === 429)).toHaveLength(2);
    expect(await from(address, '203.0.113.8')).toBe(200);
    const keys = (await query(database, 'select key from tally')).map(({ key }) => String(key)).join(' ');
    expect(keys).toContain('203.0.113.8');
    // One that trusts nobody counts by who connects, whatever is claimed.
    const wary = await serve(environment, () => {});
    servers.push(wary);
    expect(await from(wary.address, '203.0.113.9')).toBe(200);
    const all = (await query(database, 'select key from tally')).map(({ key }) => String(key)).join(' ');
    expect(all).not.toContain('203.0.113.9');
    expect(all).toContain('127.0.0.1');
  });
});
