import { spawn } from 'node:child_process';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SessionFileUnreadableError, StoreError } from '../../../src/service/errors.ts';
import { type Document, toDocument } from '../../../src/service/session/format/document.ts';
import { emptyState, type State } from '../../../src/service/session/state.ts';
import { fileStore } from '../../../src/service/store/file.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { readDocument } from '../support/states.ts';
import { Writer } from '../support/writer.ts';

const now = '2026-01-01T00:00:00.000Z';
let folder: string;
let sessions: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'athanor-faults-'));
  sessions = join(folder, 'sessions');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const withRows = (state: State, count: number): State => ({
  ...state,
  rows: [
    ...state.rows,
    ...Array.from({ length: count }, (_, i) => ({ x: state.rows.length + i, Iteration: 0 })),
  ],
});

const files = () => readdirSync(sessions).sort();

/** A session of three rows, the last two in the journal. */
async function threeRows(): Promise<State> {
  const store = fileStore(folder);
  const writer = new Writer(store);
  let state = withRows(emptyState('s', now), 1);
  for (let i = 0; i < 3; i++) {
    if (i > 0) state = withRows(state, 1);
    await writer.save(state);
  }
  await store.close();
  return state;
}

const documentOf = async (store: Store) => (await store.load('s'))?.document as Document;

const rowsOf = async () => (await documentOf(fileStore(folder))).experiments.data.length;

describe('file store', () => {
  it('appends to a journal instead of writing the document again', async () => {
    await threeRows();
    expect(files()).toEqual(['s.1.journal', 's.json']);
    expect(readFileSync(join(sessions, 's.1.journal'), 'utf8').trimEnd().split('\n')).toHaveLength(2);
    expect(await rowsOf()).toBe(3);
  });

  it.each([1, 20, 60])('drops a last record that was cut off %i bytes before its end', async (bytes) => {
    await threeRows();
    const journal = join(sessions, 's.1.journal');
    truncateSync(journal, statSync(journal).size - bytes);
    expect(await rowsOf()).toBe(2);
    // The next record takes the place of the one that was cut off.
    const store = fileStore(folder);
    const state = readDocument(await documentOf(store), 's', now);
    await (await Writer.resume(store, state)).save(withRows(state, 1));
    await store.close();
    expect(await rowsOf()).toBe(3);
  });

  it('refuses a journal that is damaged before its end', async () => {
    await threeRows();
    const journal = join(sessions, 's.1.journal');
    const text = readFileSync(journal, 'utf8');
    writeFileSync(journal, text.replace('push', 'pusk'));
    await expect(fileStore(folder).load('s')).rejects.toThrow(SessionFileUnreadableError);
  });

  it.each(['', '{', '[]x', 'null', '\u0000'])(
    'refuses the document %j, and deletes it all the same',
    async (text) => {
      await threeRows();
      writeFileSync(join(sessions, 's.json'), text);
      const store = fileStore(folder);
      await expect(store.load('s')).rejects.toThrow(SessionFileUnreadableError);
      expect(await store.remove('s')).toBe(true);
      expect(files()).toEqual([]);
    },
  );

  it('ignores journals of an older generation, as a crash between two steps of compaction leaves them', async () => {
    const state = await threeRows();
    const old = readFileSync(join(sessions, 's.1.journal'));
    const text = JSON.stringify({ ...toDocument(state), _generation: 2 });
    writeFileSync(join(sessions, 's.json'), text);
    expect(old.length).toBeGreaterThan(0);
    expect(await rowsOf()).toBe(3);
  });

  it('replays the journal that was begun by a compaction that never finished', async () => {
    await threeRows();
    const line = readFileSync(join(sessions, 's.1.journal'), 'utf8').split('\n')[0];
    appendFileSync(join(sessions, 's.2.journal'), `${line}\n`);
    expect(await rowsOf()).toBe(4);
  });

  it('compacts a long journal into the document and goes on beside it', async () => {
    const store = fileStore(folder);
    const writer = new Writer(store);
    let state = emptyState('s', now);
    await writer.save(state);
    for (let i = 0; i < 40; i++) {
      state = withRows(state, 100);
      await writer.save(state);
    }
    await store.close();
    const generation = JSON.parse(readFileSync(join(sessions, 's.json'), 'utf8'))._generation as number;
    expect(generation).toBeGreaterThan(1);
    expect(files().filter((name) => name.endsWith('.journal')).length).toBeLessThanOrEqual(1);
    expect(await rowsOf()).toBe(4000);
  });

  it('rejects a save that cannot be written, keeps the old one, and writes the whole at the next chance', async () => {
    const state = await threeRows();
    const store = fileStore(folder);
    const writer = await Writer.resume(store, state);
    // A folder in the place of the journal stands for a disk that refuses to write.
    const journal = join(sessions, 's.1.journal');
    const kept = readFileSync(journal);
    rmSync(journal);
    await mkdir(journal);
    const next = withRows(state, 1);
    await expect(writer.save(next)).rejects.toThrow(StoreError);
    rmSync(journal, { recursive: true });
    writeFileSync(journal, kept);
    expect(await rowsOf()).toBe(3);
    await writer.save(withRows(next, 1));
    await store.close();
    expect(await rowsOf()).toBe(5);
  });

  it('leaves no temporary files behind', async () => {
    await threeRows();
    expect(readdirSync(sessions).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('keeps every acknowledged save when the writer is killed', async () => {
    const script = fileURLToPath(new URL('../support/killed-writer.ts', import.meta.url));
    const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.split('\n').length > 120) child.kill('SIGKILL');
      });
      child.on('exit', () => resolve());
    });
    const acknowledged = Number(said.trimEnd().split('\n').at(-1));
    expect(acknowledged).toBeGreaterThan(50);
    expect(await rowsOf()).toBeGreaterThanOrEqual(acknowledged);
  });
});
