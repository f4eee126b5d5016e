import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../../src/service/config.ts';
import { sameSite } from '../../../../src/service/http/plugins/access/same-site.ts';
import { type TestApp, testApp } from '../../support/app.ts';

const metadata = { metadata: { name: 'A' } };

describe('a server on its own machine', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await testApp();
  });
  afterAll(() => service.close());

  it.each([
    'localhost',
    'localhost:8000',
    '127.0.0.1:8000',
    '127.3.2.1',
    '[::1]:8000',
    'LOCALHOST',
    'app.localhost',
  ])('answers under %s', async (host) => {
    expect((await service.call('GET', '/sessions', undefined, { host })).status).toBe(200);
  });

  it.each([
    'evil.example',
    'evil.example:8000',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '10.0.0.1',
    'evil.example@127.0.0.1',
    '127.0.0.1/evil.example',
  ])('refuses the name %s, which may have been made to point here', async (host) => {
    const { status, body } = await service.call('GET', '/sessions', undefined, { host });
    expect(status).toBe(403);
    expect(body).toMatchObject({ error_type: 'ForbiddenError' });
    expect((body as { detail: string }).detail).toContain('ALLOWED_HOSTS');
  });

  it('answers monitors under any name', async () => {
    for (const path of ['//health', '//ready']) {
      expect((await service.call('GET', path, undefined, { host: 'evil.example' })).status).toBe(200);
    }
  });

  it('carries out no change that a page of another site asks for', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://localhost:9999']) {
      const { status } = await service.call('POST', '/sessions', metadata, { origin });
      expect([origin, status]).toEqual([origin, 403]);
    }
    const noOrigin = { 'sec-fetch-site': 'cross-site' };
    const { status, body } = await service.call('POST', '/sessions', metadata, noOrigin);
    expect([status, body]).toMatchObject([403, { detail: expect.stringContaining('another site') }]);
    expect((await service.call('GET', '/sessions', undefined, noOrigin)).status).toBe(200);
    expect((await service.call('GET', '/sessions')).body).toMatchObject({ total: 0 });
  });

  it('carries out changes of its own pages, of allowed origins and of programs', async () => {
    for (const headers of [{ origin: 'http://localhost:80' }, { origin: 'http://localhost:5173' }, {}]) {
      const host = 'localhost:80';
      const { status } = await service.call('POST', '/sessions', metadata, { host, ...headers } as Record<
        string,
        string
      >);
      expect([headers, status]).toEqual([headers, 201]);
    }
  });

  it('lets no cache keep what it answers, and only the browser of the reader what it reads of a session', async () => {
    const session = await service.session();
    const cacheOf = async (method: string, path: string) =>
      (await service.call(method, path)).headers['cache-control'];
    for (const path of ['/sessions', '/me', '/jobs', '/recovery/list', '//health', '/sessions/none'])
      expect(await cacheOf('GET', path), path).toBe('no-store');
    expect(await cacheOf('POST', '/sessions')).toBe('no-store');
    expect(await cacheOf('GET', session)).toBe('private, no-cache');
  });

  it('sends headers that keep browsers from guessing, framing and telling', async () => {
    const { headers } = await service.call('GET', '/sessions');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    });
    expect(headers['strict-transport-security']).toBeUndefined();
  });
});

describe('a server for other machines', () => {
  it('serves the names it was given, and no others', async () => {
    const service = await testApp(undefined, undefined, { HOST: '0.0.0.0', ALLOWED_HOSTS: 'lab.example' });
    const ask = async (host: string) => (await service.call('GET', '/sessions', undefined, { host })).status;
    expect(await ask('lab.example:8000')).toBe(200);
    expect(await ask('LAB.example')).toBe(200);
    expect(await ask('evil.example')).toBe(403);
    await service.close();
  });

  it('without names serves any, and still refuses pages of other sites', async () => {
    const service = await testApp(undefined, undefined, { HOST: '0.0.0.0' });
    const send = async (headers: Record<string, string>) =>
      (await service.call('POST', '/sessions', metadata, headers)).status;
    expect(await send({ host: 'lab.example', origin: 'https://lab.example' })).toBe(201);
    expect(await send({ host: 'lab.example', origin: 'https://evil.example' })).toBe(403);
    await service.close();
  });

  it('says once at start-up that it serves any name, where that is so', () => {
    const told = (environment: Record<string, string>) => {
      const warn = vi.fn();
      const app = { log: { warn }, addHook: () => {} };
      sameSite(app as never, readConfig(environment));
      return warn.mock.calls.map(([line]) => String(line));
    };
    expect(told({ HOST: '0.0.0.0' })).toEqual([
      expect.stringContaining(
        'HOST is 0.0.0.0 and ALLOWED_HOSTS is not set: the server accepts any host name',
      ),
    ]);
    expect(told({ HOST: '0.0.0.0', ALLOWED_HOSTS: 'lab.example' })).toEqual([]);
    expect(told({})).toEqual([]);
  });

  it.each(['https://lab.example', 'lab.example:8000', '*', '*.lab.example', 'lab example', '::1'])(
    'does not start with a name that no request can have: %s',
    (name) => {
      expect(() => readConfig({ ALLOWED_HOSTS: `a.example,${name}` })).toThrow(
        `start-up: ALLOWED_HOSTS must list host names without scheme and port, such as athanor.lab.example, got '${name}'`,
      );
    },
  );

  it('does not start with other addresses that would have no effect', () => {
    expect(() => readConfig({ ASSISTANT_HOSTS: 'https://api.openai.com' })).toThrow(
      "ASSISTANT_HOSTS must list hosts such as api.openai.com or localhost:11434, got 'https://api.openai.com'",
    );
    expect(readConfig({ ASSISTANT_PRIVATE_HOSTS: 'LOCALHOST:11434' }).assistantHosts.privateHosts).toEqual([
      'localhost:11434',
    ]);
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow(
      "OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://localhost:4318, got 'collector:4318'",
    );
    expect(() => readConfig({ DATABASE_URL_DIRECT: 'postgres://db/athanor' })).toThrow(
      'DATABASE_URL_DIRECT is set, and DATABASE_URL is not',
    );
  });

  it('takes names in their letters, and addresses', () => {
    const { allowedHosts } = readConfig({ ALLOWED_HOSTS: 'Labör.example, 10.0.0.1, [::1]' });
    expect(allowedHosts).toEqual(['xn--labr-7qa.example', '10.0.0.1', '[::1]']);
  });

  it('does not start with an origin that stands for all', () => {
    expect(() => readConfig({ ALLOWED_ORIGINS: '*' })).toThrow(
      "ALLOWED_ORIGINS must list origins such as https://lab.example, got '*'",
    );
    expect(() => readConfig({ ALLOWED_ORIGINS: 'https://lab.example/path' })).toThrow('ALLOWED_ORIGINS');
  });
});

describe('metrics', () => {
  it('count requests by route, and name no session', async () => {
    const service = await testApp(undefined, undefined, { METRICS: 'on' });
    const { body } = await service.call('POST', '/sessions', metadata);
    const id = (body as { session_id: string }).session_id;
    await service.call('GET', `/sessions/${id}`);
    await service.call('GET', '/sessions/unknown');
    const text = String((await service.call('GET', '//metrics')).body);
    expect(text).toContain(
      'athanor_http_requests_total{method="GET",route="/api/v1/sessions/:session_id",status="2xx"} 1',
    );
    expect(text).toContain(
      'athanor_http_requests_total{method="GET",route="/api/v1/sessions/:session_id",status="4xx"} 1',
    );
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(text).not.toContain(id);
    await service.close();
  });

  it('are not served unless they are switched on', async () => {
    const service = await testApp();
    expect((await service.call('GET', '//metrics')).status).toBe(404);
    await service.close();
  });
});

describe('a table for a spreadsheet', () => {
  it('keeps text from being a formula when asked to', async () => {
    const service = await testApp();
    const { body } = await service.call('POST', '/sessions', metadata);
    const path = `/sessions/${(body as { session_id: string }).session_id}`;
    await service.call('POST', `${path}/variables`, {
      name: 'a',
      type: 'categorical',
      values: ['=1+1', '-x', 'plain', '＝1+1'],
    });
    await service.call('POST', `${path}/variables`, { name: 'b', type: 'real', bounds: [-5, 5] });
    for (const a of ['=1+1', '-x', 'plain', '＝1+1']) {
      await service.call('POST', `${path}/experiments`, { inputs: { a, b: -2 }, output: -1 });
    }
    const escaped = String(
      (await service.call('GET', `${path}/experiments/export?escape_formulas=true`)).body,
    );
    expect(escaped).toContain("'=1+1,-2");
    expect(escaped).toContain("'-x,-2");
    expect(escaped).toContain("'＝1+1,-2");
    expect(escaped).toContain('plain,-2');
    expect(String((await service.call('GET', `${path}/experiments/export`)).body)).not.toContain("'");
    await service.close();
  });
});
