import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../../src/service/config.ts';
import { createApp } from '../../../../src/service/http/app.ts';
import { webApp } from '../../../../src/service/http/plugins/pages/web-app.ts';
import type { App } from '../../../../src/service/http/plugins/type-provider.ts';
import { memoryStore } from '../../../../src/service/store/memory.ts';

let folder: string;
let app: App;
let bare: App;

const options = {
  config: readConfig({ LOG_LEVEL: 'silent' }),
  store: memoryStore(),
  pool: { run: () => Promise.reject(new Error('no jobs')) },
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'athanor-web-'));
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  mkdirSync(join(folder, 'web', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'web', 'index.html'), '<html>app</html>');
  writeFileSync(join(folder, 'web', 'icon.svg'), '<svg/>');
  writeFileSync(join(folder, 'web', 'assets', 'a.js'), 'run()');
  app = await createApp({ ...options, webRoot: join(folder, 'web') });
  bare = await createApp({ ...options, webRoot: join(folder, 'none') });
});

afterAll(async () => {
  await app.close();
  await bare.close();
  rmSync(folder, { recursive: true });
});

const html = { accept: 'text/html,application/xhtml+xml' };

describe('web application', () => {
  it('goes to clients that ask for HTML, with a policy that allows no inline code', async () => {
    const page = await app.inject({ url: '/', headers: html });
    expect([page.statusCode, page.body]).toEqual([200, '<html>app</html>']);
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
    expect(page.headers['content-security-policy']).not.toContain('unsafe-inline');
    expect(page.headers['content-security-policy']).toContain("; connect-src 'self';");
    expect((await app.inject({ url: '/' })).json().name).toBe('Athanor');
    expect((await bare.inject({ url: '/', headers: html })).json().name).toBe('Athanor');
  });

  it('says at start-up that it is not built', async () => {
    const info = (await bare.inject('/')).json();
    const warnings = async (root: string): Promise<string> => {
      let log = '';
      const server = fastify({
        logger: {
          level: 'warn',
          stream: {
            write: (line: string) => {
              log += line;
            },
          },
        },
      });
      await webApp(server as unknown as App, root, info, undefined);
      await server.close();
      return log;
    };
    expect(await warnings(join(folder, 'none'))).toContain('npm run build:web');
    expect(await warnings(join(folder, 'web'))).toBe('');
  });

  it('serves its files, and its page for addresses of its own', async () => {
    expect((await app.inject('/assets/a.js')).body).toBe('run()');
    expect((await app.inject('/assets/a.js')).headers['cache-control']).toContain('immutable');
    expect((await app.inject('/icon.svg')).body).toBe('<svg/>');
    expect((await app.inject({ url: '/some/view', headers: html })).body).toBe('<html>app</html>');
    expect((await app.inject('/some/view')).statusCode).toBe(404);
    expect((await bare.inject({ url: '/some/view', headers: html })).statusCode).toBe(404);
  });

  it('never answers an unknown API address with the page, nor leaves its folder', async () => {
    const unknown = await app.inject({ url: '/api/nope', headers: html });
    expect([unknown.statusCode, unknown.json().status_code]).toEqual([404, 404]);
    for (const url of [
      '/../secret.txt',
      '/..%2fsecret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '/%2e%2e/secret.txt',
    ]) {
      expect((await app.inject(url)).body).not.toBe('secret');
      expect((await app.inject({ url, headers: html })).body).not.toBe('secret');
    }
  });
});

describe('configuration', () => {
  it('has defaults, and words what is wrong', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8000,
      dataDir: './data',
      backend: 'auto',
      assistant: false,
    });
    expect(readConfig({ HOST: '0.0.0.0', PORT: '0', ALLOWED_ORIGINS: 'http://a, ,http://b' })).toMatchObject({
      host: '0.0.0.0',
      port: 0,
      allowedOrigins: ['http://a', 'http://b'],
    });
    for (const [name, value] of [
      ['PORT', 'http'],
      ['PORT', '70000'],
      ['ATHANOR_BACKEND', 'tpu'],
      ['ATHANOR_THREADS', '0'],
      ['LOG_LEVEL', 'loud'],
      ['COMPAT', 'other'],
      ['ASSISTANT', 'maybe'],
    ] as const) {
      expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name}.*'${value}'`));
    }
  });
});
