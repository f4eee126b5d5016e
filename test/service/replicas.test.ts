import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SessionEvent } from '../../src/contract/sessions/events.ts';
import { toDocument } from '../../src/service/session/format/document.ts';
import { emptyState } from '../../src/service/session/state.ts';
import { Sessions } from '../../src/service/sessions.ts';
import { memoryStore } from '../../src/service/store/memory.ts';
import { postgresStore } from '../../src/service/store/postgres/store.ts';
import type { Store } from '../../src/service/store/store.ts';
import { type Answer, inlinePool, type TestApp, testApp } from './support/app.ts';
import { LossyProxy } from './support/lossy-proxy.ts';
import { postgresPrograms, query, TestPostgres } from './support/postgres.ts';
import { until } from './support/until.ts';

let postgres: TestPostgres;
let database: string;
const open: { close(): Promise<void> }[] = [];

const quick = { connections: 4, patienceMs: 4000, statementMs: 3000, connectMs: 1000 };
const silent = { info: () => {}, warn: () => {} };

async function replica(url = database): Promise<TestApp> {
  const app = await testApp(await postgresStore({ url, ...quick }));
  open.push(app);
  return app;
}

async function behindProxy() {
  const proxy = await LossyProxy.start(postgres.port);
  const app = await replica(database.replace(`:${postgres.port}/`, `:${proxy.port}/`));
  return { proxy, app };
}

type Call = TestApp['call'];

/** Every answer with what differs from run to run taken out. */
function plain({ status, body }: Answer): unknown {
  const text = JSON.stringify(body ?? null)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/"hash":"[0-9a-f]+"/g, '"hash":0')
    .replaceAll(/"(training_time_s|elapsed_ms|duration_s)":[\d.e-]+/g, '"$1":0');
  return { status, body: JSON.parse(text) };
}

/** A small campaign: each request builds on what the one before it did. */
async function campaign(call: Call): Promise<unknown[]> {
  const told: unknown[] = [];
  const say = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) => {
    const answer = await call(method, path, body, headers);
    told.push([method, path.replace(/[0-9a-f-]{36}/, 'ID'), plain(answer)]);
    return answer;
  };
  const path = `/sessions/${(await say('POST', '/sessions', { name: 'two' })).body.session_id}`;
  await say('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
  await say('POST', `${path}/variables`, { name: 'c', type: 'categorical', categories: ['A', 'B'] });
  await say('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
  const experiments = Array.from({ length: 8 }, (_, i) => ({
    inputs: { x: (i * 3.7) % 10, c: i % 2 === 0 ? 'A' : 'B' },
    output: Math.sin((i * 3.7) % 10) + (i % 2),
  }));
  await say('POST', `${path}/experiments/batch`, { experiments });
  for (let i = 0; i < 6; i++) {
    await say('POST', `${path}/experiments`, { inputs: { x: i + 0.5, c: 'A' }, output: Math.sin(i + 0.5) });
    await say('GET', `${path}/experiments/summary`);
  }
  await say('GET', `${path}/experiments`);
  await say('POST', `${path}/model/train`, { backend: 'sklearn', kernel: 'Matern' });
  await say('GET', `${path}/model`);
  await say('POST', `${path}/model/predict`, { inputs: [{ x: 2, c: 'A' }] });
  await say('POST', `${path}/acquisition/suggest`, {
    strategy: 'EI',
    goal: 'maximize',
    n_suggestions: 1,
    seed: 3,
  });
  await say('GET', `${path}/audit`);
  await say('PATCH', `${path}/metadata`, { name: 'renamed' });
  await say('GET', path);
  await say('POST', `${path}/experiments/staged`, { inputs: { x: 4, c: 'B' } });
  await say('GET', `${path}/experiments/staged`);
  await say('DELETE', path);
  await say('GET', path);
  return told;
}

describe.skipIf(postgresPrograms === undefined)('two replicas on one database', () => {
  beforeAll(async () => {
    postgres = await TestPostgres.start();
    database = await postgres.database();
  });
  afterEach(async () => {
    for (const one of open.splice(0)) await one.close();
  });
  afterAll(() => postgres?.stop());

  it('answer as one server does when each request goes to the other one', async () => {
    const [a, b] = [await replica(), await replica()];
    let turn = 0;
    const alternating = await campaign((...request) => (turn++ % 2 === 0 ? a : b).call(...request));
    const alone = await testApp(memoryStore());
    open.push(alone);
    expect(alternating).toEqual(await campaign(alone.call));
  });

  it('are not ready while the database is away, say why, and are ready again by themselves', async () => {
    const { proxy, app } = await behindProxy();
    const ready = async () => {
      const { status, body } = await app.call('GET', '//ready');
      return [status, body.status, body.reason];
    };
    expect(await ready()).toEqual([200, 'ready', undefined]);
    const away = 'the database cannot be reached now; nothing was changed';
    proxy.refuse(true);
    await until(async () => (await ready())[0] === 503);
    expect(await ready()).toEqual([503, 'unavailable', away]);
    expect((await app.call('GET', '//health')).status).toBe(200);
    proxy.refuse(false);
    await until(async () => (await ready())[0] === 200);
    proxy.refuse(true);
    await until(async () => (await ready())[0] === 503);
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() - 3_600_000);
    proxy.refuse(false);
    await until(async () => (await ready())[0] === 200);
    vi.useRealTimers();
    proxy.hold(true);
    await until(async () => (await ready())[0] === 503);
    proxy.hold(false);
    await until(async () => (await ready())[0] === 200);
    const name = new URL(database).pathname.slice(1);
    await query(database, `alter database "${name}" set default_transaction_read_only = on`);
    proxy.cut();
    await until(async () => (await ready())[2] === 'the database accepts no changes: it is read-only');
    await query(postgres.url(), `alter database "${name}" reset default_transaction_read_only`);
    proxy.cut();
    await until(async () => (await ready())[0] === 200);
    await proxy.stop();
  });

  it('know of each other by revision: ETag, If-Match, Min-Revision, Idempotency-Key', async () => {
    const [a, b] = [await replica(), await replica()];
    const path = await a.session({ name: 'one' });
    const first = await b.call('GET', path);
    expect(first.headers.etag).toBe('"1"');
    await a.call('PATCH', `${path}/metadata`, { name: 'two' });
    const second = await b.call('GET', path);
    expect([second.headers.etag, second.body.name ?? second.body.metadata?.name]).toEqual(['"2"', 'two']);
    const refused = await a.call('PATCH', `${path}/metadata`, { name: 'three' }, { 'if-match': '"1"' });
    expect(refused.status).toBe(412);
    await a.call('PATCH', `${path}/metadata`, { name: 'three' }, { 'if-match': '"2"' });
    // What b has in memory is of revision 2, which is enough; a later one is not.
    expect((await b.call('GET', path, undefined, { 'min-revision': '2' })).headers.etag).toBe('"2"');
    expect((await b.call('GET', path, undefined, { 'min-revision': '3' })).headers.etag).toBe('"3"');
    expect((await b.call('GET', path, undefined, { 'min-revision': 'new' })).status).toBe(422);
    await a.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
    const key = { 'idempotency-key': 'k1' };
    const row = { inputs: { x: 0.5 }, output: 1 };
    const recorded = await a.call('POST', `${path}/experiments`, row, key);
    const again = await b.call('POST', `${path}/experiments`, row, key);
    expect(again.body).toEqual(recorded.body);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect((await b.call('GET', `${path}/experiments`)).body.n_experiments).toBe(1);
  });

  it('let leases end by one clock, whatever the clocks of their machines say', async () => {
    const [one, ahead] = [await replica(), await replica()];
    const path = `/sessions/${(await one.call('POST', '/sessions', {})).body.session_id}`;
    await one.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
    const queue = `${path}/experiments/queue`;
    await one.call('POST', queue, { items: [{ inputs: { x: 0.5 } }] });
    const wanted = { worker: 'a', seconds: 60, suggest: false };
    const { item, lease } = (await one.call('POST', `${queue}/lease`, wanted)).body;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
    try {
      expect((await ahead.call('POST', `${queue}/lease`, wanted)).body.item).toBeNull();
      expect((await ahead.call('GET', queue)).body).toMatchObject({ n_pending: 0, n_running: 1 });
      const beat = await ahead.call('POST', `${queue}/${item.id}/heartbeat`, { token: lease.token });
      expect(beat.status).toBe(200);
      expect(Date.parse(beat.body.lease.expires_at) - Date.parse(lease.leased_at)).toBeLessThan(600_000);
    } finally {
      vi.useRealTimers();
    }
  });

  it('read what is in memory while the database is away, and say so; writes are refused', async () => {
    const { proxy, app } = await behindProxy();
    const path = await app.session({ name: 'one' });
    expect((await app.call('GET', path)).headers['x-service-stale']).toBeUndefined();
    proxy.refuse(true);
    const stale = await app.call('GET', path);
    expect([stale.status, stale.headers['x-service-stale']]).toEqual([200, 'true']);
    const refused = await app.call('PATCH', `${path}/metadata`, { name: 'two' });
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    expect((await app.call('GET', '/sessions/unknown')).status).toBe(503);
    proxy.refuse(false);
    let fresh = stale;
    await until(async () => {
      fresh = await app.call('GET', path);
      return fresh.headers['x-service-stale'] === undefined;
    });
    expect([fresh.headers.etag, JSON.stringify(fresh.body).includes('two')]).toEqual(['"1"', false]);
    await proxy.stop();
  });

  it('find out what became of a write whose answer was lost, and do it once', async () => {
    const { proxy, app } = await behindProxy();
    const path = await app.session({});
    await app.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
    for (let i = 1; i <= 5; i++) {
      proxy.cutAnswers = 1;
      const answer = await app.call('POST', `${path}/experiments`, { inputs: { x: i / 10 }, output: i });
      expect(answer.status).toBe(201);
      expect((await app.call('GET', `${path}/experiments`)).body.n_experiments).toBe(i);
    }
    await proxy.stop();
  });

  it('say that they do not know, when a partition hides what became of a write; its key makes it happen once', async () => {
    const proxy = await LossyProxy.start(postgres.port);
    const url = database.replace(`:${postgres.port}/`, `:${proxy.port}/`);
    const store = await postgresStore({
      url,
      connections: 2,
      patienceMs: 3000,
      statementMs: 2000,
      connectMs: 2000,
    });
    const app = await testApp(store);
    open.push(app);
    const other = await replica();
    const path = await other.session({});
    await other.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
    const record = (on: TestApp) =>
      on.call(
        'POST',
        `${path}/experiments`,
        { inputs: { x: 0.5 }, output: 1 },
        { 'idempotency-key': 'once' },
      );
    // The key is looked for before the write, so only the answer to the write itself is held back.
    proxy.holdAnswersTo = 'session-append';
    const lost = await record(app);
    expect([lost.status, lost.body.error_type, lost.headers['retry-after']]).toEqual([
      503,
      'OutcomeUnknownError',
      '5',
    ]);
    expect((await record(other)).status).toBe(201);
    expect((await other.call('GET', `${path}/experiments`)).body.n_experiments).toBe(1);
    proxy.holdAnswersTo = undefined;
    proxy.hold(false);
    proxy.cut();
    await proxy.stop();
  });

  it('send their clients what the other one committed, in order, and from where a client left off', async () => {
    const stores: Store[] = [
      await postgresStore({ url: database, ...quick }),
      await postgresStore({ url: database, ...quick }),
    ];
    const [a, b] = stores.map((store) => new Sessions(store, inlinePool, silent)) as [Sessions, Sessions];
    const id = (await a.creation.create((state) => ({ state, answer: null }), null)).session_id;
    const seen: (readonly [SessionEvent, number])[] = [];
    let at: number | undefined;
    const note = (event: SessionEvent, seq: number) => {
      // What a server has in memory is its own affair.
      if (event.type !== 'session_loaded') seen.push([event, seq]);
    };
    b.listen(id, note, { started: (seq) => (at = seq) });
    await until(() => at !== undefined);
    const rename = (sessions: Sessions, name: string) =>
      sessions.edit(
        id,
        (state) => ({
          state: { ...state, metadata: { ...state.metadata, name } },
          answer: null,
          events: [{ type: 'metadata_changed', data: { name } }],
        }),
        null,
      );
    for (let i = 0; i < 20; i++) await rename(i % 2 === 0 ? a : b, `n${i}`);
    await until(() => seen.length === 20);
    expect(seen.map(([{ data }]) => data.name)).toEqual(Array.from({ length: 20 }, (_, i) => `n${i}`));
    expect(seen.map(([, seq]) => seq)).toEqual(Array.from({ length: 20 }, (_, i) => (at as number) + i + 1));
    const replayed: unknown[] = [];
    a.listen(id, ({ data }) => replayed.push(data.name), { since: (at as number) + 15 });
    await until(() => replayed.length === 5);
    expect(replayed).toEqual(['n15', 'n16', 'n17', 'n18', 'n19']);
    // What had its time is not told; that it is missing is.
    await query(database, 'delete from outbox where session_id = $1', [id]);
    const late: string[] = [];
    a.listen(id, ({ type }) => late.push(type), { since: (at as number) + 15 });
    await until(() => late.length === 1);
    expect(late).toEqual(['resync']);
    for (const one of [a, b, ...stores]) await one.close();
  });

  it('tell nobody of a change that was not committed', async () => {
    const { proxy, app } = await behindProxy();
    const other = await postgresStore({ url: database, ...quick });
    const listening = new Sessions(other, inlinePool, silent);
    const path = await app.session({});
    const id = path.split('/')[2] as string;
    const seen: string[] = [];
    let isOn = false;
    listening.listen(id, ({ type }) => seen.push(type), { started: () => (isOn = true) });
    await until(() => isOn);
    proxy.refuse(true);
    expect((await app.call('PATCH', `${path}/metadata`, { name: 'never' })).status).toBe(503);
    proxy.refuse(false);
    await until(async () => (await app.call('PATCH', `${path}/metadata`, { name: 'then' })).status === 200);
    await until(() => seen.length > 0);
    expect(seen).toEqual(['metadata_changed']);
    await listening.close();
    await other.close();
    await proxy.stop();
  });

  it('read only what changed of a session that they hold, and all of one that took its ID', async () => {
    const loads: string[] = [];
    const counting = async (name: string): Promise<Store> => {
      const store = await postgresStore({ url: database, ...quick });
      return {
        ...store,
        load: (id) => {
          loads.push(name);
          return store.load(id);
        },
      };
    };
    const [one, two] = [await counting('a'), await counting('b')];
    const [a, b] = [new Sessions(one, inlinePool, silent), new Sessions(two, inlinePool, silent)];
    const id = (await a.creation.create((state) => ({ state, answer: null }), null)).session_id;
    const add = (sessions: Sessions, x: number) =>
      sessions.edit(
        id,
        (state) => ({ state: { ...state, rows: [...state.rows, { x }] }, answer: null }),
        null,
      );
    const rows = (sessions: Sessions) => sessions.read(id, (state) => state.rows.map(({ x }) => x));
    for (let x = 0; x < 30; x++) await add(x % 3 === 0 ? b : a, x);
    expect(await rows(a)).toEqual(Array.from({ length: 30 }, (_, x) => x));
    expect(await rows(b)).toEqual(await rows(a));
    // The first meeting of b; whatever came later were changes alone.
    expect(loads).toEqual(['b']);
    // Another session under the ID, which reached a later revision while b looked away.
    await a.remove(id);
    const document = (rows: unknown[]) =>
      toDocument({ ...emptyState(id, '2026-01-01T00:00:00.000Z'), rows } as never);
    await one.save(id, document([]), 0);
    for (let i = 1; i < 40; i++) await one.append(id, [['push', ['experiments', 'data'], [{ x: -i }]]], i);
    expect(await rows(b)).toEqual(Array.from({ length: 39 }, (_, i) => -i - 1));
    expect(loads).toEqual(['b', 'b']);
    for (const closing of [a, b, one, two]) await closing.close();
  });

  it('keep sessions warm that somebody listens to, before anybody reads them', async () => {
    const stores = [
      await postgresStore({ url: database, ...quick }),
      await postgresStore({ url: database, ...quick }),
    ];
    const [a, b] = stores.map((store) => new Sessions(store, inlinePool, silent)) as [Sessions, Sessions];
    const id = (await a.creation.create((state) => ({ state, answer: null }), null)).session_id;
    await b.read(id, () => null);
    let isOn = false;
    b.listen(id, () => {}, { started: () => (isOn = true) });
    await until(() => isOn);
    const events = [{ type: 'metadata_changed' as const, data: {} }];
    await a.edit(
      id,
      (state) => ({
        state: { ...state, metadata: { ...state.metadata, name: 'warm' } },
        answer: null,
        events,
      }),
      null,
    );
    // `versionOf` looks at what is in memory and asks nobody.
    await until(() => b.versionOf(id) === '2');
    for (const closing of [a, b, ...stores]) await closing.close();
  });
});
