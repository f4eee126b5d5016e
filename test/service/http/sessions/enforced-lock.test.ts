import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../../src/tools/write-client.ts';
import { fillSession, type TestApp, testApp } from '../../support/app.ts';

describe('a lock that the session enforces', () => {
  let service: TestApp;
  let path: string;
  let token: string;

  beforeAll(async () => {
    service = await testApp();
  });
  afterAll(() => service.close());

  const enforce = (enforce_lock: boolean) => service.call('PUT', `${path}/lock/policy`, { enforce_lock });

  beforeEach(async () => {
    path = await service.session();
    await fillSession(service, path, 6);
    token = (await service.call('POST', `${path}/lock`, { locked_by: 'robot' })).body.lock_token;
    await enforce(true);
  });

  const event = { entry_type: 'x' };
  const note = (headers = {}) => service.call('POST', `${path}/audit/event`, event, headers);

  it('is advice until then', async () => {
    await enforce(false);
    expect((await note()).status).toBe(200);
    const { body } = await enforce(true);
    expect(body).toMatchObject({ locked: true, locked_by: 'robot', lock_token: null, enforced: true });
  });

  it('refuses changes without its token (423), also by jobs and removal, and lets reading be', async () => {
    const refused = await note();
    expect(refused).toMatchObject({ status: 423, body: { error_type: 'LockedError' } });
    expect(refused.body.detail).toContain("'robot'");
    expect((await note({ 'x-lock-token': 'wrong' })).status).toBe(423);
    expect((await note({ 'x-lock-token': token })).status).toBe(200);
    const train = { backend: 'sklearn' };
    expect((await service.call('POST', `${path}/model/train`, train)).status).toBe(423);
    const later = { prefer: 'respond-async' };
    const { job_id } = (await service.call('POST', `${path}/model/train`, train, later)).body;
    const job = async () => (await service.call('GET', `/jobs/${job_id}`)).body;
    while ((await job()).status === 'running') await new Promise((done) => setTimeout(done, 5));
    expect((await job()).result).toMatchObject({ status: 423 });
    expect((await service.call('DELETE', path)).status).toBe(423);
    expect((await service.call('GET', `${path}/experiments`)).status).toBe(200);
    expect((await service.call('POST', `${path}/lock`, { locked_by: 'Ann', force: true })).status).toBe(423);
    expect((await service.call('DELETE', `${path}/lock`)).status).toBe(423);
  });

  it('is not given to whoever uses the name of its holder, which everybody sees', async () => {
    const take = async (as: Record<string, unknown>) =>
      (await service.call('POST', `${path}/lock`, as)).status;
    expect(await take({ locked_by: 'robot' })).toBe(423);
    expect(await take({ locked_by: 'x', client_id: 'robot' })).toBe(423);
    expect((await note({ 'x-lock-token': token })).status).toBe(200);
    const other = await service.session();
    await service.call('PUT', `${other}/lock/policy`, { enforce_lock: true });
    const lock = (client_id: string) =>
      service.call('POST', `${other}/lock`, { locked_by: 'robot', client_id });
    expect([(await lock('7f3a')).status, (await lock('7f3a')).status]).toEqual([200, 200]);
    expect((await lock('other')).status).toBe(423);
  });

  it('holds up every route that changes a session', async () => {
    const document = JSON.parse(await openApiDocument());
    const free: string[] = [];
    for (const [url, methods] of Object.entries(document.paths)) {
      for (const [method, one] of Object.entries(methods as Record<string, Record<string, never>>)) {
        const permission = String(one['x-permission']);
        const parameters = one['parameters'] as readonly { name: string }[];
        const held = parameters.some(({ name }) => name === 'X-Lock-Token');
        const changes = ['session:write', 'session:own'].includes(permission) && url.includes('{session_id}');
        if (changes !== held) free.push(`${method.toUpperCase()} ${url}`);
      }
    }
    expect(free.sort()).toEqual([
      'DELETE /api/v1/sessions/{session_id}/grants/{person_id}',
      'DELETE /api/v1/sessions/{session_id}/lock',
      'POST /api/v1/sessions/{session_id}/lock',
      'PUT /api/v1/sessions/{session_id}/grants/{person_id}',
      'PUT /api/v1/sessions/{session_id}/lock/policy',
    ]);
  });

  it('refuses every file and every answer of a run', async () => {
    const token_ = { 'x-lock-token': token };
    const item = { inputs: { x: 1, c: 'A' } };
    const queued = await service.call('POST', `${path}/experiments/queue`, { items: [item] }, token_);
    const [{ id }] = queued.body.items;
    const complete = (headers = {}) =>
      service.call('POST', `${path}/experiments/queue/${id}/complete`, { outputs: [1] }, headers);
    expect((await complete()).status).toBe(423);
    const candidates = () => service.upload(`${path}/candidates/upload`, 'x,c\n1,A\n', {});
    const table = (headers = {}) =>
      service.upload(`${path}/experiments/upload`, 'x,c,Output\n1,A,2\n', {}, headers);
    expect((await table()).status).toBe(423);
    expect((await candidates()).status).toBe(423);
    expect((await complete(token_)).status).toBe(200);
    expect((await table(token_)).status).toBe(200);
  });

  it('is kept over a restart, is not exported, and ends with its policy', async () => {
    const again = await testApp(service.store);
    const changed = await again.call('POST', `${path}/audit/event`, event);
    expect(changed.status).toBe(423);
    expect(JSON.stringify((await again.call('GET', `${path}/export`)).body)).not.toContain('enforce_lock');
    await again.app.close();
    await enforce(false);
    expect((await note()).status).toBe(200);
    expect((await service.call('DELETE', `${path}/lock`)).status).toBe(200);
  });
});
