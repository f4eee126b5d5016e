import { appendFileSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { openAccountFile } from '../../../src/service/auth/account-file.ts';
import { addKey, findKey } from '../../../src/service/auth/api-keys.ts';
import { Gate } from '../../../src/service/auth/gate.ts';
import { addLogin, findLogin } from '../../../src/service/auth/logins.ts';
import { openGate } from '../../../src/service/auth/open-gate.ts';
import { parseSecretKeys, secretsOf } from '../../../src/service/auth/secrets.ts';
import { readConfig } from '../../../src/service/config.ts';
import { plainFolder } from '../../../src/service/store/data-folder.ts';
import { memoryStore } from '../../../src/service/store/memory.ts';
import { bearer, hour, type TestGate, testGate } from '../support/accounts.ts';
import { fillSession, inlinePool, type TestApp, testApp } from '../support/app.ts';

let people: TestGate;
let service: TestApp;
let ann: { id: string; key: string };
let bob: { id: string; key: string };

beforeAll(async () => {
  people = await testGate();
  service = await testApp(memoryStore(), inlinePool, {}, people.gate);
  ann = await people.person('Ann', 'admin');
  bob = await people.person('Bob');
});
afterAll(async () => {
  await service.close();
  people.remove();
});
afterEach(() => void vi.useRealTimers());

const as = (who: { key: string }) => bearer(who.key);
const login = async (key: string): Promise<string> => {
  const { headers } = await service.call('POST', '/auth/login', { key });
  return String(headers['set-cookie']);
};
const cookieOf = (set: string) => ({ cookie: set.split(';')[0] as string });
const own = { 'sec-fetch-site': 'same-origin' };

describe('API keys', () => {
  it('are shown once, kept as a hash alone, and found by their ID', async () => {
    const { body, status } = await service.call('POST', '/keys', { name: 'robot' }, as(bob));
    expect(status).toBe(201);
    expect(body.key).toMatch(new RegExp(`^ath_${body.key_id}_[\\w-]{43}$`));
    const secret = body.key.split('_').slice(2).join('_');
    const file = readFileSync(join(people.folder, 'accounts.json'), 'utf8');
    expect(file).toContain(body.key_id);
    expect(file).not.toContain(secret);
    const list = await service.call('GET', '/keys', undefined, as(bob));
    expect(JSON.stringify(list.body)).not.toContain(secret);
    expect(list.body.items.at(-1)).toMatchObject({ name: 'robot', scope: 'full', person_id: bob.id });
    expect((await service.call('GET', '/me', undefined, { 'x-api-key': body.key })).body).toMatchObject({
      authentication: 'off',
      person: { name: 'Bob' },
      signed_in_by: 'key',
    });
  });

  it('that are wrong in any way are refused in the same words', async () => {
    const wrong = [
      `${bob.key.slice(0, -1)}${bob.key.endsWith('A') ? 'B' : 'A'}`,
      'ath_000000000000_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      'ath_',
      ann.key.slice(0, 17) + bob.key.slice(17),
    ];
    const answers = await Promise.all(wrong.map((key) => service.call('GET', '/me', undefined, bearer(key))));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer realm="athanor"' },
    });
    expect((await service.call('GET', '/me')).body.detail).toContain('requires authentication');
    expect((await service.call('GET', '/me', undefined, { authorization: 'Basic YTpi' })).status).toBe(401);
  });

  it('expire', async () => {
    const soon = new Date(Date.now() + hour).toISOString();
    const { key } = await people.key(bob.id, { expires_at: soon });
    expect((await service.call('GET', '/me', undefined, bearer(key))).status).toBe(200);
    const book = await people.accounts.read();
    expect(findKey(book, key, new Date(Date.now() + 2 * hour).toISOString(), people.secrets)).toBeUndefined();
    const made = await service.call('POST', '/keys', { name: 'heir' }, bearer(key));
    expect(made.body.expires_at).toBe(soon);
    const past = await service.call('POST', '/keys', { name: 'x', expires_at: '2020-01-01' }, as(bob));
    expect(past).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'expires_at'] }] } });
    const ending = { 'x-api-key': key };
    for (const expires_at of ['soon', '2030', '12/31/2030', '2030-02-31T00:00:00Z', '2030-02-31', '']) {
      for (const caller of [as(bob), ending]) {
        const refused = await service.call('POST', '/keys', { name: 'x', expires_at }, caller);
        expect(refused, expires_at).toMatchObject({
          status: 422,
          body: { detail: [{ loc: ['body', 'expires_at'] }] },
        });
      }
    }
    const later = await service.call(
      'POST',
      '/keys',
      { name: 'x', expires_at: '2999-02-28T12:00:00+01:00' },
      ending,
    );
    expect(later.body.expires_at).toBe(soon);
  });

  it('that expire make none that outlive them, by rotation and from a browser too', async () => {
    const soon = new Date(Date.now() + hour).toISOString();
    const { key } = await people.key(bob.id, { expires_at: soon });
    const lasting = await people.key(bob.id);
    const browser = { ...cookieOf(await login(key)), ...own };
    for (const caller of [bearer(key), browser]) {
      const made = await service.call('POST', '/keys', { name: 'heir' }, caller);
      expect(made.body.expires_at).toBe(soon);
    }
    const byKey = await service.call('POST', `/keys/${lasting.id}/rotate`, {}, bearer(key));
    expect(byKey.body.expires_at).toBe(soon);
    const other = await people.key(bob.id);
    const byBrowser = await service.call('POST', `/keys/${other.id}/rotate`, {}, browser);
    expect(byBrowser.body.expires_at).toBe(soon);
    const third = await people.key(bob.id);
    const free = await service.call('POST', `/keys/${third.id}/rotate`, {}, as(bob));
    expect(free.body.expires_at).toBeNull();
  });

  it('rotate: two are valid during the grace, and never three', async () => {
    const first = await people.key(bob.id);
    const rotate = async (id: string, grace_hours: number) =>
      (await service.call('POST', `/keys/${id}/rotate`, { grace_hours }, as(bob))).body;
    const valid = async (key: string) => (await service.call('GET', '/me', undefined, bearer(key))).status;
    const second = await rotate(first.id, 24);
    expect([await valid(first.key), await valid(second.key)]).toEqual([200, 200]);
    const third = await rotate(second.key_id, 24);
    expect([await valid(first.key), await valid(second.key), await valid(third.key)]).toEqual([
      401, 200, 200,
    ]);
    // The second has a key in its place already: a third beside both would be.
    const again = await service.call('POST', `/keys/${second.key_id}/rotate`, {}, as(bob));
    expect(again).toMatchObject({ status: 409, body: { error_type: 'ConflictError' } });
    expect(again.body.detail).toContain(third.key_id);
    const fourth = await rotate(third.key_id, 0);
    expect([await valid(third.key), await valid(fourth.key)]).toEqual([401, 200]);
  });

  it('that are over are not rotated: the new one would be over, too', async () => {
    const { id } = await people.key(bob.id, { expires_at: new Date(Date.now() + hour).toISOString() });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * hour });
    try {
      const answer = await service.call('POST', `/keys/${id}/rotate`, {}, as(bob));
      expect([answer.status, answer.body.detail]).toEqual([
        409,
        expect.stringMatching(new RegExp(`^key '${id}' expired at .*create a new key`)),
      ]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('of one person are 1000 at most, expired ones included', async () => {
    const { people: all, ...book } = await people.accounts.read();
    const now = new Date().toISOString();
    const [one] = book.keys.filter(({ person_id }) => person_id === bob.id);
    const keys = Array.from({ length: 1000 }, (_, i) => ({ ...one!, id: `${i}`, expires_at: now }));
    const full = { ...book, people: all, keys };
    const add = (person: string) =>
      addKey(full, person, { name: 'one more' }, { now, secrets: people.secrets });
    expect(() => add(bob.id)).toThrow('1000 keys');
    expect(add(ann.id).book.keys).toHaveLength(1001);
  });

  it('are revoked by their owner or an admin, and by nobody else', async () => {
    const { id, key } = await people.key(ann.id);
    expect((await service.call('DELETE', `/keys/${id}`, undefined, as(bob))).status).toBe(404);
    expect((await service.call('POST', '/keys', { name: 'x', person_id: ann.id }, as(bob))).status).toBe(403);
    expect((await service.call('GET', `/keys?person_id=${ann.id}`, undefined, as(bob))).status).toBe(403);
    expect((await service.call('DELETE', `/keys/${id}`, undefined, as(ann))).status).toBe(204);
    expect((await service.call('GET', '/me', undefined, bearer(key))).status).toBe(401);
  });

  it('remember when they were last used', async () => {
    const { id, key } = await people.key(bob.id);
    await service.call('GET', '/me', undefined, bearer(key));
    await people.gate.noteUse();
    const stored = (await people.accounts.read()).keys.find((one) => one.id === id);
    expect(Date.now() - Date.parse(stored?.last_used_at ?? '')).toBeLessThan(60_000);
  });

  it('were last used when any server last saw them, whichever of them notes it last', async () => {
    const { id, key } = await people.key(bob.id);
    await service.call('GET', '/me', undefined, bearer(key));
    const afterwards = new Date(Date.now() + 1000).toISOString();
    await people.accounts.change((book) => ({
      book: {
        ...book,
        keys: book.keys.map((one) => (one.id === id ? { ...one, last_used_at: afterwards } : one)),
      },
      answer: null,
    }));
    await people.gate.noteUse();
    const stored = (await people.accounts.read()).keys.find((one) => one.id === id);
    expect(stored?.last_used_at).toBe(afterwards);
  });

  it('outlive a change of SECRET_KEY while the old one is named beside the new', async () => {
    const old = Buffer.alloc(32, 7);
    const fresh = Buffer.alloc(32, 8);
    const gate = (keys: Buffer[]) =>
      new Gate({
        ...people.gate,
        accounts: people.accounts,
        secrets: secretsOf(keys),
        times: people.gate.times,
      });
    const { key } = await people.key(bob.id);
    await expect(gate([fresh]).admit({ bearer: key, cookie: undefined })).rejects.toThrow('unknown');
    expect((await gate([fresh, old]).admit({ bearer: key, cookie: undefined })).person.name).toBe('Bob');
    expect((await gate([fresh]).admit({ bearer: key, cookie: undefined })).person.name).toBe('Bob');
  });
});

describe('secrets', () => {
  it('are sealed for one purpose, and changes are noticed', () => {
    const secrets = secretsOf([Buffer.alloc(32, 1)]);
    const sealed = secrets.seal('a', 'sk-1');
    expect(sealed).not.toContain('sk-1');
    expect(secretsOf([Buffer.alloc(32, 2), Buffer.alloc(32, 1)]).unseal('a', sealed)).toBe('sk-1');
    expect(() => secrets.unseal('b', sealed)).toThrow('SECRET_KEY');
    expect(() => secretsOf([Buffer.alloc(32, 2)]).unseal('a', sealed)).toThrow('SECRET_KEY');
    const body = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA');
    expect(() => secrets.unseal('a', body)).toThrow('SECRET_KEY');
  });

  it.each([
    'short',
    `${'A'.repeat(43)}=,x`,
    Array(3)
      .fill(`${'A'.repeat(43)}=`)
      .join(','),
  ])('must be 32 bytes each, one or two: %s', (text) =>
    expect(() => parseSecretKeys(text)).toThrow('SECRET_KEY'),
  );
});

describe('signed-in browsers', () => {
  it('hold a cookie that scripts and other sites do not get', async () => {
    const set = await login(bob.key);
    expect(set).toMatch(/^__Host-athanor=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const { body } = await service.call('GET', '/me', undefined, cookieOf(set));
    expect(body).toMatchObject({ person: { name: 'Bob' }, signed_in_by: 'cookie' });
    expect((await service.call('POST', '/auth/login', { key: 'ath_wrong' })).status).toBe(401);
  });

  it('change things from pages of this server alone', async () => {
    const cookie = cookieOf(await login(bob.key));
    const post = async (headers: Record<string, string>) =>
      (await service.call('POST', '/sessions', {}, { host: 'localhost:8000', ...cookie, ...headers })).status;
    expect(await post({})).toBe(403);
    expect(await post({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await post({ 'sec-fetch-site': 'none' })).toBe(403);
    expect(await post({ origin: 'http://localhost:5173' })).toBe(403);
    expect(await post({ 'sec-fetch-site': 'same-site', origin: 'http://localhost:8000' })).toBe(403);
    expect(await post({ origin: 'http://localhost:8000' })).toBe(201);
    expect(await post(own)).toBe(201);
  });

  it('are found at the same cost however many there are', async () => {
    const now = new Date().toISOString();
    const login = { person_id: bob.id, key_id: null, created_at: now, used_at: now };
    const logins = Array.from({ length: 1000 }, (_, i) => ({ ...login, id: `${i}`.padStart(64, '0') }));
    let hashed = 0;
    const counted = {
      ...people.secrets,
      hashes: (...given: [string, string]) => {
        hashed++;
        return people.secrets.hashes(...given);
      },
      matches: (...given: [string, string, string]) => {
        hashed++;
        return people.secrets.matches(...given);
      },
    };
    const book = { ...(await people.accounts.read()), logins };
    expect(findLogin(book, 'x'.repeat(43), counted)).toBeUndefined();
    expect(hashed).toBe(1);
  });

  it('of one person are 100 at most: the one not used for longest is signed out', async () => {
    let book = { ...(await people.accounts.read()), logins: [] } as Awaited<
      ReturnType<typeof people.accounts.read>
    >;
    const person = (id: string) => book.people.find((one) => one.id === id)!;
    const sign = (id: string, second: number) => {
      const now = new Date(Date.now() + 1000 * second).toISOString();
      const added = addLogin(
        book,
        { person: person(id), keyId: null, now },
        people.secrets,
        people.gate.times,
      );
      book = added.book;
      return added.answer;
    };
    const isIn = (token: string) => findLogin(book, token, people.secrets) !== undefined;
    const other = sign(ann.id, 0);
    const tokens = Array.from({ length: 101 }, (_, i) => sign(bob.id, i));
    expect(tokens.map(isIn)).toEqual([false, ...Array(100).fill(true)]);
    expect(isIn(other)).toBe(true);
  });

  it('sign out, and are signed out with the key that was typed', async () => {
    const key = await people.key(bob.id);
    const [one, two] = [cookieOf(await login(key.key)), cookieOf(await login(key.key))];
    const status = async (cookie: object) =>
      (await service.call('GET', '/me', undefined, cookie as Record<string, string>)).status;
    await service.call('POST', '/auth/logout', undefined, { ...one, ...own });
    expect([await status(one), await status(two)]).toEqual([401, 200]);
    await service.call('DELETE', `/keys/${key.id}`, undefined, as(bob));
    expect(await status(two)).toBe(401);
  });

  it('are signed out when nothing is heard of them, and after the longest time in any case', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const cookie = cookieOf(await login(bob.key));
    const status = async () => (await service.call('GET', '/me', undefined, cookie)).status;
    const start = Date.now();
    for (let half = 1; half < 24; half++) {
      vi.setSystemTime(start + half * 0.5 * hour);
      expect([half, await status()]).toEqual([half, 200]);
    }
    vi.setSystemTime(start + 12 * hour);
    expect(await status()).toBe(401);
    vi.setSystemTime(start);
    const idle = cookieOf(await login(bob.key));
    vi.setSystemTime(start + 1.1 * hour);
    expect((await service.call('GET', '/me', undefined, idle)).status).toBe(401);
  });
});

describe('sessions of people', () => {
  it('are shared by their owner, who cannot leave them to nobody', async () => {
    const id = (await service.call('POST', '/sessions', {}, as(bob))).body.session_id;
    const eve = await people.person('Eve');
    const grants = `/sessions/${id}/grants`;
    const read = async () => (await service.call('GET', `/sessions/${id}`, undefined, as(eve))).status;
    expect(await read()).toBe(404);
    expect((await service.call('PUT', `${grants}/${eve.id}`, { role: 'viewer' }, as(bob))).status).toBe(200);
    expect(await read()).toBe(200);
    expect((await service.call('GET', grants, undefined, as(eve))).body).toMatchObject({
      mine: 'viewer',
      items: [
        { name: 'Bob', role: 'owner' },
        { name: 'Eve', role: 'viewer' },
      ],
    });
    const last = await service.call('PUT', `${grants}/${bob.id}`, { role: 'viewer' }, as(bob));
    expect(last).toMatchObject({ status: 409, body: { detail: expect.stringContaining('last owner') } });
    expect((await service.call('DELETE', `${grants}/${bob.id}`, undefined, as(bob))).status).toBe(409);
    expect((await service.call('DELETE', `${grants}/${eve.id}`, undefined, as(bob))).status).toBe(204);
    expect(await read()).toBe(404);
    const nobody = await service.call('PUT', `${grants}/none`, { role: 'viewer' }, as(bob));
    expect(nobody).toMatchObject({ status: 404, body: { detail: expect.stringContaining("'none'") } });
  });

  it('keep one owner where two take that role from each other at once', async () => {
    const id = (await service.call('POST', '/sessions', {}, as(bob))).body.session_id;
    const rival = await people.person('Rival');
    const grants = `/sessions/${id}/grants`;
    await service.call('PUT', `${grants}/${rival.id}`, { role: 'owner' }, as(bob));
    const answers = await Promise.all([
      service.call('DELETE', `${grants}/${rival.id}`, undefined, as(bob)),
      service.call('PUT', `${grants}/${bob.id}`, { role: 'viewer' }, as(rival)),
    ]);
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 204]);
    const { items } = (await service.call('GET', grants, undefined, as(ann))).body;
    expect(items.filter(({ role }: { role: string }) => role === 'owner')).toHaveLength(1);
  });

  it('name the person in their audit log, whatever the client says', async () => {
    const path = `/sessions/${(await service.call('POST', '/sessions', {}, as(bob))).body.session_id}`;
    const call: TestApp['call'] = (m, p, b) => service.call(m, p, b, as(bob));
    await fillSession({ ...service, call }, path, 6);
    await call('POST', `${path}/audit/event`, { entry_type: 'x', parameters: { person: 'Mallory' } });
    await call('POST', `${path}/model/train`, { backend: 'sklearn' });
    const { entries } = (await call('GET', `${path}/audit`)).body;
    expect(entries.length).toBeGreaterThan(2);
    for (const { parameters } of entries) expect(parameters.person).toBe('Bob');
  });

  it('of two people with one Idempotency-Key are two', async () => {
    const eve = await people.person('Eva');
    const make = async (who: { key: string }) =>
      (await service.call('POST', '/sessions', {}, { ...as(who), 'idempotency-key': 'same' })).body
        .session_id;
    const [first, second] = [await make(bob), await make(eve)];
    expect(first).not.toBe(second);
    expect(await make(bob)).toBe(first);
  });

  it('carry out a request of each person under one Idempotency-Key, and hand nobody the answer of another', async () => {
    const path = `/sessions/${(await service.call('POST', '/sessions', {}, as(bob))).body.session_id}`;
    const eve = await people.person('Evi');
    await people.accounts.grant(path.split('/')[2] as string, eve.id, 'operator');
    await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] }, as(bob));
    for (const x of [0, 1]) {
      await service.call('POST', `${path}/experiments/staged`, { inputs: { x } }, as(bob));
    }
    const lease = async (who: { key: string }) =>
      (
        await service.call(
          'POST',
          `${path}/experiments/queue/lease`,
          { worker: 'robot' },
          { ...as(who), 'idempotency-key': '1' },
        )
      ).body.lease.token;
    const [first, second] = [await lease(bob), await lease(eve)];
    expect(second).not.toBe(first);
    expect([await lease(bob), await lease(eve)]).toEqual([first, second]);
  });

  it('lend their copies to a viewer who restores one, and hand them to an owner', async () => {
    const id = (await service.call('POST', '/sessions', { name: 'kept' }, as(bob))).body.session_id;
    const eve = await people.person('Evelyn');
    await people.accounts.grant(id, eve.id, 'viewer');
    const document = (await service.store.load(id))?.document;
    await service.store.backups.put(id, new Date().toISOString(), document as never);
    const copies = async (who: { key: string }) =>
      (await service.call('GET', '/recovery/list', undefined, as(who))).body.recoveries.map(
        (one: { session_id: string }) => one.session_id,
      );
    const restore = (who: { key: string }) =>
      service.call('POST', `/recovery/${id}/restore`, undefined, as(who));
    expect((await restore(eve)).status).toBe(201);
    expect(await copies(bob)).toEqual([id]);
    const own = await restore(bob);
    expect(own.status).toBe(201);
    expect(await copies(bob)).toEqual([own.body.session_id]);
  });

  it('belong to the admins where they were there before anybody was asked', async () => {
    const open = await testApp(service.store);
    const id = (await open.call('POST', '/sessions', {})).body.session_id;
    await open.app.close();
    expect((await service.call('GET', `/sessions/${id}`, undefined, as(bob))).status).toBe(404);
    expect((await service.call('GET', `/sessions/${id}`, undefined, as(ann))).status).toBe(200);
  });

  it.each(['/ws/', '/api/v1/ws/sessions/'])(
    'close sockets at %s whose listener lost access',
    async (prefix) => {
      const compat = await testApp(service.store, inlinePool, { COMPAT: 'alchemist-0.4' }, people.gate);
      const address = (await compat.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws');
      const id = (await service.call('POST', '/sessions', {}, as(bob))).body.session_id;
      const connect = (headers: Record<string, string>) =>
        new Promise<{ socket: WebSocket; status: number }>((resolve) => {
          const socket = new WebSocket(`${address}${prefix}${id}`, { headers });
          socket.on('open', () => resolve({ socket, status: 101 }));
          socket.on('unexpected-response', (_request, { statusCode = 0 }) =>
            resolve({ socket, status: statusCode }),
          );
          socket.on('error', () => {});
        });
      const closed = (socket: WebSocket) => new Promise<number>((done) => socket.on('close', done));
      const eve = await people.person(`Eve of ${prefix}`);
      const key = await people.key(bob.id);
      const cookie = cookieOf(await login(bob.key));
      expect((await connect({})).status).toBe(401);
      expect((await connect(as(eve))).status).toBe(404);
      expect((await connect(cookie)).status).toBe(403);
      const own = { origin: address.replace('ws', 'http') };
      const byCookie = await connect({ ...cookie, ...own });
      const byKey = await connect(bearer(key.key));
      expect([byCookie.status, byKey.status]).toEqual([101, 101]);
      await people.accounts.grant(id, eve.id, 'viewer');
      const byGrant = await connect(as(eve));
      const ends = [byKey, byCookie, byGrant].map(({ socket }) => closed(socket));
      await service.call('DELETE', `/keys/${key.id}`, undefined, as(bob));
      expect(await ends[0]).toBe(1008);
      await service.call('POST', '/auth/logout', undefined, cookie);
      expect(await ends[1]).toBe(1008);
      // As another server would: nobody here is told, the look every two seconds finds it.
      await people.accounts.grant(id, eve.id, null);
      expect(await ends[2]).toBe(1008);
      await compat.app.server.close();
    },
  );
});

describe('sockets of a person', () => {
  it('are counted in all sessions, also where many come at once, until they close', async () => {
    const limited = await testApp(service.store, inlinePool, { LIMIT_PERSON_SOCKETS: '2' }, people.gate);
    const address = (await limited.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws');
    const eve = await people.person('Eve of many sockets');
    const connect = async (who: { key: string }) => {
      const { session_id: id } = (await limited.call('POST', '/sessions', {}, as(who))).body;
      const socket = new WebSocket(`${address}/ws/${id}`, { headers: as(who) });
      return new Promise<{ socket: WebSocket; status: number; text?: string }>((resolve) => {
        socket.on('open', () => resolve({ socket, status: 101 }));
        socket.on('error', () => {});
        socket.on('unexpected-response', (_request, response) => {
          response.on('data', (text) =>
            resolve({ socket, status: response.statusCode ?? 0, text: String(text) }),
          );
        });
      });
    };
    const first = await Promise.all(Array.from({ length: 5 }, () => connect(bob)));
    expect(first.map(({ status }) => status).sort()).toEqual([101, 101, 429, 429, 429]);
    expect(first.find(({ status }) => status === 429)?.text).toContain('LIMIT_PERSON_SOCKETS');
    expect((await connect(eve)).status).toBe(101);
    first.find(({ status }) => status === 101)?.socket.close();
    await vi.waitFor(async () => expect((await connect(bob)).status).toBe(101));
    expect((await connect(bob)).status).toBe(429);
    await limited.app.server.close();
  });
});

describe('people', () => {
  it.each([
    { name: ' ' },
    { name: 'Ann ' },
    { name: 'A\nB' },
    { name: 'A\u0007' },
    { name: '' },
    { name: 'Eve', subject: '' },
  ])('and keys have names that can be told apart, not %j', async (fields) => {
    const field = 'subject' in fields ? 'subject' : 'name';
    const refused = { status: 422, body: { detail: [{ loc: ['body', field] }] } };
    expect(await service.call('POST', '/people', fields, as(ann))).toMatchObject(refused);
    if (field === 'name') expect(await service.call('POST', '/keys', fields, as(ann))).toMatchObject(refused);
  });

  it('cannot make sessions with a key that is limited to some', async () => {
    const id = (await service.call('POST', '/sessions', {}, as(bob))).body.session_id;
    const { key } = await people.key(bob.id, { sessions: [id] });
    for (const [path, body] of [
      ['/sessions', {}],
      [`/sessions/${id}/branch`, {}],
      [`/recovery/${id}/restore`, undefined],
    ] as const) {
      expect((await service.call('POST', path, body, bearer(key))).status, path).toBe(403);
    }
  });

  it.each([[[]], [['*']], [['a/b']]])('cannot make keys for the sessions %j', async (sessions) => {
    const { status, body } = await service.call('POST', '/keys', { name: 'k', sessions }, as(ann));
    expect(status).toBe(422);
    expect(body.detail[0].loc.slice(0, 2)).toEqual(['body', 'sessions']);
  });

  it('have names of their own, and one admin stays', async () => {
    const { status } = await service.call('POST', '/people', { name: 'bob' }, as(ann));
    expect(status).toBe(409);
    const last = await service.call('PATCH', `/people/${ann.id}`, { role: 'member' }, as(ann));
    expect(last).toMatchObject({ status: 409, body: { detail: expect.stringContaining('last admin') } });
    const list = async (who: { key: string }) =>
      (await service.call('GET', '/people', undefined, as(who))).body.items[0];
    expect(Object.keys(await list(bob))).toEqual(['person_id', 'name']);
    expect(await list(ann)).toMatchObject({ role: 'admin', disabled: false });
  });
});

describe('the files', () => {
  it('are for their owner alone, and are read again', async () => {
    for (const name of ['accounts.json', 'grants.jsonl']) {
      expect(statSync(join(people.folder, name)).mode & 0o777).toBe(0o600);
    }
    // What a crash cut off was not acknowledged.
    appendFileSync(join(people.folder, 'grants.jsonl'), '["s","p","own');
    const again = await openAccountFile(plainFolder(people.folder));
    expect(await again.read()).toEqual(await people.accounts.read());
    expect(await again.sessionsOf(bob.id)).toEqual(await people.accounts.sessionsOf(bob.id));
    expect((await again.grantsOf('s')).size).toBe(0);
    await again.close();
  });

  it('without an admin open no server', async () => {
    const empty = await testGate();
    const start = openGate(readConfig({}).auth, empty.accounts, empty.secrets);
    await expect(start).rejects.toThrow('athanor auth bootstrap');
    empty.remove();
  });
});

describe('a server that asks nobody', () => {
  it('says so where accounts are wanted', async () => {
    const open = await testApp();
    expect((await open.call('GET', '/me')).body).toEqual({
      authentication: 'off',
      person: null,
      signed_in_by: null,
      scope: null,
    });
    for (const path of ['/people', '/keys']) {
      expect((await open.call('GET', path)).body.detail).toContain('AUTH=keys');
    }
    expect((await open.call('GET', `${await open.session()}/grants`)).status).toBe(409);
    await open.close();
  });
});
