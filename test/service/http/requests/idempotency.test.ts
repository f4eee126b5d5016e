import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { fileStore } from '../../../../src/service/store/file.ts';
import { memoryStore } from '../../../../src/service/store/memory.ts';
import { fillSession, type TestApp, testApp } from '../../support/app.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const key = (name: string) => ({ 'idempotency-key': name });
const point = (x: number) => ({ inputs: { x, c: 'A' }, output: x });
const count = async (app: TestApp, path: string) => (await app.call('GET', `${path}/experiments`)).body.total;

describe('Idempotency-Key', () => {
  it('gives the stored answer to the same request, and carries it out once', async () => {
    const app = await testApp();
    const path = await app.session();
    await fillSession(app, path, 2);
    const send = () => app.call('POST', `${path}/experiments`, point(1), key('k1'));
    const first = await send();
    await app.call('POST', `${path}/experiments`, point(2));
    const again = await send();
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.headers['x-service-saved']).toBe('true');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await count(app, path)).toBe(4);
    await app.close();
  });

  it('refuses another body or address under the same key, naming the key', async () => {
    const app = await testApp();
    const path = await app.session();
    await fillSession(app, path, 2);
    await app.call('POST', `${path}/experiments`, point(1), key('k1'));
    for (const [address, body] of [
      [`${path}/experiments`, point(2)],
      [`${path}/experiments?auto_train=false`, point(1)],
      [`${path}/experiments/batch`, { experiments: [point(1)] }],
    ] as const) {
      const other = await app.call('POST', address, body, key('k1'));
      expect(other.status).toBe(422);
      expect(other.body.detail[0]).toMatchObject({
        loc: ['header', 'Idempotency-Key'],
        type: 'key_reused',
      });
      expect(other.body.detail[0].msg).toContain("'k1'");
    }
    expect((await app.call('POST', `${path}/experiments`, point(1), key('a b'))).status).toBe(422);
    expect(await count(app, path)).toBe(3);
    await app.close();
  });

  it('makes another session once the first one is deleted, which no tag of the first one fits', async () => {
    const app = await testApp();
    const create = async () =>
      (await app.call('POST', '/sessions', { name: 'a' }, key('k1'))).body.session_id;
    const first = await create();
    expect(await create()).toBe(first);
    const patch = (id: string, etag: string) =>
      app.call('PATCH', `/sessions/${id}/metadata`, { description: 'd' }, { 'if-match': etag });
    const { etag } = (await app.call('GET', `/sessions/${first}`)).headers;
    await app.call('DELETE', `/sessions/${first}`);
    const second = await create();
    expect(second).not.toBe(first);
    expect(await create()).toBe(second);
    expect((await patch(first, etag as string)).status).toBe(404);
    await app.call('DELETE', `/sessions/${second}`);
    expect([first, second]).not.toContain(await create());
    await app.close();
  });

  it('survives a restart of the server and its file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'athanor-keys-'));
    folders.push(folder);
    const first = await testApp(fileStore(folder));
    const made = await first.call('POST', '/sessions', { name: 'n' }, key('make'));
    const path = `/sessions/${made.body.session_id}`;
    await fillSession(first, path, 2);
    const recorded = await first.call('POST', `${path}/experiments`, point(3), key('k'));
    await first.close();
    const second = await testApp(fileStore(folder));
    expect((await second.call('POST', `${path}/experiments`, point(3), key('k'))).body).toEqual(
      recorded.body,
    );
    expect((await second.call('POST', '/sessions', { name: 'n' }, key('make'))).body).toEqual(made.body);
    expect(await count(second, path)).toBe(3);
    expect((await second.call('GET', '/sessions')).body.total).toBe(1);
    expect((await second.call('POST', '/sessions', { name: 'm' }, key('make'))).status).toBe(422);
    await second.close();
  });

  it('covers imports and uploads by what their file holds, whatever the form looks like', async () => {
    const app = await testApp();
    const path = await app.session();
    await fillSession(app, path, 2);
    const exported = JSON.stringify((await app.call('GET', `${path}/export`)).body);
    const form = (address: string, content: string, name: string) => {
      const boundary = `b${Math.random().toString(36).slice(2)}`;
      const payload = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n${content}\r\n--${boundary}--\r\n`;
      return app.call('POST', address, payload, {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        ...key(name),
      });
    };
    const first = await form('/sessions/import', exported, 'i');
    expect((await form('/sessions/import', exported, 'i')).body).toEqual(first.body);
    expect((await form('/sessions/import', `${exported} `, 'i')).status).toBe(422);
    const upload = () => form(`${path}/experiments/upload`, 'x,c,Output\n1,A,2\n', 'u');
    const uploaded = await upload();
    expect(uploaded.status).toBe(200);
    await app.call('POST', `${path}/experiments`, point(2));
    expect((await upload()).body).toEqual(uploaded.body);
    expect(await count(app, path)).toBe(2);
    await app.close();
  });

  it('keeps what training after recording brought', async () => {
    const app = await testApp();
    const path = await app.session();
    await fillSession(app, path, 6);
    const send = () => app.call('POST', `${path}/experiments?auto_train=true`, point(1.5), key('t'));
    const first = await send();
    expect(first.body.model_trained).toBe(true);
    expect((await send()).body).toEqual(first.body);
    await app.close();
  });

  it('answers 409 while the first request is under way', async () => {
    const store = memoryStore();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const begun = Promise.withResolvers<void>();
    let holds = false;
    const app = await testApp({
      ...store,
      append: async (...args) => {
        if (holds) {
          begun.resolve();
          await held;
        }
        return store.append(...args);
      },
    });
    const path = await app.session();
    await fillSession(app, path, 0);
    holds = true;
    const first = app.call('POST', `${path}/experiments`, point(1), key('k'));
    await begun.promise;
    const second = await app.call('POST', `${path}/experiments`, point(1), key('k'));
    expect([second.status, second.headers['retry-after']]).toEqual([409, '1']);
    release();
    expect((await first).status).toBe(201);
    expect(await count(app, path)).toBe(1);
    await app.close();
  });

  it('covers removals, corrections and new names, which a repetition would not find or would make again', async () => {
    const app = await testApp();
    const path = await app.session();
    await fillSession(app, path, 4);
    const twice = async (method: 'POST' | 'PATCH' | 'DELETE', address: string, body?: object) => {
      const send = () =>
        app.call(method, `${path}/${address}`, body, key(`${method} ${address}`.replaceAll(' ', '-')));
      const [first, again] = [await send(), await send()];
      expect([address, again.status, again.body]).toEqual([address, first.status, first.body]);
      expect([address, again.headers['idempotency-replayed']]).toEqual([address, 'true']);
    };
    const { experiments } = (await app.call('GET', `${path}/experiments`)).body;
    const [first, second, third] = experiments.map((row: { ProvenanceId: string }) => row.ProvenanceId);
    await twice('PATCH', `experiments/${third}`, { output: 3 });
    await twice('DELETE', `experiments/${first}?why=doubled`);
    await twice('POST', 'experiments/remove-batch', { provenance_ids: [second] });
    await twice('PATCH', 'variables/x', { name: 'z' });
    const sum = { constraint_type: 'inequality', coefficients: { z: 1 }, rhs: 9, name: 'sum' };
    await app.call('POST', `${path}/constraints`, sum);
    await twice('DELETE', 'constraints/sum');
    const items = [{ inputs: { z: 5, c: 'A' } }];
    const queue = (await app.call('POST', `${path}/experiments/queue`, { items })).body.items;
    await twice('DELETE', `experiments/queue/${queue[0].id}`);
    await app.call('PATCH', `${path}/cost-model`, { units: 'EUR', run_cost: 2 });
    await twice('DELETE', 'cost-model');
    await app.call('PUT', `${path}/candidates`, { candidates: [{ z: 5, c: 'A' }] });
    await twice('DELETE', 'candidates');
    await app.call('POST', `${path}/experiments/staged`, { inputs: { z: 5, c: 'A' } });
    await twice('DELETE', 'experiments/staged');
    await twice('DELETE', 'experiments');
    await app.call('POST', `${path}/variables`, { name: 'w', type: 'real', bounds: [0, 1] });
    await twice('DELETE', 'variables/w');
    // What was recorded since the removal stays when the removal is sent again.
    await app.call('POST', `${path}/experiments`, { inputs: { z: 1, c: 'A' }, output: 1 });
    await app.call('DELETE', `${path}/experiments`, undefined, key('DELETE-experiments'));
    expect(await count(app, path)).toBe(1);
    await app.close();
  });

  it('is forgotten after 24 hours, and does not travel with an export', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const app = await testApp();
      const path = await app.session();
      await fillSession(app, path, 0);
      const send = () => app.call('POST', `${path}/experiments`, point(1), key('k'));
      await send();
      vi.setSystemTime(Date.now() + 23 * 3600_000);
      expect((await send()).headers['idempotency-replayed']).toBe('true');
      expect((await app.call('GET', `${path}/export`)).body.athanor.replies).toBeUndefined();
      vi.setSystemTime(Date.now() + 2 * 3600_000);
      expect((await send()).headers['idempotency-replayed']).toBeUndefined();
      expect(await count(app, path)).toBe(2);
      await app.close();
    } finally {
      vi.useRealTimers();
    }
  });
});

it('an upload that is repeated is replayed, also where the session would refuse its file by now', async () => {
  const app = await testApp();
  const path = await app.session();
  const variable = { name: 'x', type: 'real', bounds: [0, 1] };
  await app.call('POST', `${path}/variables`, variable);
  const upload = (text: string) =>
    app.upload(`${path}/experiments/upload`, text, {}, { 'idempotency-key': 'one' });
  const first = await upload('x,Output\n0.5,1\n');
  expect(first.status).toBe(200);
  await app.call('POST', `${path}/variables`, { ...variable, name: 'y', recorded_value: 0.5 });
  const again = await upload('x,Output\n0.5,1\n');
  expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([
    200,
    first.body,
    'true',
  ]);
  const other = await upload('x,Output\n0.5,2\n');
  expect([other.status, other.body.detail[0].type]).toEqual([422, 'key_reused']);
  await app.close();
});

describe('ETag and If-Match', () => {
  it('distinguish versions of a session, and refuse a change made from an older one', async () => {
    const app = await testApp();
    const path = await app.session();
    const tag = async () => (await app.call('GET', path)).headers.etag as string;
    const before = await tag();
    expect(before).toMatch(/^"\d+"$/);
    expect(await tag()).toBe(before);
    const rename = (name: string, ifMatch: string) =>
      app.call('PATCH', `${path}/metadata`, { name }, { 'if-match': ifMatch });
    expect((await rename('a', before)).status).toBe(200);
    const stale = await rename('b', before);
    expect(stale.status).toBe(412);
    expect(stale.body.error_type).toBe('PreconditionFailedError');
    expect((await app.call('GET', `${path}/metadata`)).body.name).toBe('a');
    expect((await rename('c', `"999", ${await tag()}`)).status).toBe(200);
    expect((await rename('d', '*')).status).toBe(200);
    expect((await rename('e', `W/${await tag()}`)).status).toBe(412);
    expect((await app.call('DELETE', path, undefined, { 'if-match': before })).status).toBe(412);
    expect((await app.call('DELETE', path, undefined, { 'if-match': await tag() })).status).toBe(204);
    await app.close();
  });

  it('are compared by every route below a session that is no GET', async () => {
    const app = await testApp();
    const path = await app.session();
    await app.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
    const stale = { 'if-match': '"999"' };
    const design = { effects: ['x'] };
    for (const [method, route, body] of [
      ['POST', '/save', undefined],
      ['POST', '/branch', { revision: 1 }],
      ['POST', '/backup', undefined],
      ['DELETE', '/backup', undefined],
      ['POST', '/optimal-design/info', design],
    ] as const) {
      const { status, body: answer } = await app.call(method, path + route, body, stale);
      expect([route, status, answer.error_type]).toEqual([route, 412, 'PreconditionFailedError']);
    }
    for (const route of ['imports', 'experiments/preview', 'experiments/upload', 'candidates/upload'])
      expect((await app.upload(`${path}/${route}`, 'x,Output\n0.5,1\n', {}, stale)).status).toBe(412);
    await app.close();
  });

  it('let one of two changes that were made from the same version pass', async () => {
    const app = await testApp();
    const path = await app.session();
    const ifMatch = { 'if-match': (await app.call('GET', path)).headers.etag as string };
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((name) => app.call('PATCH', `${path}/metadata`, { name }, ifMatch)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    await app.close();
  });

  it('change with what a full disk keeps from being saved', async () => {
    const store = memoryStore();
    let isFull = false;
    const full =
      <Args extends unknown[]>(write: (...args: Args) => Promise<number>) =>
      (...args: Args) =>
        isFull ? Promise.reject(new Error('full')) : write(...args);
    const app = await testApp({ ...store, save: full(store.save), append: full(store.append) });
    const path = await app.session();
    isFull = true;
    const seen = new Set<unknown>();
    for (const name of ['a', 'b', 'c']) {
      await app.call('PATCH', `${path}/metadata`, { name });
      seen.add((await app.call('GET', path)).headers.etag);
    }
    expect(seen.size).toBe(3);
    await app.close();
  });
});
