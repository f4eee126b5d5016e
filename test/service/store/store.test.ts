import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, it as anyIt, beforeAll, describe, expect } from 'vitest';
import { RevisionConflictError } from '../../../src/service/errors.ts';
import { type Document, toDocument } from '../../../src/service/session/format/document.ts';
import { emptyState, type State } from '../../../src/service/session/state.ts';
import { fileStore } from '../../../src/service/store/file.ts';
import { memoryStore } from '../../../src/service/store/memory.ts';
import { postgresStore } from '../../../src/service/store/postgres/store.ts';
import type { Store, Stored } from '../../../src/service/store/store.ts';
import { postgresPrograms, query, TestPostgres } from '../support/postgres.ts';
import { readDocument } from '../support/states.ts';
import { Writer } from '../support/writer.ts';
import { promisesOfRecords } from './records.ts';

fc.configureGlobal({ seed: 1 });

const now = '2026-01-01T00:00:00.000Z';
const folders: string[] = [];

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'athanor-store-'));
  folders.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const withRow = (state: State, value: number): State => ({
  ...state,
  rows: [...state.rows, { x: value, Output: value / 3, Iteration: state.rows.length }],
  data_revision: state.data_revision + 1,
});

/** One step of a session's life: what a save must bring to disk. */
const step = fc.oneof(
  fc.double({ noNaN: true }).map((value) => (state: State) => withRow(state, value)),
  fc.constant((state: State): State => ({ ...state, rows: [], data_revision: state.data_revision + 1 })),
  fc.string().map(
    (name) =>
      (state: State): State => ({ ...state, metadata: { ...state.metadata, name } }),
  ),
  fc.string().map(
    (tag) =>
      (state: State): State => ({
        ...state,
        objective_metadata: { ...state.objective_metadata, [`o${tag}`]: { label: tag } },
      }),
  ),
  fc.constant((state: State): State => ({ ...state, objective_metadata: {} })),
  fc.nat(5).map(
    (at) =>
      (state: State): State =>
        at < state.rows.length
          ? { ...state, rows: state.rows.with(at, { x: -1, Output: null, Iteration: at }) }
          : state,
  ),
);

interface Place {
  open(): Promise<Store>;
}

/** Of all tests of this file; nothing here is about the disk below it. */
let postgres: TestPostgres | undefined;
let database = '';
const tables = 'session, session_chunk, session_write, outbox, backup, upload, record, tally';

beforeAll(async () => {
  if (postgresPrograms === undefined) return;
  postgres = await TestPostgres.start();
  database = await postgres.database();
});
afterAll(() => postgres?.stop());

const stores: readonly [string, () => Promise<Place>][] = [
  [
    'memory',
    async () => {
      const store = memoryStore();
      return { open: async () => store };
    },
  ],
  [
    'file',
    async () => {
      const folder = freshFolder();
      return { open: async () => fileStore(folder) };
    },
  ],
  [
    'postgres',
    async () => {
      await query(database, `truncate ${tables}`);
      return { open: () => postgresStore({ url: database, connections: 4, smallJournal: 500 }) };
    },
  ],
];

describe.each(stores)('%s store', (name, make) => {
  const it = name === 'postgres' && postgresPrograms === undefined ? anyIt.skip : anyIt;
  promisesOfRecords(it, make);

  it('gives back what was saved last, over restarts and any sequence of changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.array(fc.boolean()), async (steps, restarts) => {
        const { open } = await make();
        let store = await open();
        let writer = new Writer(store);
        let state = emptyState('s', now);
        await writer.save(state);
        for (const [i, change] of steps.entries()) {
          state = change(state);
          await writer.save(state);
          if (restarts[i]) {
            const before = await store.revision('s');
            await store.close();
            store = await open();
            const stored = await store.load('s');
            expect(stored?.revision).toBe(before);
            state = readDocument(stored?.document, 's', now);
            writer = await Writer.resume(store, state);
          }
        }
        await store.close();
        const loaded = await (await open()).load('s');
        expect(loaded?.document).toEqual(JSON.parse(JSON.stringify(toDocument(state))));
      }),
      { numRuns: name === 'postgres' ? 15 : 40 },
    );
  });

  it('distinguishes IDs that differ by letter case', async () => {
    const store = await (await make()).open();
    await store.save('Abc', toDocument(emptyState('Abc', now)), 0);
    expect(await store.load('abc')).toBeUndefined();
    expect(await store.remove('abc')).toBe(false);
    expect(await store.list()).toEqual(['Abc']);
  });

  it('forgets what was removed and says whether it was there', async () => {
    const store = await (await make()).open();
    await store.save('s', toDocument(emptyState('s', now)), 0);
    expect(await store.remove('s')).toBe(true);
    expect(await store.load('s')).toBeUndefined();
    expect(await store.remove('s')).toBe(false);
  });

  it('removes a session once for removals that meet, loaded or not', async () => {
    const { open } = await make();
    const store = await open();
    await store.save('s', toDocument(emptyState('s', now)), 0);
    await store.save('t', toDocument(emptyState('t', now)), 0);
    const twice = (from: typeof store, id: string) => Promise.all([from.remove(id), from.remove(id)]);
    expect((await twice(store, 's')).sort()).toEqual([false, true]);
    await store.close();
    const next = await open();
    expect((await twice(next, 't')).sort()).toEqual([false, true]);
    expect(await next.load('t')).toBeUndefined();
    await next.close();
  });

  it('does not bring a session back by writes that arrive while it is removed', async () => {
    const { open } = await make();
    const store = await open();
    let state = emptyState('s', now);
    await store.save('s', toDocument(state), 0);
    const late: Promise<unknown>[] = [];
    for (let i = 0; i < 20; i++) {
      state = withRow(state, i);
      late.push(store.save('s', toDocument(state), i + 1).catch(() => {}));
      if (i === 10) late.push(store.remove('s'));
      await Promise.resolve();
    }
    await Promise.all(late);
    await store.close();
    expect(await (await open()).list()).toEqual([]);
  });

  it('writes changes that arrive together in their order', async () => {
    const { open } = await make();
    const store = await open();
    await store.save('s', toDocument(withRow(emptyState('s', now), 0)), 0);
    const revisions = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        store.append('s', [['push', ['experiments', 'data'], [{ x: i + 1 }]]], i + 1),
      ),
    );
    expect(revisions).toEqual(Array.from({ length: 50 }, (_, i) => i + 2));
    await store.close();
    const loaded = (await (await open()).load('s')) as Stored;
    const { data } = (loaded.document as Document).experiments;
    expect(data.map((row) => row.x)).toEqual(Array.from({ length: 51 }, (_, i) => i));
    expect(loaded.revision).toBe(51);
  });

  it('refuses a write that was made from another revision, and writes nothing of it', async () => {
    const { open } = await make();
    const store = await open();
    const state = emptyState('s', now);
    await expect(store.append('s', [['set', ['version'], '9']], 1)).rejects.toThrow(RevisionConflictError);
    await store.save('s', toDocument(state), 0);
    for (const expected of [0, 2]) {
      await expect(store.save('s', toDocument(withRow(state, 1)), expected)).rejects.toThrow(
        RevisionConflictError,
      );
      await expect(store.append('s', [['set', ['version'], '9']], expected)).rejects.toThrow(
        RevisionConflictError,
      );
    }
    await store.close();
    const loaded = await (await open()).load('s');
    expect(loaded).toEqual({ document: JSON.parse(JSON.stringify(toDocument(state))), revision: 1 });
  });

  it('keeps two backups per session, newest first, and hands them over', async () => {
    const { backups } = await (await make()).open();
    const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
    for (const second of [1, 2, 3]) {
      const state = {
        ...emptyState('s', now),
        metadata: { ...emptyState('s', now).metadata, name: `n${second}` },
      };
      await backups.put('s', at(second), toDocument(state));
    }
    await backups.put('t_recovery_x', at(4), toDocument(emptyState('t', now)));
    expect((await backups.list()).map(({ id, time }) => [id, time])).toEqual([
      ['t_recovery_x', at(4)],
      ['s', at(3)],
    ]);
    await backups.rename('s', 'u');
    expect(await backups.newest('s')).toBeUndefined();
    const kept = await backups.newest('u');
    expect((kept?.document as Document | undefined)?.metadata.name).toBe('n3');
    expect(await backups.remove('u')).toBe(2);
    expect(await backups.removeOlder(at(5))).toBe(1);
  });

  it('the newest backup is the one taken last, though the clock was set back; two may ask for it', async () => {
    const { backups } = await (await make()).open();
    const named = (name: string) => {
      const state = emptyState('s', now);
      return toDocument({ ...state, metadata: { ...state.metadata, name } });
    };
    await backups.put('s', '2026-01-01T12:00:00.000Z', named('before'));
    for (const name of ['after', 'last']) {
      await backups.put('s', '2026-01-01T11:00:00.000Z', named(name));
      const found = await backups.newest('s');
      expect((found?.document as Document | undefined)?.metadata.name).toBe(name);
    }
    expect((await backups.list()).map(({ id }) => id)).toEqual(['s']);
    // As two requests do that restore it at the same time.
    await Promise.all(['t', 'u'].map((to) => backups.rename('s', to)));
    expect((await backups.remove('t')) + (await backups.remove('u'))).toBe(2);
  });
});
