import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serve } from '../../src/service/serve.ts';
import { launch } from './support/launch.ts';
import { freePort } from './support/postgres.ts';
import { until } from './support/until.ts';

let folder: string;

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

  it('tells in its health what jobs run on', async () => {
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
    const { session_id: id } = (await (await post('', {})).json()) as { session_id: string };
    await post('', {});
    rmSync(join(folder, 'sessions'), { recursive: true });
    writeFileSync(join(folder, 'sessions'), 'in the way');
    const changed = await post(`/${id}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
    expect([changed.status, changed.headers.get('x-service-saved')]).toEqual([201, 'false']);
    server.kill('SIGTERM');
    expect(await server.ended).toBe(1);
    expect(server.said()).toContain(
      `athanor: stopped, and changes that the disk did not take are lost; sessions (1): ${id}`,
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
