import { describe, expect, it } from 'vitest';
import { StoreError } from '../../src/service/errors.ts';
import type { Pool } from '../../src/service/jobs/pool.ts';
import type { emptyState } from '../../src/service/session/state.ts';
import { Sessions } from '../../src/service/sessions.ts';
import { memoryStore } from '../../src/service/store/memory.ts';
import type { Store } from '../../src/service/store/store.ts';
import { inlinePool } from './support/app.ts';

const silent = { info: () => {}, warn: () => {} };
const asIs = (state: ReturnType<typeof emptyState>) => ({ state, answer: null });

/** A store that counts how often each session was read, and refuses to write those named. */
function countingStore(): { store: Store; loads: Map<string, number>; refused: Set<string> } {
  const store = memoryStore();
  const loads = new Map<string, number>();
  const load = (id: string) => {
    loads.set(id, (loads.get(id) ?? 0) + 1);
    return store.load(id);
  };
  const refused = new Set<string>();
  const append: Store['append'] = async (id, steps, expected) => {
    if (refused.has(id)) throw new StoreError('the disk is full');
    return store.append(id, steps, expected);
  };
  const save: Store['save'] = async (id, document, expected) => {
    if (refused.has(id)) throw new StoreError('the disk is full');
    return store.save(id, document, expected);
  };
  return { store: { ...store, load, append, save }, loads, refused };
}

async function create(sessions: Sessions, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    ids.push((await sessions.creation.create(asIs, null)).session_id);
  }
  return ids;
}

/** Sessions are dropped when whoever has just got one has begun to use it. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

const idOf = (state: { id: string }) => state.id;

describe('sessions in memory', () => {
  it('drops those used longest ago past the limit, and loads them again when asked for', async () => {
    const { store, loads } = countingStore();
    const sessions = new Sessions(store, inlinePool, silent, { open: 2 });
    const [a, b] = (await create(sessions, 2)) as [string, string];
    await sessions.read(a, idOf);
    await create(sessions, 1);
    await turn();
    await sessions.read(a, idOf);
    expect(loads.get(a)).toBe(undefined);
    expect(await sessions.read(b, idOf)).toBe(b);
    expect(loads.get(b)).toBe(1);
  });

  it('keeps what is unsaved, listened to, or at work', async () => {
    const { store, loads, refused } = countingStore();
    let finish: () => void = () => {};
    const waiting = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const pool: Pick<Pool, 'run'> = { run: async () => waiting.then(() => ({}) as never) };
    const sessions = new Sessions(store, pool, silent, { open: 1 });
    const [edited, followed, busy, idle] = (await create(sessions, 4)) as [string, string, string, string];
    await turn();
    refused.add(edited);
    await sessions.edit(edited, (state) => ({ state: { ...state, data_revision: 1 }, answer: null }), null);
    const stop = sessions.listen(followed, () => {});
    await sessions.read(followed, idOf);
    const work = sessions.work(busy, () => ({ name: 'train', task: {} as never, context: null }), asIs, null);
    await sessions.read(busy, idOf);
    await sessions.read(idle, idOf);
    await turn();
    loads.clear();
    for (const id of [edited, followed, busy]) await sessions.read(id, idOf);
    expect([...loads.keys()]).toEqual([]);
    stop();
    finish();
    await work;
  });
});

describe('progress of a job', () => {
  it('is asked for where somebody listens, may come back, or waits for it', async () => {
    const asked: boolean[] = [];
    const pool: Pick<Pool, 'run'> = {
      run: async (_name, _task, options) => {
        asked.push(options?.onProgress !== undefined);
        return {} as never;
      },
    };
    const sessions = new Sessions(memoryStore(), pool, silent);
    const [quiet, followed] = (await create(sessions, 2)) as [string, string];
    const work = (id: string, terms = {}) =>
      sessions.work(id, () => ({ name: 'train', task: {} as never, context: null }), asIs, null, terms);
    await work(quiet);
    await work(quiet, { onProgress: () => {} });
    const stop = sessions.listen(followed, () => {});
    await work(followed);
    stop();
    await work(followed);
    expect(asked).toEqual([false, true, true, true]);
  });
});
