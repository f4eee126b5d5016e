import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { State } from '../../src/service/session/state.ts';
import { Sessions } from '../../src/service/sessions.ts';
import { fileStore } from '../../src/service/store/file.ts';
import { postgresStore } from '../../src/service/store/postgres/store.ts';
import type { Store } from '../../src/service/store/store.ts';
import { inlinePool } from './support/app.ts';
import { postgresPrograms, TestPostgres } from './support/postgres.ts';
import { SimulatedDisk } from './support/simulated-disk.ts';
import { addRows } from './support/states.ts';
import { until } from './support/until.ts';

const silent = { info: () => {}, warn: () => {} };
const folder = '/data/sessions';

/** A server that keeps at most one session in memory, and counts what it loads for a list. */
function server(store: Store) {
  let loads = 0;
  const watched: Store = { ...store, load: (id) => store.load(id).finally(() => loads++) };
  const sessions = new Sessions(watched, inlinePool, silent, { open: 0 });
  const list = async () => {
    loads = 0;
    const { items } = await sessions.summaries.list(0, 100);
    const shown = items.map(({ name, n_experiments, readable }) => [name, n_experiments, readable]);
    return { shown, loads };
  };
  return { sessions, list };
}

async function newSession(sessions: Sessions, name: string, rows: number): Promise<string> {
  const named = (state: State) => ({
    state: { ...addRows(state, rows).state, metadata: { ...state.metadata, name } },
    answer: null,
  });
  return (await sessions.creation.create(named, null)).session_id;
}

/** Waits until the sessions are dropped from memory: after each use those that are not at work are. */
const closed = (sessions: Sessions, ...ids: string[]) =>
  until(async () => {
    const open = ids.filter((id) => sessions.versionOf(id) !== undefined);
    for (const id of open) await sessions.version(id);
    return open.length === 0;
  });

describe('a list of closed sessions', () => {
  let time = Date.parse('2026-01-01T00:00:00Z');
  const later = (seconds: number) => {
    time += seconds * 1000;
    vi.setSystemTime(time);
  };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    later(0);
  });
  afterEach(() => vi.useRealTimers());

  async function twoSessions() {
    const disk = new SimulatedDisk();
    disk.makeFolder(folder);
    const open = () => server(fileStore('/data', { disk: disk.view() }));
    const one = open();
    const ids = [await newSession(one.sessions, 'old', 3), await newSession(one.sessions, 'old', 3)].sort();
    await closed(one.sessions, ...ids);
    later(3600);
    return { disk, open, ...one, ids: ids as [string, string] };
  }
  const old = ['old', 3, true];

  it('reads each of them once', async () => {
    const { list, open } = await twoSessions();
    expect(await list()).toEqual({ shown: [old, old], loads: 2 });
    expect(await list()).toEqual({ shown: [old, old], loads: 0 });
    expect(await open().list()).toEqual({ shown: [old, old], loads: 2 });
  });

  it('shows what was changed and closed since', async () => {
    const { sessions, list, ids } = await twoSessions();
    await list();
    await sessions.edit(ids[0], addRows, 2);
    await closed(sessions, ids[0]);
    // So soon after the change another one might not show in the times of the file.
    for (let n = 0; n < 2; n++) expect(await list()).toEqual({ shown: [['old', 5, true], old], loads: 1 });
    later(3600);
    expect(await list()).toEqual({ shown: [['old', 5, true], old], loads: 1 });
    expect(await list()).toEqual({ shown: [['old', 5, true], old], loads: 0 });
  });

  it('shows what another program did to the files', async () => {
    const { disk, list, ids } = await twoSessions();
    await list();
    const path = `${folder}/${ids[0]}.json`;
    const text = String(disk.content(path));
    const put = (file: string, content: string) => {
      const data = Buffer.from(content);
      disk.put(file, { data, synced: data, links: 0, modified: Date.now() });
      later(3600);
    };
    // As long as before, under the time of before.
    const data = Buffer.from(text.replace('"old"', '"new"'));
    disk.put(path, { data, synced: data, links: 0, modified: disk.find(path)?.modified ?? 0 });
    expect(await list()).toEqual({ shown: [['new', 3, true], old], loads: 1 });
    put(path, text.slice(0, -9));
    for (let n = 0; n < 2; n++) expect(await list()).toEqual({ shown: [[null, null, false], old], loads: 1 });
    put(path, text);
    expect(await list()).toEqual({ shown: [old, old], loads: 1 });
    // A journal that cannot be read, nor the session with it.
    const journal = `${folder}/${ids[0]}.${JSON.parse(text)._generation}.journal`;
    put(journal, 'no\nlines\n');
    expect(await list()).toEqual({ shown: [[null, null, false], old], loads: 1 });
    disk.put(journal, undefined);
    disk.put(path, undefined);
    expect(await list()).toEqual({ shown: [old], loads: 0 });
  });
});

describe.skipIf(postgresPrograms === undefined)('a list of sessions in a database of two servers', () => {
  it('reads each of them once, and again when the other server changed it', async () => {
    const postgres = await TestPostgres.start();
    const url = await postgres.database();
    const stores = [await postgresStore({ url }), await postgresStore({ url })] as const;
    try {
      const [a, b] = [server(stores[0]), server(stores[1])];
      const id = await newSession(a.sessions, 'old', 3);
      await closed(a.sessions, id);
      expect(await b.list()).toEqual({ shown: [['old', 3, true]], loads: 1 });
      expect(await b.list()).toEqual({ shown: [['old', 3, true]], loads: 0 });
      await a.sessions.edit(id, addRows, 2);
      await closed(a.sessions, id);
      expect(await b.list()).toEqual({ shown: [['old', 5, true]], loads: 1 });
      // Another session of the same ID and revision.
      const { document, revision } = (await stores[0].load(id)) ?? { document: {}, revision: 0 };
      await stores[0].remove(id);
      const { metadata, ...rest } = document as { metadata: object };
      const other = { ...rest, metadata: { ...metadata, name: 'new' } } as never;
      for (let n = 0; n < revision; n++) await stores[0].save(id, other, n);
      expect(await b.list()).toEqual({ shown: [['new', 5, true]], loads: 1 });
    } finally {
      for (const store of stores) await store.close();
      await postgres.stop();
    }
  });
});
