import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serve } from '../../src/service/serve.ts';
import { freePort } from '../../src/tools/free-port.ts';
import { launch } from './support/launch.ts';
import { until } from './support/until.ts';

let folder: string;

/** A client that asks for a WebSocket, reads what comes, and closes nothing by itself. */
function upgrade(address: string, path: string): Socket {
  const { port } = new URL(address);
  const client = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  const headers = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13';
  client.write(
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  );
  return client;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'athanor-serve-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('the whole server', () => {
  it('listens, keeps sessions between starts, and stops', async () => {
    const environment = { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' };
    const first = await serve(environment, () => {});
    const health = await (await fetch(`${first.address}/health`)).json();
    expect(health).toMatchObject({ status: 'healthy', compute: { backend: null, device: null } });
    const created = await fetch(`${first.address}/api/v1/sessions`, { method: 'POST' });
    expect(created.status).toBe(201);
    const { session_id } = (await created.json()) as { session_id: string };
    await first.stop();
    await expect(fetch(`${first.address}/health`)).rejects.toThrow();
    const second = await serve(environment, () => {});
    expect((await fetch(`${second.address}/api/v1/sessions/${session_id}`)).status).toBe(200);
    const { port } = new URL(second.address);
    const elsewhere = { ...environment, DATA_DIR: join(folder, 'other'), PORT: port };
    await expect(serve(elsewhere, () => {})).rejects.toThrow(`port ${port} on 127.0.0.1 is taken`);
    await expect(serve(environment, () => {})).rejects.toThrow(
      `start-up: DATA_DIR '${folder}' belongs to another server (process ${process.pid} on host `,
    );
    await second.stop();
  });

  it('that cannot listen leaves no port open that would keep its process alive', async () => {
    const environment = { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' };
    const server = await serve(environment, () => {});
    const { port } = new URL(server.address);
    const metrics = await freePort();
    const other = {
      ...environment,
      DATA_DIR: join(folder, 'other'),
      PORT: port,
      METRICS: 'on',
      METRICS_PORT: String(metrics),
    };
    await expect(serve(other, () => {})).rejects.toThrow(`port ${port} on 127.0.0.1 is taken`);
    await expect(fetch(`http://127.0.0.1:${metrics}/metrics`)).rejects.toThrow('fetch failed');
    await server.stop();
  });

  it('stops at once where a connection was only opened', async () => {
    const server = await serve(
      { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', LIMIT_GRACE_SECONDS: '3600' },
      () => {},
    );
    const client = connect(Number(new URL(server.address).port), '127.0.0.1');
    await once(client, 'connect');
    // The server has accepted it once it has answered somebody who came later.
    await fetch(`${server.address}/health`);
    await server.stop();
    client.destroy();
  });

  it('stops after the grace period though WebSockets do not answer that it closes them', async () => {
    const server = await serve(
      { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', LIMIT_GRACE_SECONDS: '1' },
      () => {},
    );
    const client = upgrade(server.address, '/ws/some');
    client.on('error', () => {});
    const [answer] = await once(client, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 101/);
    client.pause();
    await server.stop();
    client.destroy();
  });

  it('closes the connection of an upgrade whose address cannot be read', async () => {
    const server = await serve({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' }, () => {});
    const client = upgrade(server.address, '/ws/%ff');
    const [answer] = await once(client, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400/);
    await once(client, 'end');
    client.end();
    await server.stop();
  });

  it('reports in its health what jobs run on', async () => {
    const environment = { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', ATHANOR_BACKEND: 'ts' };
    const server = await serve(environment, () => {});
    const { compute } = (await (await fetch(`${server.address}/health`)).json()) as { compute: object };
    expect(compute).toEqual({ requested: 'ts', backend: 'ts', device: 'CPU' });
    await server.stop();
  });

  it('names the sessions whose changes the disk never took, and ends with an error', async () => {
    const server = await launch('serve', { DATA_DIR: folder });
    const post = (path: string, body: object) =>
      fetch(`${server.address}/api/v1/sessions${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const made = await post('', {});
    expect(made.status).toBe(201);
    const { session_id: id } = (await made.json()) as { session_id: string };
    expect((await post('', {})).status).toBe(201);
    rmSync(join(folder, 'sessions'), { recursive: true });
    writeFileSync(join(folder, 'sessions'), 'in the way');
    const changed = await post(`/${id}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
    expect([changed.status, changed.headers.get('x-service-saved')]).toEqual([201, 'false']);
    server.kill('SIGTERM');
    expect(await server.ended).toBe(1);
    expect(server.said()).toContain(
      `athanor: stopped; changes that could not be written are lost; sessions (1): ${id}`,
    );
  });

  it('ends at SIGTERM though something in the process goes on', async () => {
    const server = await launch('serve', {
      NODE_OPTIONS: '--import=data:text/javascript,setInterval(()=>{},1e9)',
    });
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  it('goes on where the disk takes no line of its log', async () => {
    const full = openSync('/dev/full', 'w');
    const port = String(await freePort());
    const program = join(import.meta.dirname, '../../bin/athanor.js');
    const child = spawn(process.execPath, [program, 'serve'], {
      env: { ...process.env, PORT: port, DATA_DIR: folder, LOG_LEVEL: 'debug' },
      stdio: ['ignore', full, full],
    });
    closeSync(full);
    const ended = once(child, 'exit');
    try {
      const api = `http://127.0.0.1:${port}/api/v1/sessions`;
      await until(
        async () => child.exitCode !== null || (await fetch(api).catch(() => undefined))?.ok === true,
      );
      for (let i = 0; i < 3; i++) expect((await fetch(api, { method: 'POST' })).status).toBe(201);
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
    }
  });

  const revoked = '["s","p","owner"]\nXs","p",null]\n["t","q","owner"]\n';
  it.each([
    ['accounts.json', '{', 'accounts.json of the data folder is damaged (no JSON)'],
    ['accounts.json', 'null', 'accounts.json of the data folder is damaged (no JSON object)'],
    ['accounts.json', '[]', 'accounts.json of the data folder is damaged (no JSON object)'],
    ['grants.jsonl', revoked, 'grants.jsonl of the data folder is damaged (line 2)'],
    ['grants.jsonl', 'null\n["t","q","owner"]\n', 'grants.jsonl of the data folder is damaged (line 1)'],
    ['records/job.json', '{', 'records/job.json of the data folder is damaged'],
    ['secret-key', '{', 'the file secret-key of the data folder must be 32 random bytes'],
  ])('names %s where it holds %j', async (name, content, reason) => {
    mkdirSync(join(folder, 'records'));
    writeFileSync(join(folder, name), content);
    const AUTH = name.startsWith('records') ? 'off' : 'keys';
    const environment = { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', AUTH };
    await expect(serve(environment, () => {})).rejects.toThrow(reason);
  });

  it('names the file of the assistant where it is damaged', async () => {
    writeFileSync(join(folder, 'assistant.json'), '{');
    const server = await serve({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' }, () => {});
    const answer = await fetch(`${server.address}/api/v1/llm/config`);
    expect([answer.status, await answer.json()]).toEqual([
      500,
      {
        detail:
          'assistant.json of the data folder is damaged (no JSON); restore it from a backup, or remove it',
        error_type: 'StoreError',
        status_code: 500,
      },
    ]);
    await server.stop();
  });

  it('words what is wrong at start-up', async () => {
    writeFileSync(join(folder, 'file'), '');
    const environment = { PORT: '0', DATA_DIR: join(folder, 'file'), LOG_LEVEL: 'silent' };
    await expect(serve(environment, () => {})).rejects.toThrow('start-up: DATA_DIR');
    for (const PORT of ['x', ' ', '0x50', '8e3', '-1', '1.0'])
      await expect(serve({ PORT }, () => {})).rejects.toThrow(
        `start-up: PORT must be a whole number from 0 to 65535, got '${PORT}'`,
      );
  });
});
