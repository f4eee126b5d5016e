import { describe, expect, it } from 'vitest';
import { bearer, testGate } from '../../support/accounts.ts';
import { fillSession, testApp } from '../../support/app.ts';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();

const tagOf = async (path: string) => (await service.call('GET', path)).headers.etag as string;
const ask = (path: string, tag: string, method = 'GET') =>
  service.call(method, path, undefined, { 'if-none-match': tag });

describe('If-None-Match', () => {
  it('is answered with 304 and no body until the session changes', async () => {
    const path = await service.session();
    await fillSession(service, path, 6);
    await service.call('POST', `${path}/model/train`, { backend: 'sklearn', kernel: 'Matern' });
    for (const view of [
      '',
      '/state',
      '/model',
      '/experiments?limit=2',
      '/export',
      '/experiments/export',
      '/audit',
    ]) {
      const tag = await tagOf(path + view);
      for (const method of ['GET', 'HEAD']) {
        const same = await ask(path + view, tag, method);
        expect([view, method, same.status, same.body, same.headers.etag]).toEqual([
          view,
          method,
          304,
          '',
          tag,
        ]);
        expect(same.headers['cache-control']).toBe('private, no-cache');
        expect([method, same.headers['content-length']]).toEqual([method, undefined]);
      }
      await service.call('PATCH', `${path}/metadata`, { name: `after ${view}` });
      const later = await ask(path + view, tag);
      expect([view, later.status, later.headers.etag === tag]).toEqual([view, 200, false]);
    }
  });

  it('takes lists, weak tags and *, and no tag of another revision', async () => {
    const path = await service.session();
    const tag = await tagOf(path);
    for (const known of [`"999", ${tag}`, `W/${tag}`, '*', `${tag},"1000"`])
      expect([known, (await ask(path, known)).status]).toEqual([known, 304]);
    for (const known of ['"999"', tag.replaceAll('"', ''), ''])
      expect((await ask(path, known)).status).toBe(200);
  });

  it('does not hide that there is nothing, or a wrong query', async () => {
    expect((await ask('/sessions/none', '*')).status).toBe(404);
    expect((await ask(`${await service.session()}/experiments?limit=no`, '*')).status).toBe(422);
  });

  it('has no effect where what is read changes without the session', async () => {
    const path = await service.session();
    await fillSession(service, path, 0);
    await service.call('POST', `${path}/experiments/queue`, { items: [{ inputs: { x: 1, c: 'A' } }] });
    expect((await ask(`${path}/experiments/queue`, await tagOf(path))).status).toBe(200);
    const { body } = await service.upload(`${path}/imports`, 'x,c,Output\n1,A,2\n');
    expect((await ask(`${path}/imports/${body.import_id}`, await tagOf(path))).status).toBe(200);
  });
});

it('does not reveal to whoever may not read a session that it is unchanged', async () => {
  const people = await testGate();
  const app = await testApp(undefined, undefined, {}, people.gate);
  const [ann, bob] = [await people.person('Ann'), await people.person('Bob')];
  const made = await app.call('POST', '/sessions', {}, bearer(ann.key));
  const path = `/sessions/${made.body.session_id}`;
  const read = async (headers: Record<string, string>, view = '') =>
    (await app.call('GET', path + view, undefined, { 'if-none-match': '*', ...headers })).status;
  expect([await read(bearer(ann.key)), await read(bearer(bob.key)), await read({})]).toEqual([304, 404, 401]);
  expect(await read(bearer(ann.key), '/grants')).toBe(200);
  await app.close();
  people.remove();
});
