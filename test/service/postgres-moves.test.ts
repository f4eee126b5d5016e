import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { filePlace, recordPlace } from '../../src/service/assistant/settings.ts';
import { openAccountFile } from '../../src/service/auth/account-file.ts';
import { recordAccounts } from '../../src/service/auth/account-records.ts';
import { addKey } from '../../src/service/auth/api-keys.ts';
import { addPerson } from '../../src/service/auth/people.ts';
import { secretsOf } from '../../src/service/auth/secrets.ts';
import { copyServerData } from '../../src/service/copy-server-data.ts';
import { serve } from '../../src/service/serve.ts';
import { toDocument } from '../../src/service/session/format/document.ts';
import { emptyState } from '../../src/service/session/state.ts';
import { openFolder } from '../../src/service/store/open-folder.ts';
import {
  checkDatabase,
  migrateSchema,
  schemaSteps,
  schemaVersion,
  schemaVersionOf,
} from '../../src/service/store/postgres/schema.ts';
import { postgresStore } from '../../src/service/store/postgres/store.ts';
import type { Store, Stored } from '../../src/service/store/store.ts';
import { transfer } from '../../src/service/store/transfer.ts';
import { postgresPrograms, query, TestPostgres } from './support/postgres.ts';
import { until } from './support/until.ts';

let postgres: TestPostgres;
const folders: string[] = [];

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'athanor-move-'));
  folders.push(made);
  return made;
}

const now = '2026-01-01T00:00:00.000Z';
const quiet = () => {};

async function fill(store: Store, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const id = `s${i}`;
    const rows = Array.from({ length: i % 5 }, (_, x) => ({ x, text: 'ä"\\\u0000', y: x / 3 }));
    await store.save(id, toDocument({ ...emptyState(id, now), rows }), 0);
    await store.append(id, [['push', ['experiments', 'data'], [{ x: -1, y: 1e-300 }]]], 1);
  }
}

async function everything(store: Store): Promise<unknown> {
  const found: Record<string, unknown> = {};
  for (const id of await store.list()) found[id] = (await store.load(id))?.document;
  return found;
}

describe.skipIf(postgresPrograms === undefined)('a database that is moved, copied and changed', () => {
  beforeAll(async () => {
    postgres = await TestPostgres.start();
  });
  afterAll(async () => {
    await postgres?.stop();
    for (const one of folders) rmSync(one, { recursive: true, force: true });
  });

  it('takes all of a data folder and gives it back, also when it was broken off in the middle', async () => {
    const files = await openFolder(folder(), quiet);
    await fill(files, 12);
    await files.records.put('setting', 'a', { deep: [1, null] });
    const expires = new Date(Date.now() + 3_600_000);
    await files.records.put('deleted-session', 'd', null, { expires });
    await files.backups.put('s1', now, toDocument(emptyState('s1', now)));
    const rows = await postgresStore({ url: await postgres.database() });
    // The connection is lost for good after five sessions.
    let writes = 0;
    const failing: Store = {
      ...rows,
      save: (...write) => (++writes > 5 ? Promise.reject(new Error('lost')) : rows.save(...write)),
    };
    expect(await transfer(files, failing)).toMatchObject({ copied: 5, present: 0, problems: { length: 7 } });
    expect(await transfer(files, rows)).toEqual({
      copied: 7,
      present: 5,
      records: 2,
      backups: 1,
      problems: [],
    });
    const back = await openFolder(folder(), quiet);
    expect(await transfer(rows, back)).toMatchObject({ copied: 12, problems: [] });
    expect(await everything(back)).toEqual(await everything(files));
    expect(await back.records.get('deleted-session', 'd')).toMatchObject({ value: null, expires });
    expect(await back.records.get('setting', 'a')).toMatchObject({ value: { deep: [1, null] } });
    expect((await back.backups.newest('s1'))?.time).toBe(now);
    await back.append('s3', [['set', ['version'], 'other']], 1);
    const { problems } = await transfer(back, rows);
    expect(problems).toEqual(["session 's3': another session has this ID already; nothing was changed"]);
    for (const store of [files, rows, back]) await store.close();
  });

  it('takes people, keys, grants and settings along, in both directions and again', async () => {
    const files = await openFolder(folder(), quiet);
    const session = randomUUID();
    await files.save(session, toDocument(emptyState(session, now)), 0);
    const secrets = secretsOf([randomBytes(32)]);
    const accounts = await openAccountFile(files.folder!);
    const { person_id: ann } = await accounts.change((book) => {
      const { book: more, answer } = addPerson(book, { name: 'Ann', role: 'admin' }, now);
      return addKey(more, answer.id, { name: 'k' }, { now, secrets });
    });
    await accounts.grant(session, ann, 'owner');
    const book = await accounts.read();
    await accounts.close();
    const settings = { openai: { api_key: secrets.seal('assistant key', 'sk'), model: 'm' } };
    await filePlace(files.folder!).write(settings, 0);
    const rows = await postgresStore({ url: await postgres.database() });
    const counts = { people: 1, grants: 1, providers: 1, problems: [] };
    for (const copied of [1, 0])
      expect(await copyServerData(files, rows)).toMatchObject({ copied, ...counts });
    const shared = recordAccounts(rows.records);
    expect(await shared.read()).toEqual(book);
    expect([...(await shared.grantsOf(session))]).toEqual([[ann, 'owner']]);
    expect((await recordPlace(rows.records).read()).settings).toEqual(settings);
    const back = await openFolder(folder(), quiet);
    for (const copied of [1, 0])
      expect(await copyServerData(rows, back)).toMatchObject({ copied, ...counts });
    const again = await openAccountFile(back.folder!);
    expect(await again.read()).toEqual(book);
    expect([...(await again.sessionsOf(ann))]).toEqual([[session, 'owner']]);
    expect((await filePlace(back.folder!).read()).settings).toEqual(settings);
    // Other people are not written over.
    await again.change((there) => addPerson(there, { name: 'Ben', role: 'member' }, now));
    await again.close();
    expect(await copyServerData(back, rows)).toMatchObject({
      people: 0,
      problems: [expect.stringContaining('other people')],
    });
    expect(await recordAccounts(rows.records).read()).toEqual(book);
    for (const store of [files, rows, back]) await store.close();
  });

  it('is refused while a server runs on the files', async () => {
    const dataDir = folder();
    const server = await serve({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' }, quiet);
    await expect(openFolder(dataDir, quiet)).rejects.toThrow(/start-up/);
    await server.stop();
  });

  it('comes back from pg_dump with every session as it was', async () => {
    const url = await postgres.database();
    const store = await postgresStore({ url });
    await fill(store, 20);
    const dump = join(folder(), 'dump');
    const program = (name: string, ...args: string[]) =>
      execFileSync(join(postgresPrograms as string, name), args, { stdio: 'pipe' });
    program('pg_dump', '--format=custom', `--file=${dump}`, url);
    const before = await everything(store);
    await store.remove('s3');
    await store.close();
    const restored = await postgres.database(0);
    program('pg_restore', '--exit-on-error', `--dbname=${restored}`, dump);
    expect(await checkDatabase(restored)).toEqual([expect.stringContaining('fsync is off')]);
    const copy = await postgresStore({ url: restored });
    expect(await everything(copy)).toEqual(before);
    await copy.close();
  });

  it('comes back as it was at a moment, from a base backup and the archive', async () => {
    const archive = folder();
    chmodSync(archive, 0o777);
    const original = await TestPostgres.start({ archive });
    const url = await original.database();
    const store = await postgresStore({ url, smallJournal: 200 });
    await fill(store, 10);
    const base = original.baseBackup();
    folders.push(base);
    const add = async (id: string, from: number) => {
      for (let i = from; i < from + 5; i++) {
        await store.append(id, [['push', ['experiments', 'data'], [{ x: i, note: 'n'.repeat(60) }]]], i);
      }
    };
    for (let i = 0; i < 10; i++) await add(`s${i}`, 2);
    await store.remove('s9');
    const acknowledged = await everything(store);
    const [moment] = await query(url, 'select clock_timestamp()::text as now');
    await sleep(20);
    // What comes after the moment must not come back.
    await add('s0', 7);
    await store.remove('s1');
    await store.save('late', toDocument(emptyState('late', now)), 0);
    const [log] = await query(url, 'select pg_walfile_name(pg_current_wal_lsn()) as name');
    await query(url, 'select pg_switch_wal()');
    await until(() => existsSync(join(archive, log?.name as string)));
    await store.close();
    const name = new URL(url).pathname.slice(1);
    await original.stop();
    const recovered = await TestPostgres.recover(base, archive, moment?.now as string);
    const back = await postgresStore({ url: recovered.url(name) });
    expect(await everything(back)).toEqual(acknowledged);
    // And it goes on from there.
    expect(await back.append('s0', [['set', ['version'], 'later']], 7)).toBe(8);
    await back.close();
    await recovered.stop();
  });

  it('gets its schema once when several ask at once, and servers refuse what does not fit them', async () => {
    const url = await postgres.database(0);
    await expect(checkDatabase(url)).rejects.toThrow('run athanor migrate');
    const steps = await Promise.all(Array.from({ length: 4 }, () => migrateSchema(url)));
    expect(steps.flat()).toHaveLength(schemaVersion);
    expect(await schemaVersionOf(url)).toBe(schemaVersion);
    await checkDatabase(url);
    const later = (version: number) =>
      query(url, "insert into athanor_schema (version, name) values ($1, 'later')", [version]);
    // What the next release expands, servers of this one go on with; not with that one finished.
    await later(schemaSteps.length + 1);
    await checkDatabase(url);
    await later(schemaSteps.length + 2);
    await expect(checkDatabase(url)).rejects.toThrow('use a later release');
  });

  it('serves this release while the next one expands its schema under load', async () => {
    const url = await postgres.database();
    const store = await postgresStore({ url });
    await store.save('s', toDocument(emptyState('s', now)), 0);
    let revision = 1;
    let isOn = true;
    const load = (async () => {
      while (isOn) {
        revision = await store.append('s', [['push', ['experiments', 'data'], [{ x: revision }]]], revision);
      }
    })();
    // What an expanding step may do: add what may be absent.
    const sql = 'alter table session add column region text; create table region (id text primary key);';
    await migrateSchema(url, {
      to: schemaVersion + 1,
      steps: [...schemaSteps.slice(0, schemaVersion), { name: 'regions', sql }],
    });
    expect(await checkDatabase(url)).toHaveLength(1);
    await sleep(50);
    isOn = false;
    await load;
    const loaded = await store.load('s');
    expect(loaded?.revision).toBe(revision);
    expect(
      ((loaded as Stored).document as { experiments: { data: unknown[] } }).experiments.data,
    ).toHaveLength(revision - 1);
    await store.close();
  });

  it('has its servers replaced under requests without one that fails', async () => {
    const environment = {
      PORT: '0',
      DATABASE_URL: await postgres.database(),
      DATA_DIR: folder(),
      LOG_LEVEL: 'silent',
      LIMIT_LOOP_DELAY_MS: '60000',
      DRAIN_SECONDS: '3',
    };
    const servers = [await serve(environment, quiet), await serve(environment, quiet)];
    const post = (address: string, path: string, body: unknown, key: string) =>
      fetch(`${address}/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      });
    const first = servers[0] as (typeof servers)[number];
    const { session_id } = (await (await post(first.address, '/sessions', {}, 'new')).json()) as {
      session_id: string;
    };
    await post(
      first.address,
      `/sessions/${session_id}/variables`,
      { name: 'x', type: 'real', bounds: [0, 1e6] },
      'x',
    );
    const socket = new WebSocket(`${first.address.replace('http', 'ws')}/ws/${session_id}`);
    const heard: string[] = [];
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    socket.on('message', (text) => heard.push((JSON.parse(String(text)) as { type: string }).type));
    // What hands out requests asks who is ready, as a load balancer does.
    const isReady = (address: string) =>
      fetch(`${address}/ready`).then(
        ({ status }) => status === 200,
        () => false,
      );
    const statuses: number[] = [];
    let isOn = true;
    const clients = Array.from({ length: 4 }, async (_, client) => {
      for (let i = 0; isOn; i++) {
        const { address } = servers[i % servers.length] as (typeof servers)[number];
        if (!(await isReady(address))) continue;
        const row = { inputs: { x: client * 1000 + i }, output: i };
        statuses.push(
          (await post(address, `/sessions/${session_id}/experiments`, row, `${client}-${i}`)).status,
        );
      }
    });
    await sleep(200);
    for (const old of [0, 1]) {
      const fresh = await serve(environment, quiet);
      servers.push(fresh);
      await sleep(300);
      await servers[old]?.stop();
    }
    isOn = false;
    await Promise.all(clients);
    expect(new Set(statuses)).toEqual(new Set([201]));
    const last = servers.at(-1) as (typeof servers)[number];
    const summary = await fetch(`${last.address}/api/v1/sessions/${session_id}/experiments`);
    expect(((await summary.json()) as { n_experiments: number }).n_experiments).toBe(statuses.length);
    expect(await closed).toBe(1012);
    expect(heard.at(-1)).toBe('reconnect');
    for (const server of servers.slice(2)) await server.stop();
  });
});
