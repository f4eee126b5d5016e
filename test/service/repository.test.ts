import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConflictError, StoreError, StoreUnavailableError } from '../../src/service/errors.ts';
import type { Document } from '../../src/service/session/format/document.ts';
import type { State } from '../../src/service/session/state.ts';
import { Sessions } from '../../src/service/sessions.ts';
import { memoryStore } from '../../src/service/store/memory.ts';
import type { Store, Stored } from '../../src/service/store/store.ts';
import { inlinePool } from './support/app.ts';
import { addRows } from './support/states.ts';

const silent = { info: () => {}, warn: () => {} };
const asIs = (state: State) => ({ state, answer: null });

const server = (store: Store) => new Sessions(store, inlinePool, silent);

async function newSession(sessions: Sessions): Promise<string> {
  return (await sessions.creation.create(asIs, null)).session_id;
}

const addRow = (state: State, x: number) => ({
  state: { ...state, rows: [...state.rows, { x }] },
  answer: state.rows.length,
  events: [
    {
      type: 'experiment_added' as const,
      data: { n_experiments: state.rows.length + 1, n_added: 1, data_revision: 0 },
    },
  ],
});

const xs = (state: State) => state.rows.map(({ x }) => x);

/** A promise that is settled by hand. */
function gate() {
  let open: () => void = () => {};
  let fail: (error: Error) => void = () => {};
  const passed = new Promise<void>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { open, fail, passed };
}

/** A store whose writes after the first wait for a gate. */
function gatedStore(shared = false) {
  const store = memoryStore(shared);
  const gates: ReturnType<typeof gate>[] = [];
  const append: Store['append'] = async (...args) => {
    const own = gate();
    gates.push(own);
    await own.passed;
    return store.append(...args);
  };
  return { store: { ...store, append }, gates };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('two servers on one store', () => {
  it('run an edit again on fresh state, and lose none of either', async () => {
    const store = memoryStore(true);
    const [a, b] = [server(store), server(store)];
    const id = await newSession(a);
    await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? a : b).edit(id, addRow, i)));
    const rows = await a.read(id, xs);
    expect([...rows].sort((p, q) => Number(p) - Number(q))).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect(await b.read(id, xs)).toEqual(rows);
  });

  it('see what the other one changed or deleted', async () => {
    const store = memoryStore(true);
    const [a, b] = [server(store), server(store)];
    const id = await newSession(a);
    await b.edit(id, addRow, 1);
    expect(await a.read(id, xs)).toEqual([1]);
    await b.remove(id);
    await expect(a.read(id, xs)).rejects.toThrow('not found');
  });

  it('lose to a faster one many times in a row, and write in the end', async () => {
    const store = memoryStore(true);
    let lost = 0;
    const slow: Store = {
      ...store,
      append: async (id, steps, expected) => {
        if (++lost <= 20) await store.append(id, [['set', ['version'], String(lost)]], expected);
        return store.append(id, steps, expected);
      },
    };
    const a = server(slow);
    const id = await newSession(a);
    await a.edit(id, addRow, 1);
    expect(await a.read(id, xs)).toEqual([1]);
  });

  it('give up after a hundred attempts with 409 and change nothing', async () => {
    const store = memoryStore(true);
    let attempts = 0;
    const busy: Store = {
      ...store,
      append: async (id, steps, expected) => {
        attempts += 1;
        await store.append(id, [['set', ['version'], String(attempts)]], expected);
        return store.append(id, steps, expected);
      },
    };
    const a = server(busy);
    const id = await newSession(a);
    await expect(a.edit(id, addRow, 1)).rejects.toThrow(ConflictError);
    expect(attempts).toBe(100);
    expect(await a.read(id, xs)).toEqual([]);
  });

  it('refuse a change that cannot be written, and tell nobody of it', async () => {
    const store = memoryStore(true);
    const full: Store = { ...store, append: () => Promise.reject(new StoreError('no connection')) };
    const a = server(full);
    const id = await newSession(a);
    const seen: string[] = [];
    a.listen(id, ({ type }) => seen.push(type));
    await expect(a.edit(id, addRow, 1)).rejects.toThrow(StoreUnavailableError);
    expect(await a.read(id, xs)).toEqual([]);
    expect(seen).toEqual([]);
  });
});

describe('a change', () => {
  // Work pauses by the clock; one that stands still leaves the turns of the loop to the test.
  beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(0));
  afterEach(() => void vi.restoreAllMocks());

  it('is told and seen only when it is committed', async () => {
    const { store, gates } = gatedStore();
    const sessions = server(store);
    const id = await newSession(sessions);
    const seen: string[] = [];
    sessions.listen(id, ({ type }) => seen.push(type));
    const change = sessions.edit(id, addRow, 1).then(() => seen.push('answered'));
    await turn();
    expect(await sessions.read(id, xs)).toEqual([]);
    expect(seen).toEqual([]);
    gates[0]?.open();
    await change;
    expect(seen).toEqual(['experiment_added', 'answered']);
    expect(await sessions.read(id, xs)).toEqual([1]);
  });

  it('shares its write with those that came while one was under way', async () => {
    const { store, gates } = gatedStore();
    const sessions = server(store);
    const id = await newSession(sessions);
    const answers = Promise.all(Array.from({ length: 10 }, (_, i) => sessions.edit(id, addRow, i)));
    for (let i = 0; i < 5; i++) {
      gates.at(-1)?.open();
      await turn();
    }
    expect(await answers).toEqual(Array.from({ length: 10 }, (_, i) => i));
    expect(gates.length).toBe(2);
  });

  it('that throws changes nothing and does not hold up those beside it', async () => {
    const sessions = server(memoryStore());
    const id = await newSession(sessions);
    const refuse = () => {
      throw new Error('no');
    };
    const results = await Promise.allSettled([
      sessions.edit(id, addRow, 1),
      sessions.edit(id, refuse, null),
      sessions.edit(id, addRow, 2),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await sessions.read(id, xs)).toEqual([1, 2]);
  });

  it('in slices is carried out whole, with others behind it', async () => {
    const sessions = server(memoryStore());
    const id = await newSession(sessions);
    const sliced = function* (state: State, x: number) {
      for (let i = 0; i < 3; i++) yield;
      return addRow(state, x);
    };
    await Promise.all([sessions.edit(id, sliced, 1), sessions.edit(id, addRow, 2)]);
    expect(await sessions.read(id, xs)).toEqual([1, 2]);
  });

  it('that a local store cannot write is logged once, however often it is tried, and when it is saved', async () => {
    const store = memoryStore();
    let reason: string | undefined = 'the disk answered ENOSPC';
    const flaky: Store = {
      ...store,
      append: (...args) => (reason ? Promise.reject(new StoreError(reason)) : store.append(...args)),
      save: (id, document, expected) =>
        reason && expected > 0 ? Promise.reject(new StoreError(reason)) : store.save(id, document, expected),
    };
    const said: string[] = [];
    const log = {
      info: (_: object, message: string) => said.push(message),
      warn: (details: object, message: string) =>
        said.push(`${message}: ${(details as { err: Error }).err.message}`),
    };
    const sessions = new Sessions(flaky, inlinePool, log);
    const id = await newSession(sessions);
    await sessions.edit(id, addRow, 1);
    for (let i = 0; i < 10; i++) await sessions.saveUnsaved();
    reason = 'the disk answered EIO';
    for (let i = 0; i < 10; i++) await sessions.saveUnsaved();
    reason = undefined;
    await sessions.saveUnsaved();
    expect(said).toEqual([
      'the session could not be saved: the disk answered ENOSPC',
      'the session could not be saved: the disk answered EIO',
      'the session is saved again',
    ]);
  });

  it('that a local store cannot write is kept, and written whole at the next chance', async () => {
    const store = memoryStore();
    let isFull = true;
    const flaky: Store = {
      ...store,
      append: (...args) => (isFull ? Promise.reject(new StoreError('full')) : store.append(...args)),
      save: (id, document, expected) =>
        isFull && expected > 0 ? Promise.reject(new StoreError('full')) : store.save(id, document, expected),
    };
    const sessions = server(flaky);
    const id = await newSession(sessions);
    await sessions.edit(id, addRow, 1);
    expect(await sessions.save(id)).toBe(false);
    expect(await sessions.read(id, xs)).toEqual([1]);
    isFull = false;
    await sessions.edit(id, addRow, 2);
    expect(await sessions.save(id)).toBe(true);
    const stored = (await store.load(id)) as Stored;
    expect((stored.document as Document).experiments.data).toHaveLength(2);
  });
});

describe('a deletion', () => {
  it('reaches a session that is being read meanwhile', async () => {
    const store = memoryStore();
    const id = await newSession(server(store));
    const [asked, hold] = [gate(), gate()];
    const load: Store['load'] = async (one) => {
      const found = await store.load(one);
      asked.open();
      await hold.passed;
      return found;
    };
    const remove: Store['remove'] = async (one) => {
      // Begins after the deletion, and reads what is still there.
      const reading = sessions.read(id, xs).catch(() => {});
      await asked.passed;
      const existed = await store.remove(one);
      hold.open();
      void reading;
      return existed;
    };
    const sessions = server({ ...store, load, remove });
    await sessions.remove(id);
    await expect(sessions.read(id, xs)).rejects.toThrow('not found');
    await expect(sessions.edit(id, addRow, 1)).rejects.toThrow('not found');
  });
});

describe('a change that brings more than a quarter of what was saved', () => {
  const written = async (shared: boolean) => {
    const store = memoryStore(shared);
    const kinds: string[] = [];
    const watched: Store = {
      ...store,
      append: (...args) => store.append(...args).finally(() => kinds.push('steps')),
      save: (...args) => store.save(...args).finally(() => kinds.push('whole')),
    };
    const sessions = server(watched);
    const id = await newSession(sessions);
    for (const count of [900, 5000, 1100, 2000]) await sessions.edit(id, addRows, count);
    const stored = (await store.load(id)) as Stored;
    expect((stored.document as Document).experiments.data).toHaveLength(9000);
    return kinds;
  };

  it('is written as a whole, where the second or third of its kind would have the journal folded', async () => {
    expect(await written(false)).toEqual(['whole', 'steps', 'whole', 'steps', 'whole']);
  });

  it('is sent to a database as what changed', async () => {
    expect(await written(true)).toEqual(['whole', 'steps', 'steps', 'steps', 'steps']);
  });
});

describe('memory store', () => {
  it('takes all writes of a transaction or none', async () => {
    const store = memoryStore(true);
    const sessions = server(store);
    const [a, b] = [await newSession(sessions), await newSession(sessions)];
    const write = (id: string, expected: number) =>
      ({ kind: 'append', id, steps: [['set', ['version'], '9']], expected }) as const;
    await expect(store.transaction([write(a, 1), write(b, 7)])).rejects.toThrow('expected revision 7');
    expect(await store.revision(a)).toBe(1);
    expect(await store.transaction([write(a, 1), write(b, 1)])).toEqual([2, 2]);
  });
});
