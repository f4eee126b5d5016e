import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Document } from '../../../../src/service/session/format/document.ts';
import { importedParts } from '../../../../src/service/session/format/document-check.ts';
import { fileStore } from '../../../../src/service/store/file.ts';
import { memoryStore } from '../../../../src/service/store/memory.ts';
import { fillSession, type TestApp, testApp } from '../../support/app.ts';

let service: TestApp;

beforeEach(async () => {
  service = await testApp();
});

afterEach(() => service.close());

describe('service routes', () => {
  it('answers at the root', async () => {
    const { call } = service;
    expect((await call('GET', '//health')).body).toMatchObject({ status: 'healthy' });
    expect((await call('GET', '//api')).body).toMatchObject({ docs: '/api/docs', health: '/health' });
    expect((await call('GET', '//')).body.name).toBe('Athanor');
    for (const path of ['//api/docs', '//api/docs/', '//api/redoc', '//api/redoc/', '//docs', '//docs/']) {
      const page = await call('GET', path, undefined, { accept: 'text/html' });
      expect(page.status).toBe(200);
      const script = /src="([^"]+swagger-ui-bundle\.js)"/.exec(page.body)![1]!;
      expect(new URL(script, `http://host${path.slice(1)}`).pathname).toBe(
        '/api/docs-assets/swagger-ui-bundle.js',
      );
      expect(page.body).not.toMatch(/https?:\/\//);
    }
    expect((await call('GET', '//api/docs-assets/swagger-ui-bundle.js')).status).toBe(200);
    expect((await call('GET', '//api/docs-assets/other.js')).status).toBe(404);
  });

  it('answers 413 with the limit and the way out to a body that is too large', async () => {
    const answer = await service.call('POST', '/sessions', { metadata: { name: 'x'.repeat(65 * 2 ** 20) } });
    expect([answer.status, answer.body]).toEqual([
      413,
      {
        detail: 'the request is larger than 64 MiB (LIMIT_BODY_BYTES); send it in smaller parts',
        error_type: 'TooLargeError',
        status_code: 413,
      },
    ]);
  });

  it('reads numbers and truths in a query, and refuses what is neither', async () => {
    const path = await service.session();
    for (const query of ['skip=2.5', 'skip=false', 'skip=1e-9', 'limit=0', 'limit=ten']) {
      const answer = await service.call('GET', `${path}/experiments?${query}`);
      expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['query', query.split('=')[0]]]);
    }
    expect((await service.call('GET', `${path}/experiments?skip=1e1&limit=1.0`)).status).toBe(200);
    const item = { inputs: { t: 1 }, output: 1 };
    for (const truth of ['true', 'True', '1', 'false', '0'])
      expect((await service.call('POST', `${path}/experiments?auto_train=${truth}`, item)).status).toBe(400);
    expect((await service.call('POST', `${path}/experiments?auto_train=2`, item)).status).toBe(422);
  });

  it('refuses a broken form', async () => {
    const path = await service.session();
    const answer = await service.app.inject({
      method: 'POST',
      url: `/api/v1${path}/experiments/preview`,
      headers: { 'content-type': 'multipart/form-data; boundary=abc' },
      payload: '--abc\r\nNone--abc--\r\n',
    });
    expect([answer.statusCode, answer.json().detail[0].type]).toEqual([422, 'multipart_invalid']);
  });

  it('answers 404 with a JSON body to any unknown address below /api, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const answer = await service.call(method, '/nope');
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ error_type: 'NotFoundError', status_code: 404 });
      expect(answer.body.detail).toContain('Not Found');
    }
  });

  it('answers 405 with the methods of a known address to any other method', async () => {
    const path = await service.session();
    const { headers, ...answer } = await service.call('PUT', `${path}/model/train?seed=1`);
    expect(headers['allow']).toBe('POST');
    expect(answer.status).toBe(405);
    expect(answer.body).toEqual({
      detail: `Method Not Allowed: PUT /api/v1${path}/model/train; use POST`,
      error_type: 'MethodNotAllowedError',
      status_code: 405,
    });
    expect((await service.call('PATCH', `${path}/experiments`)).headers['allow']).toBe(
      'DELETE, GET, HEAD, POST',
    );
    expect((await service.call('POST', `${path}/model/train/nope`)).status).toBe(404);
  });

  it.each([
    ['POST', { 'content-type': 'application/json' }, '{'],
    ['POST', { 'content-type': 'text/plain' }, 'text'],
    ['QUERY', {}, undefined],
  ] as const)(
    'answers 404 and 405 to %s with %j before it reads a body',
    async (method, headers, payload) => {
      const statusOf = async (url: string) => {
        const answer = await service.app.inject({
          method: method as 'POST',
          url,
          headers,
          payload,
        } as object);
        return [answer.statusCode, answer.json().error_type, answer.headers['allow']];
      };
      expect(await statusOf('/api/v1/nope')).toEqual([404, 'NotFoundError', undefined]);
      expect(await statusOf('/health')).toEqual([405, 'MethodNotAllowedError', 'GET, HEAD']);
    },
  );

  it('says that a body is required, whether it is absent, empty or null', async () => {
    const path = await service.session();
    const url = `/api/v1${path}/model/train`;
    const headers = { 'content-type': 'application/json' };
    for (const request of [{}, { headers }, { headers, payload: 'null' }]) {
      const answer = await service.app.inject({ method: 'POST', url, ...request });
      expect(answer.statusCode).toBe(422);
      expect(answer.json().detail).toEqual([
        { loc: ['body'], msg: 'a body is required; send its fields as JSON', type: 'missing' },
      ]);
    }
  });

  it('answers OPTIONS that asks for no origin as any other method, in the form of errors', async () => {
    const path = await service.session();
    const known = await service.call('OPTIONS', path);
    expect(known).toMatchObject({
      status: 405,
      body: { error_type: 'MethodNotAllowedError', status_code: 405 },
    });
    expect(known.headers['allow']).toContain('GET');
    expect((await service.call('OPTIONS', `${path}/nope`)).status).toBe(404);
    const asked = { origin: 'https://a.example', 'access-control-request-method': 'POST' };
    expect((await service.call('OPTIONS', path, undefined, asked)).status).toBe(204);
  });

  it('lets the configured origins in and others not', async () => {
    const other = await testApp(memoryStore(), undefined, {
      ALLOWED_ORIGINS: 'http://a.example, http://b.example',
    });
    for (const [origin, allowed] of [
      ['http://b.example', 'http://b.example'],
      ['http://localhost:5173', undefined],
    ] as const) {
      const answer = await other.call('GET', '//health', undefined, { origin });
      expect(answer.status).toBe(200);
      expect(answer.headers['access-control-allow-origin']).toBe(allowed);
    }
    await other.close();
    const byDefault = await service.call('GET', '//health', undefined, { origin: 'http://localhost:3000' });
    expect(byDefault.headers['access-control-allow-origin']).toBe('http://localhost:3000');
    expect(String(byDefault.headers['access-control-expose-headers'])).toContain('X-Service-Saved');
  });
});

describe('sessions', () => {
  it('creates with metadata, flat or in its object, which wins', async () => {
    const { call } = service;
    const created = await call('POST', '/sessions', {
      name: 'flat',
      author: 'Ann',
      metadata: { name: 'inner' },
    });
    expect(created.status).toBe(201);
    expect(created.headers['x-service-saved']).toBeUndefined();
    expect(Date.parse(created.body.expires_at) - Date.parse(created.body.created_at)).toBe(24 * 3600 * 1000);
    const detail = await call('GET', `/sessions/${created.body.session_id}`);
    expect(detail.body.metadata).toMatchObject({ name: 'inner', author: 'Ann', description: '', tags: [] });
    expect(detail.body).toMatchObject({
      search_space: { n_variables: 0, variables: [] },
      experiments: { count: 0, target_column: 'Output' },
      data: { n_experiments: 0, has_data: false },
      model: { trained: false, backend: null, kernel: null },
      lock: { locked: false },
    });
  });

  it('refuses bad bodies with E2', async () => {
    const wrong = await service.call('POST', '/sessions', { name: 5 });
    expect(wrong.status).toBe(422);
    expect(wrong.body.detail).toEqual([
      { loc: ['body', 'name'], msg: 'must be a string, got 5', type: 'type' },
    ]);
    const broken = await service.call('POST', '/sessions', '{bad');
    expect(broken.status).toBe(422);
    expect(broken.body.detail[0]).toMatchObject({ loc: ['body'], type: 'json_invalid' });
    const missing = await service.call('POST', '/sessions', '{"name":NaN}');
    expect(missing.body.detail[0].msg).toMatch(/not valid JSON; JSON has no NaN or Infinity$/);
  });

  it('names the media type that a body has, and the one that the route takes', async () => {
    const { session_id: id } = (await service.call('POST', '/sessions', {})).body;
    const refused = async (path: string, type?: string) => {
      const headers = type === undefined ? {} : { 'content-type': type };
      const answer = await service.app.inject({
        method: 'POST',
        url: `/api/v1${path}`,
        payload: 'x,y',
        headers,
      });
      return [answer.statusCode, answer.json().detail];
    };
    const media = (msg: string) => [422, [{ loc: ['body'], msg, type: 'media_type' }]];
    const ofCurl = 'application/x-www-form-urlencoded';
    expect(await refused('/sessions', ofCurl)).toEqual(
      media(`the body must be application/json, got Content-Type '${ofCurl}'`),
    );
    expect(await refused('/sessions')).toEqual(
      media('the body must be application/json, got no Content-Type'),
    );
    for (const path of [`/sessions/${id}/imports`, `/sessions/${id}/candidates/upload`, '/sessions/import'])
      expect(await refused(path, 'text/csv')).toEqual(
        media("the body must be multipart/form-data with the part 'file', got Content-Type 'text/csv'"),
      );
  });

  it('refuses bodies that it would read as something else, and skips a byte order mark', async () => {
    const marked = await service.call('POST', '/sessions', '\ufeff{"name":"Löslichkeit"}');
    expect(marked.status).toBe(201);
    const refused = async (payload: Buffer | string, headers: Record<string, string>) => {
      const url = '/api/v1/sessions';
      const answer = await service.app.inject({ method: 'POST', url, payload, headers });
      return [answer.statusCode, answer.json().detail[0].type, answer.json().detail[0].loc.at(-1)];
    };
    const json = { 'content-type': 'application/json' };
    const text = '{"name":"Löslichkeit"}';
    expect(await refused(Buffer.from(text, 'latin1'), json)).toEqual([422, 'encoding', 'body']);
    const broken = Buffer.concat([Buffer.alloc((1 << 18) + 1, '"'), Buffer.of(0xc3)]);
    expect(await refused(broken, json)).toEqual([422, 'encoding', 'body']);
    expect(await refused(text, { 'content-type': 'text/plain' })).toEqual([422, 'media_type', 'body']);
    expect(await refused(text, { ...json, 'content-encoding': 'gzip' })).toEqual([
      ...[422, 'content_encoding', 'content-encoding'],
    ]);
    for (const charset of ['utf-16', '"UTF-16LE"; x=y', 'iso-8859-1']) {
      const utf16 = { 'content-type': `application/json; charset=${charset}` };
      expect(await refused(text, utf16)).toEqual([422, 'charset', 'content-type']);
    }
    for (const charset of ['UTF-8', '"utf8"', 'us-ascii'])
      expect(
        (
          await service.call('POST', '/sessions', text, {
            'content-type': `application/json;charset=${charset}`,
          })
        ).status,
      ).toBe(201);
    const form = await service.upload('/sessions', '{}');
    expect([form.status, form.body.detail[0].type]).toEqual([422, 'media_type']);
    const id = marked.body.session_id;
    const answers = await Promise.all(
      ['HEAD', 'GET'].map((method) => service.call(method, `/sessions/${id}`)),
    );
    expect(answers[0]?.headers['etag']).toBe(answers[1]?.headers['etag']);
    const long = JSON.stringify({ name: 'ä'.repeat(40_000), description: `x${'日本'.repeat(40_000)}` });
    expect((await service.call('POST', '/sessions', long)).status).toBe(201);
  });

  it('takes bodies up to 64 MiB', async () => {
    const huge = await service.call('POST', '/sessions', `{"name":"${'x'.repeat(65 << 20)}"}`);
    expect([huge.status, huge.body.status_code]).toEqual([413, 413]);
  });

  it('lists, describes, patches and deletes', async () => {
    const { call, session } = service;
    const path = await session({ metadata: { name: 'A' } });
    const id = path.split('/')[2];
    expect((await call('GET', '/sessions')).body).toMatchObject({
      total: 1,
      items: [{ session_id: id, name: 'A' }],
    });
    const patched = await call('PATCH', `${path}/metadata`, { author: 'Bob', tags: ['x'], name: null });
    expect(patched.status).toBe(200);
    expect(patched.headers['x-service-saved']).toBe('true');
    expect(patched.body).toMatchObject({ session_id: id, name: 'A', author: 'Bob', tags: ['x'] });
    expect((await call('PATCH', `${path}/metadata`, { tags: 'x' })).status).toBe(422);
    expect((await call('GET', `${path}/metadata`)).body.author).toBe('Bob');
    expect((await call('GET', `${path}/state`)).body).toMatchObject({
      session_id: id,
      n_variables: 0,
      n_experiments: 0,
      model_trained: false,
      model_backend: null,
      last_suggestion: null,
      last_acquisition_value: null,
      last_goal: null,
    });
    const deleted = await call('DELETE', path);
    expect([deleted.status, deleted.body, deleted.headers['x-service-saved']]).toEqual([204, '', undefined]);
    expect((await call('GET', path)).status).toBe(404);
    expect((await call('DELETE', path)).status).toBe(404);
  });

  it.each(['unknown', 'bad*id', '..%2Fx', 'a.json'])(
    'answers 404 for the ID %s on every kind of route',
    async (id) => {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['DELETE', '', undefined],
        ['POST', '/save', undefined],
        ['GET', '/export', undefined],
        ['GET', '/variables', undefined],
        ['POST', '/model/train', {}],
        ['POST', '/acquisition/suggest', {}],
        ['GET', '/lock', undefined],
        ['POST', '/backup', undefined],
      ] as const) {
        const answer = await service.call(method, `/sessions/${id}${path}`, body);
        expect([method, path, answer.status]).toEqual([method, path, 404]);
        expect(answer.body.error_type).toBe('SessionNotFoundError');
      }
    },
  );

  it('refuses a plan beside a session file', async () => {
    const path = await service.session();
    const file = JSON.stringify((await service.call('GET', `${path}/export`)).body);
    for (const address of ['/sessions/import', '/sessions/upload', `${path}/variables/load`]) {
      const answer = await service.upload(address, file, { plan: '{"mode":"replace"}' });
      expect(answer.status).toBe(422);
      expect(answer.body.detail[0].loc).toEqual(['body', 'plan']);
    }
  });

  it('exports, and imports what it exported', async () => {
    const { call, upload, session } = service;
    const path = await session({ metadata: { name: 'My session/1', author: 'Ann' } });
    await fillSession(service, path, 6);
    await call('POST', `${path}/model/train`, { backend: 'botorch' });
    const exported = await call('GET', `${path}/export`);
    expect(exported.headers['content-disposition']).toContain(`session_${path.split('/')[2]}.json`);
    expect(exported.body.metadata.author).toBe('Ann');
    expect(exported.body._session_store_metadata).toBeUndefined();
    expect(String((await call('GET', `${path}/download`)).headers['content-disposition'])).toContain(
      'My_session_1',
    );
    for (const route of ['/sessions/import', '/sessions/upload']) {
      const imported = await upload(route, JSON.stringify(exported.body));
      expect(imported.status).toBe(201);
      const copy = `/sessions/${imported.body.session_id}`;
      expect(copy).not.toBe(path);
      const [ours, theirs] = [
        await call('GET', `${copy}/experiments`),
        await call('GET', `${path}/experiments`),
      ];
      expect(ours.body).toEqual(theirs.body);
      expect((await call('GET', `${copy}/model`)).body.trained).toBe(true);
      const inputs = [{ x: 3, c: 'A' }];
      const [a, b] = [
        await call('POST', `${copy}/model/predict`, { inputs }),
        await call('POST', `${path}/model/predict`, { inputs }),
      ];
      expect(a.body).toEqual(b.body);
    }
  });

  it('leaves out parts that nobody knows, however many, before it copies anything', async () => {
    const unknown = { enumerable: true, get: () => expect.unreachable('an unknown part was read') };
    const experiments = { data: [{ x: 1, Output: 2 }] };
    const parts = importedParts(Object.defineProperty({ version: '1.0.0', experiments }, 'other', unknown));
    expect(parts).toEqual({ version: '1.0.0', experiments });
    const others = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`part ${i}`, i]));
    const document = JSON.stringify({ ...others, search_space: { variables: [] } });
    expect((await service.upload('/sessions/import', document)).status).toBe(201);
    expect((await service.upload('/sessions/import', JSON.stringify(others))).body.detail).toContain(
      "it contains only 'part 0', 'part 1'",
    );
  });

  it('refuses files that are no session', async () => {
    const { upload, call } = service;
    expect((await upload('/sessions/import', '[]')).status).toBe(400);
    expect((await upload('/sessions/import', '{')).status).toBe(400);
    expect((await upload('/sessions/import', Buffer.from([0xc3, 0x28]))).status).toBe(400);
    expect((await upload('/sessions/import', '{"experiments": 3}')).status).toBe(400);
    const unreadable = { search_space: { variables: [{ name: 'x', type: 'real' }] } };
    const refused = await upload('/sessions/import', JSON.stringify(unreadable));
    expect([refused.status, refused.body.detail.startsWith('session file: variable 1')]).toEqual([400, true]);
    const misspelled = await upload('/sessions/import', '{"experiment": {}}');
    expect([misspelled.status, misspelled.body.detail]).toEqual([
      400,
      "session file: this is not a session: it contains only 'experiment'; did you mean 'experiments'?",
    ]);
    const later = await upload('/sessions/import', '{"version": "9.9.9", "experiments": {}}');
    expect([later.status, later.body.detail]).toEqual([400, expect.stringContaining("got '9.9.9'")]);
    expect((await upload('/sessions/import', '{}')).status).toBe(201);
    expect((await call('POST', '/sessions/upload')).status).toBe(422);
    const name = { search_space: { variables: [{ name: 'a\0b', type: 'real', min: 0, max: 1 }] } };
    const unwritable = await upload('/sessions/import', JSON.stringify(name));
    expect([unwritable.status, JSON.stringify(unwritable.body)]).toEqual([
      422,
      expect.stringContaining('the character NUL'),
    ]);
  });
});

describe('persistence', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'athanor-http-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('has every acknowledged change on disk, the model included', async () => {
    const first = await testApp(fileStore(folder));
    const path = await first.session({ metadata: { name: 'kept' } });
    await fillSession(first, path, 7);
    await first.call('POST', `${path}/model/train`, { backend: 'botorch' });
    const inputs = [{ x: 4.2, c: 'B' }];
    const before = await first.call('POST', `${path}/model/predict`, { inputs });
    await first.call('POST', `${path}/experiments`, { inputs: { x: 1, c: 'A' }, output: 3 });
    const lock = await first.call('POST', `${path}/lock`, { locked_by: 'me' });
    await first.close();

    let trainings = 0;
    const counting = {
      run: async () => {
        trainings += 1;
        throw new Error('not now');
      },
    };
    const cold = await testApp(fileStore(folder), counting);
    expect((await cold.call('GET', path)).body.experiments.count).toBe(8);
    expect((await cold.call('GET', `${path}/model`)).body.trained).toBe(true);
    expect(trainings).toBe(0);
    await cold.close();

    const second = await testApp(fileStore(folder));
    expect((await second.call('POST', `${path}/model/predict`, { inputs })).body).toEqual(before.body);
    expect((await second.call('GET', `${path}/lock`)).body.locked_by).toBe('me');
    const token = lock.body.lock_token as string;
    expect((await second.call('DELETE', `${path}/lock?lock_token=${token}`)).status).toBe(200);
    await second.close();
  });

  it('trains again where the rows are other ones, and remembers the call where that fails', async () => {
    const first = await testApp(fileStore(folder));
    const path = await first.session();
    await fillSession(first, path, 7);
    await first.call('POST', `${path}/model/train`, { backend: 'botorch' });
    await first.upload(`${path}/experiments/upload`, 'x,c,Output\n1,A,1\n2,B,2\n3,A,2.5\n4,B,1\n5,A,0\n');
    await first.close();

    const failing = await testApp(fileStore(folder), { run: () => Promise.reject(new Error('no')) });
    const model = await failing.call('GET', `${path}/model`);
    expect(model.body).toMatchObject({
      trained: false,
      fitted: false,
      training_config: { backend: 'botorch' },
    });
    const exported = (await failing.call('GET', `${path}/export`)).body.model_config;
    expect(exported).toMatchObject({ fitted: false, training_config: { backend: 'botorch' } });
    await failing.call('PATCH', `${path}/metadata`, { name: 'saved without its model' });
    await failing.close();

    const third = await testApp(fileStore(folder));
    expect((await third.call('GET', `${path}/model`)).body).toMatchObject({
      trained: true,
      n_experiments: 5,
    });
    await third.close();
  });

  it('answers 503 for a file that cannot be read, and deletes it', async () => {
    const first = await testApp(fileStore(folder));
    const path = await first.session();
    await first.close();
    writeFileSync(join(folder, 'sessions', `${path.split('/')[2]}.json`), '{"torn');
    const second = await testApp(fileStore(folder));
    for (const route of ['', '/variables', '/model', '/state']) {
      const answer = await second.call('GET', `${path}${route}`);
      expect(answer.status).toBe(503);
      expect(answer.body.error_type).toBe('SessionFileUnreadableError');
    }
    expect((await second.call('GET', '/sessions')).body.items[0].readable).toBe(false);
    expect((await second.call('DELETE', path)).status).toBe(204);
    expect((await second.call('GET', path)).status).toBe(404);
    await second.close();
  });

  it.each([
    [{}, "'metadata', 'search_space', 'experiments'"],
    [{ hello: 1 }, "'metadata', 'search_space', 'experiments'"],
    [{ version: '1.1.0', metadata: {}, experiments: { data: [] } }, "'search_space'"],
  ])('answers 503 for a file with an object that is no session: %j', async (stray, missing) => {
    mkdirSync(join(folder, 'sessions'));
    writeFileSync(join(folder, 'sessions', 'stray.json'), JSON.stringify(stray));
    const service = await testApp(fileStore(folder));
    const answer = await service.call('GET', '/sessions/stray/state');
    expect([answer.status, answer.body.detail]).toEqual([
      503,
      `session 'stray': session file: this is not a session; it lacks ${missing}`,
    ]);
    expect((await service.call('GET', '/sessions')).body.items[0].readable).toBe(false);
    expect((await service.call('DELETE', '/sessions/stray')).status).toBe(204);
    await service.close();
  });

  it('keeps a good answer when the write fails and says so in the header; save answers 500', async () => {
    const store = memoryStore();
    let broken = false;
    const flaky = {
      ...store,
      save: (...args: Parameters<typeof store.save>) =>
        broken ? Promise.reject(new Error('disk full')) : store.save(...args),
      append: (...args: Parameters<typeof store.append>) =>
        broken ? Promise.reject(new Error('disk full')) : store.append(...args),
      remove: (id: string) => (broken ? Promise.reject(new Error('held')) : store.remove(id)),
    };
    const app = await testApp(flaky);
    const path = await app.session();
    broken = true;
    const added = await app.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
    expect([added.status, added.headers['x-service-saved']]).toEqual([201, 'false']);
    expect((await app.call('POST', `${path}/save`)).status).toBe(500);
    expect((await app.call('DELETE', path)).status).toBe(500);
    expect((await app.call('GET', `${path}/variables`)).body.count).toBe(1);
    const backup = await app.call('POST', `${path}/backup`);
    expect(backup.body.taken).toBe(true);
    broken = false;
    expect((await app.call('POST', `${path}/variables/load`, [])).headers['x-service-saved']).toBe('true');
    await app.close();
  });
});

describe('recovery', () => {
  it('takes and removes copies by the clock of the store, which all servers share', async () => {
    const store = memoryStore();
    let now = '2031-05-01T12:00:00.000Z';
    const full = () => Promise.reject(new Error('disk full'));
    const flaky = { ...store, now: () => new Date(now) };
    const app = await testApp(flaky);
    const path = await app.session();
    Object.assign(flaky, { save: full, append: full });
    await app.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
    expect((await app.call('POST', `${path}/backup`)).body.taken).toBe(true);
    expect((await app.call('GET', '/recovery/list')).body.recoveries[0].backup_time).toBe(now);
    now = '2031-05-01T13:30:00.000Z';
    expect((await app.call('DELETE', '/recovery/cleanup?max_age_hours=2')).body.message).toMatch(/^0 /);
    expect((await app.call('DELETE', '/recovery/cleanup?max_age_hours=1')).body.message).toMatch(/^1 /);
    await app.close();
  });

  it('restores a backup as a new session, which then owns it; saving clears it', async () => {
    const store = memoryStore();
    const app = await testApp(store);
    const path = await app.session({ name: 'lost' });
    const id = path.split('/')[2] as string;
    expect((await app.call('POST', `${path}/backup`)).body.taken).toBe(false);
    const document = (await app.call('GET', `${path}/export`)).body;
    await store.backups.put(id, '2026-01-01T00:00:00.000Z', document);
    expect((await app.call('GET', '/recovery/list')).body).toMatchObject({
      count: 1,
      recoveries: [{ session_id: id, session_name: 'lost' }],
    });
    const restored = await app.call('POST', `/recovery/${id}/restore`);
    expect(restored.status).toBe(201);
    expect((await app.call('POST', `/recovery/${id}/restore`)).status).toBe(404);
    expect((await app.call('POST', '/recovery/*/restore')).status).toBe(404);
    expect((await app.call('GET', '/recovery/list')).body.recoveries[0].session_id).toBe(
      restored.body.session_id,
    );
    expect((await app.call('DELETE', '/sessions/*/backup')).body.deleted).toBe(false);
    await app.call('POST', `/sessions/${restored.body.session_id}/save`);
    expect((await app.call('GET', '/recovery/list')).body.count).toBe(0);
    expect((await app.call('DELETE', '/recovery/cleanup?max_age_hours=1')).status).toBe(200);
    expect((await app.call('DELETE', '/recovery/cleanup?max_age_hours=1e300')).body.message).toMatch(/^0 /);
    for (const hours of ['x', 'false', '', '0x10', '1&max_age_hours=2'])
      expect((await app.call('DELETE', `/recovery/cleanup?max_age_hours=${hours}`)).status).toBe(422);
    await app.close();
  });

  it('reads a copy for the list once, and again only where there is a newer one', async () => {
    const store = memoryStore();
    const read: string[] = [];
    const newest = (id: string) => {
      read.push(id);
      return store.backups.newest(id);
    };
    const app = await testApp({ ...store, backups: { ...store.backups, newest } });
    const listed = async () =>
      (await app.call('GET', '/recovery/list')).body.recoveries.map(
        (one: { session_name: string; backup_time: string }) => [
          one.session_name,
          one.backup_time.slice(0, 4),
        ],
      );
    for (const name of ['a', 'b']) {
      const path = await app.session({ name });
      await store.backups.put(
        name,
        '2026-01-01T00:00:00.000Z',
        (await app.call('GET', `${path}/export`)).body,
      );
    }
    for (let time = 0; time < 3; time++) expect(await listed()).toHaveLength(2);
    expect(read.toSorted()).toEqual(['a', 'b']);
    await store.backups.put(
      'b',
      '2027-01-01T00:00:00.000Z',
      (await store.backups.newest('b'))?.document as Document,
    );
    expect(await listed()).toEqual([
      ['b', '2027'],
      ['a', '2026'],
    ]);
    expect(read.toSorted()).toEqual(['a', 'b', 'b']);
    await store.backups.remove('a');
    expect(await listed()).toEqual([['b', '2027']]);
    await app.close();
  });
});
