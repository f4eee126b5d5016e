import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compile } from '../../src/tools/build-package.ts';
import { addressOf } from '../service/support/launch.ts';

const root = join(import.meta.dirname, '../..');
/** Outside the repository: no package can be found from here. */
const folder = mkdtempSync(join(tmpdir(), 'athanor-built-'));
let packages: readonly string[] = [];

beforeAll(async () => {
  packages = await compile(join(folder, 'dist'));
  for (const name of ['package.json', 'bin'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a module of the package imports by name, and what those modules import. */
function importsOf(entry: string): Set<string> {
  const outside = new Set<string>();
  const seen = new Set([entry]);
  for (const file of seen) {
    const text = readFileSync(join(folder, 'dist', file), 'utf8');
    for (const [, name = ''] of text.matchAll(/^(?:import|export)\b[^'"\n]*?["']([^"']+)["'];?$/gm)) {
      if (name.startsWith('./')) seen.add(name.slice(2));
      else outside.add(name);
    }
  }
  return outside;
}

describe('the built package', () => {
  it('has engine and client that need neither Node nor a package, for browsers', () => {
    expect([...importsOf('engine.js'), ...importsOf('client.js')]).toEqual([]);
    expect([...importsOf('native.js')].filter((name) => !name.startsWith('node:'))).toEqual([]);
  });

  it('asks for optional packages alone', () => {
    const asked = readdirSync(join(folder, 'dist'))
      .filter((file) => file.endsWith('.js'))
      .flatMap((file) => [
        ...readFileSync(join(folder, 'dist', file), 'utf8').matchAll(
          /(?:__require|await import)\("([^"]+)"\)|^(?:import|export)\b[^'"\n]*?"([^"]+)";$/gm,
        ),
      ])
      .map(([, called, imported]) => called ?? imported ?? '')
      .filter((name) => !name.startsWith('./') && !isBuiltin(name));
    expect([...new Set(asked)].sort()).toEqual([
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/sdk-trace-node',
      'pg',
    ]);
  });

  it('names the packages that it holds', () => {
    for (const name of ['fastify', 'typebox', 'seedrandom', 'openapi-fetch', 'jose'])
      expect(packages).toContain(`node_modules/${name}`);
    for (const name of ['pg', 'vite']) expect(packages).not.toContain(`node_modules/${name}`);
  });

  it('serves and refuses with no package beside it', async () => {
    const server = spawn(process.execPath, [join(folder, 'bin/athanor.js'), 'serve', '--port', '0'], {
      cwd: folder,
      env: { PATH: '', HOME: folder, DATA_DIR: join(folder, 'data'), ATHANOR_BACKEND: 'ts', METRICS: 'on' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    try {
      const address = await addressOf(server);
      expect((await fetch(`${address}/health`)).status).toBe(200);
      const post = (path: string, body: unknown) =>
        fetch(`${address}/api/v1/sessions${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const { session_id } = (await (await post('', { name: 'one' })).json()) as { session_id: string };
      expect((await post('', { nam: 'one' })).status).toBe(422);
      await post(`/${session_id}/variables`, { name: 'x', type: 'real', min: 0, max: 1 });
      const table = new FormData();
      table.append('file', new Blob(['x,Output\n0.1,1\n0.4,3\n0.9,2\n0.6,2.5\n0.2,1.5\n']), 'rows.csv');
      const upload = await fetch(`${address}/api/v1/sessions/${session_id}/experiments/upload`, {
        method: 'POST',
        body: table,
      });
      expect(await upload.text()).toContain('5');
      expect(upload.status).toBe(200);
      expect((await fetch(`${address}/api/openapi.json`)).status).toBe(200);
      expect(await (await fetch(`${address}/metrics`)).text()).toContain('athanor_http_requests_total{');
    } finally {
      server.kill();
    }
  });

  it('says what to install where PostgreSQL is asked for', () => {
    const run = spawnSync(process.execPath, [join(folder, 'bin/athanor.js'), 'serve', '--port', '0'], {
      env: { PATH: '', HOME: folder, DATABASE_URL: 'postgres://ann@127.0.0.1:1/none' },
      encoding: 'utf8',
    });
    expect(run.status).toBe(1);
    expect(run.stderr).toContain('DATABASE_URL needs the package pg');
    expect(run.stderr).toContain('npm install pg');
  });
});
