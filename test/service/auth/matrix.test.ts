import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Permission } from '../../../src/service/auth/permissions.ts';
import { loginCookie } from '../../../src/service/http/plugins/access/authenticate.ts';
import { memoryStore } from '../../../src/service/store/memory.ts';
import { openApiDocument } from '../../../src/tools/write-client.ts';
import { bearer, type TestGate, testGate } from '../support/accounts.ts';
import { type Answer, fillSession, inlinePool, type TestApp, testApp } from '../support/app.ts';

type Verdict = 'allowed' | 'unknown caller' | 'forbidden' | 'not found';

/** Who asks; the last six have a part in the session through its owner, or none. */
const callers = [
  'nobody',
  'shut out',
  'revoked key',
  'expired key',
  'stranger',
  'viewer',
  'operator',
  'owner',
  'admin',
  'key to read',
  'key to write',
  'key of another session',
  'page of another site',
] as const;
type CallerName = (typeof callers)[number];

const none = ['nobody', 'shut out', 'revoked key', 'expired key'];
const outside = ['stranger', 'key of another session'];

/** The rules by hand, as docs/security.md has them: who gets through, on a route of a session and on others. */
const through: Readonly<Record<Permission, readonly CallerName[]>> = {
  public: callers,
  'service:use': callers.filter((one) => !none.includes(one)),
  'account:own': ['stranger', 'viewer', 'operator', 'owner', 'admin'],
  'session:list': callers.filter((one) => !none.includes(one)),
  'session:create': ['stranger', 'viewer', 'operator', 'owner', 'admin', 'key to write'],
  'session:read': ['viewer', 'operator', 'owner', 'admin', 'key to read', 'key to write'],
  'session:write': ['operator', 'owner', 'admin', 'key to write'],
  'session:own': ['owner', 'admin'],
  'server:admin': ['admin'],
};

function expected(permission: Permission, method: string, ofSession: boolean, caller: CallerName): Verdict {
  if (permission === 'public') return 'allowed';
  // It sends the cookie of the owner along.
  if (caller === 'page of another site')
    return method === 'GET' ? expected(permission, method, ofSession, 'owner') : 'forbidden';
  if (none.includes(caller)) return 'unknown caller';
  if (ofSession && outside.includes(caller)) return 'not found';
  // Restoring makes a session of one's own from a copy that one may read.
  if (ofSession && permission === 'session:create') return caller === 'key to read' ? 'forbidden' : 'allowed';
  return through[permission].includes(caller) ? 'allowed' : 'forbidden';
}

async function expiredKey({ accounts, key }: TestGate, person: string): Promise<string> {
  const made = await key(person);
  const expires_at = new Date(Date.now() - 1000).toISOString();
  await accounts.change((book) => {
    const keys = book.keys.map((one) => (one.id === made.id ? { ...one, expires_at } : one));
    return { book: { ...book, keys }, answer: null };
  });
  return made.key;
}

const unknownSession = '11111111-1111-4111-8111-111111111111';

/** The words of an answer without the identifiers that the request itself named. */
const wordsOf = ({ status, body }: Answer, id: string): string =>
  `${status} ${JSON.stringify(body).replaceAll(id, '<id>')}`;

describe.each([
  { environment: {}, asking: callers },
  { environment: { COMPAT: 'alchemist-0.4' }, asking: ['nobody', 'stranger', 'viewer'] as const },
])('every route, with $environment', ({ environment, asking }) => {
  let people: TestGate;
  let service: TestApp;
  let routes: { method: string; path: string; permission: Permission; hasBody: boolean }[];
  const keys = {} as Record<Exclude<CallerName, 'nobody'>, string>;
  const ids: Record<string, string> = {};
  let job: string;

  const headersOf = (caller: CallerName): Record<string, string> => {
    if (caller === 'nobody') return {};
    return caller === 'page of another site' ? { cookie: keys[caller] } : bearer(keys[caller]);
  };

  async function signIn(): Promise<void> {
    keys['page of another site'] = `${loginCookie}=${await people.gate.loginWithKey(keys.owner)}`;
  }

  async function newSession(): Promise<string> {
    const { body } = await service.call('POST', '/sessions', { name: 'secret plan' }, headersOf('owner'));
    const id = body.session_id as string;
    await people.accounts.grant(id, ids.viewer as string, 'viewer');
    await people.accounts.grant(id, ids.operator as string, 'operator');
    return id;
  }

  beforeAll(async () => {
    people = await testGate();
    service = await testApp(memoryStore(), inlinePool, environment, people.gate);
    for (const name of ['stranger', 'viewer', 'operator', 'owner', 'admin', 'shut out'] as const) {
      const { id, key } = await people.person(name, name === 'admin' ? 'admin' : 'member');
      keys[name] = key;
      ids[name] = id;
    }
    keys['key to read'] = (await people.key(ids.owner as string, { scope: 'read' })).key;
    keys['key to write'] = (await people.key(ids.owner as string, { scope: 'write' })).key;
    const other = await people.key(ids.owner as string, { sessions: [unknownSession] });
    keys['key of another session'] = other.key;
    const revoked = await people.key(ids.owner as string);
    keys['revoked key'] = revoked.key;
    await service.call('DELETE', `/keys/${revoked.id}`, undefined, headersOf('owner'));
    keys['expired key'] = await expiredKey(people, ids.owner as string);
    await signIn();
    await service.call('PATCH', `/people/${ids['shut out']}`, { disabled: true }, headersOf('admin'));
    const document = JSON.parse(await openApiDocument());
    routes = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods as Record<string, Record<string, unknown>>).map(([method, one]) => ({
        method: method.toUpperCase(),
        path,
        permission: one['x-permission'] as Permission,
        hasBody: one.requestBody !== undefined,
      })),
    );
  });
  afterAll(async () => {
    await service.close();
    people.remove();
  });

  async function ask(
    { method, path, hasBody }: (typeof routes)[number],
    caller: CallerName,
    session: string,
    ofJob: string,
  ): Promise<Answer> {
    const url = path
      .replace('{session_id}', session)
      .replace('{job_id}', ofJob)
      .replaceAll(/\{\w+\}/g, 'none');
    // A body that is refused shows that the request came through, and changes nothing.
    const body = hasBody ? '{"surely_no_field":' : undefined;
    return service.call(method, `/${url}`, body, headersOf(caller));
  }

  function verdict(answer: Answer, id: string): Verdict {
    if (answer.status === 401) return 'unknown caller';
    if (answer.status === 403) return 'forbidden';
    const detail = String(answer.body?.detail);
    const isGone =
      detail.includes(`session '${id}' not found`) || detail.startsWith(`job '${job}' not found`);
    return answer.status === 404 && isGone ? 'not found' : 'allowed';
  }

  it.each(asking)('is open to %s exactly as the rules have it', async (caller) => {
    let session = await newSession();
    const startJob = async () => {
      const headers = { ...headersOf('owner'), prefer: 'respond-async', 'x-athanor-client': '1' };
      const { body } = await service.call(
        'POST',
        `/sessions/${session}/model/predict`,
        { inputs: [{ x: 1 }] },
        headers,
      );
      return body.job_id as string;
    };
    job = await startJob();
    const wrong: string[] = [];
    for (const one of routes) {
      const ofSession = one.path.includes('{session_id}') || one.path.includes('{job_id}');
      const answer = await ask(one, caller, session, job);
      if (one.path.endsWith('/auth/logout')) await signIn();
      const found = verdict(answer, session);
      // The owner started it.
      const isOfOthers =
        one.method === 'DELETE' && one.path.endsWith('/jobs/{job_id}') && caller === 'viewer';
      const wanted = isOfOthers ? 'forbidden' : expected(one.permission, one.method, ofSession, caller);
      if (found !== wanted) {
        wrong.push(`${one.method} ${one.path}: ${found}, not ${wanted}: ${JSON.stringify(answer.body)}`);
      }
      if (wanted === 'not found') {
        // Nothing tells a session of others from one that is not there.
        const nothing = await ask(one, caller, 'nothing', 'nothing');
        const id = one.path.includes('{job_id}') ? job : session;
        expect(wordsOf(answer, id)).toBe(wordsOf(nothing, 'nothing'));
      }
      if (one.method === 'DELETE' && answer.status < 300) {
        session = await newSession();
        job = await startJob();
      }
    }
    expect(wrong).toEqual([]);
    expect(routes.length).toBeGreaterThan(110);
  });

  it('lets a viewer cancel the work that they started, with a key to read too, and no other work', async () => {
    const session = await newSession();
    const { key: keyToRead } = await people.key(ids.viewer as string, { scope: 'read' });
    const start = async (caller: CallerName, path: string, body: unknown) => {
      const headers = { ...headersOf(caller), prefer: 'respond-async', 'x-athanor-client': '1' };
      return (await service.call('POST', `/sessions/${session}/${path}`, body, headers)).body.job_id;
    };
    const cancel = async (id: string, headers: Record<string, string>) =>
      (await service.call('DELETE', `/jobs/${id}`, undefined, headers)).status;
    const predict = ['model/predict', { inputs: [{ x: 1 }] }] as const;
    const own = await start('viewer', ...predict);
    const { body } = await service.call('GET', `/jobs/${own}`, undefined, headersOf('viewer'));
    expect(Object.keys(body)).not.toContain('reader');
    expect(await cancel(own, headersOf('viewer'))).toBe(200);
    expect(await cancel(await start('viewer', ...predict), bearer(keyToRead))).toBe(200);
    expect(await cancel(await start('viewer', ...predict), headersOf('operator'))).toBe(200);
    expect(await cancel(await start('owner', ...predict), headersOf('viewer'))).toBe(403);
    // What changes the session is cancelled only by who may change it.
    const training = await start('owner', 'model/train', {});
    expect(await cancel(training, headersOf('key to read'))).toBe(403);
    expect(await cancel(training, headersOf('key to write'))).toBe(200);
  });

  it('lists, recovers and exports to each what is theirs', async () => {
    const mine = await newSession();
    await fillSession(
      { ...service, call: (m, p, b) => service.call(m, p, b, headersOf('owner')) },
      `/sessions/${mine}`,
      3,
    );
    const theirs = (await service.call('POST', '/sessions', {}, headersOf('stranger'))).body.session_id;
    for (const id of [mine, theirs]) {
      await service.store.backups.put(id, new Date().toISOString(), {
        ...((await service.store.load(id))?.document as object),
      } as never);
    }
    const seen = async (caller: CallerName) => {
      const list = await service.call('GET', '/sessions?limit=1000', undefined, headersOf(caller));
      const copies = await service.call('GET', '/recovery/list', undefined, headersOf(caller));
      const jobs = await service.call('GET', '/jobs?limit=1000', undefined, headersOf(caller));
      return {
        total: list.body.total,
        sessions: list.body.items.map((one: { session_id: string }) => one.session_id),
        copies: copies.body.recoveries.map((one: { session_id: string }) => one.session_id),
        jobs: new Set(jobs.body.items.map((one: { session_id: string }) => one.session_id)),
      };
    };
    const owner = await seen('owner');
    expect(owner.sessions).toContain(mine);
    expect(owner.sessions).not.toContain(theirs);
    expect(owner.total).toBe(owner.sessions.length);
    expect(owner.copies).toEqual([mine]);
    expect(owner.jobs.size).toBeGreaterThan(0);
    const stranger = await seen('stranger');
    expect(stranger.sessions.slice().sort()).not.toContain(mine);
    expect(stranger).toMatchObject({ copies: [theirs], jobs: new Set() });
    expect((await seen('admin')).sessions).toEqual(expect.arrayContaining([mine, theirs]));
    expect((await seen('key of another session')).sessions).toEqual([]);
    const restored = await service.call(
      'POST',
      `/recovery/${mine}/restore`,
      undefined,
      headersOf('stranger'),
    );
    expect(restored.status).toBe(404);
  });
});
