import { isDeepStrictEqual } from 'node:util';
import { runSlices } from '../../../src/engine/slices.ts';
import { RevisionConflictError, StoreError } from '../../../src/service/errors.ts';
import { diff } from '../../../src/service/session/document/document-patch.ts';
import type { Document } from '../../../src/service/session/format/document.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { isLargeChange } from '../../../src/service/write-session.ts';

/** What a session holds. `count` is of this state alone; nothing in it is ever changed. */
export type Json = Readonly<Record<string, unknown>>;

/** One session as its writer and as the plain model see it. */
export interface Tracked {
  readonly id: string;
  /** What the writer holds in memory; undefined when there is no session, or it was evicted. */
  state: Json | undefined;
  /** What the store last said that it holds. */
  kept: Json | undefined;
  revision: number;
  /** A write failed: the next one is of the whole. */
  whole: boolean;
  /** The state that was acknowledged last; undefined for a session that is not there. */
  acknowledged: Json | undefined;
  /** What was asked for since and not acknowledged: each may be found after a crash. */
  attempted: (Json | undefined)[];
  /** A write of the whole is under way because the change was larger than what was kept. */
  bulk: boolean;
  busy: Promise<void>;
}

export const tracked = (id: string): Tracked => ({
  id,
  state: undefined,
  kept: undefined,
  revision: 0,
  whole: true,
  acknowledged: undefined,
  attempted: [],
  bulk: false,
  busy: Promise.resolve(),
});

/** Key order is no part of a state. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, entry]) => [key, sorted(entry)]),
  );
}

export const canonical = (state: string | undefined): string | undefined =>
  state === undefined ? undefined : JSON.stringify(sorted(JSON.parse(state)));

/** Whoever changes a state that others have is told. */
const frozen = (state: Json): Json => {
  Object.freeze(state.rows);
  return Object.freeze(state);
};

/** A random change of a state that shares what it leaves alone. */
export const changed = (state: Json, random: () => number, count: number): Json =>
  frozen(change(state, random, count));

function change(state: Json, random: () => number, count: number): Json {
  const rows = state.rows as readonly Json[];
  const row = { x: count, note: 'n'.repeat(Math.floor(random() * 60)), 'ä"\\': random() };
  const kind = Math.floor(random() * 10);
  if (kind < 6) return { ...state, count, rows: [...rows, row] };
  if (kind < 7) {
    const roll = random();
    // Sometimes so long that its line of a journal is written in parts.
    const long = { ...row, note: 'n'.repeat(50_000) };
    if (roll > 0.9) return { ...state, count, rows: [...rows, long, long, long, long, long, long] };
    if (roll > 0.7) return bulk(state, count, roll);
    // Sometimes more than one group of `json-chunks.ts`.
    const length = roll < 0.1 ? 400 : 30;
    return { ...state, count, rows: [...rows, ...Array.from({ length }, () => row)] };
  }
  if (kind < 8 && rows.length > 0) {
    return { ...state, count, rows: rows.with(Math.floor(random() * rows.length), row) };
  }
  if (kind < 9) return { ...state, count, rows: rows.slice(0, Math.floor(random() * rows.length)) };
  const { extra: _extra, ...rest } = state;
  return random() < 0.5
    ? { ...rest, count }
    : { ...state, count, extra: { [`k${count}`]: { deep: [count] } } };
}

/** More rows than there are, behind those or in their place: the service writes such a change as the document. Short, as there are many. */
function bulk(state: Json, count: number, roll: number): Json {
  const rows = state.rows as readonly Json[];
  const more = Array.from({ length: Math.max(1000, rows.length) + 1 }, () => ({ x: count }));
  return {
    ...state,
    count,
    rows: roll > 0.8 && rows.length < 5000 ? [...rows, ...more] : more.slice(0, 5000),
  };
}

/** One write, as the service makes it; whether it was acknowledged. */
export async function writeOnce(store: Store, session: Tracked, next: Json): Promise<boolean> {
  const { id, kept } = session;
  session.state = next;
  session.attempted.push(next);
  try {
    const steps = kept === undefined || session.whole ? undefined : runSlices(diff(kept, next));
    const items = (kept?.rows as readonly Json[] | undefined)?.length ?? 0;
    session.bulk = !store.shared && steps !== undefined && isLargeChange(steps, items);
    session.revision =
      steps === undefined || session.bulk
        ? await store.save(id, next as unknown as Document, session.revision)
        : await store.append(id, steps, session.revision);
  } catch (error) {
    if (!(error instanceof StoreError) && !(error instanceof RevisionConflictError)) throw error;
    session.whole = true;
    return false;
  } finally {
    session.bulk = false;
  }
  session.whole = false;
  session.kept = next;
  session.acknowledged = next;
  session.attempted = [];
  return true;
}

/** Loads what there is; it must be the acknowledged state, or one that was asked for after it. */
export async function reload(store: Store, session: Tracked, words: string): Promise<void> {
  const found = await store.load(session.id);
  const state = found?.document as Json | undefined;
  const allowed = [session.acknowledged, ...session.attempted];
  // Only one of them can have this count.
  const same = allowed.findIndex((one) => one?.count === state?.count && isDeepStrictEqual(one, state));
  if (same < 0) {
    const shown = (one: Json | undefined) => JSON.stringify(one)?.slice(0, 300);
    throw new Error(
      `${words}: session ${session.id} came back as ${shown(state)}\n` +
        `acknowledged ${shown(allowed[0])}\nand ${allowed.length - 1} more: ${shown(allowed.at(-1))}`,
    );
  }
  Object.assign(session, {
    state,
    kept: state,
    revision: found?.revision ?? 0,
    whole: state === undefined,
  });
  // What was found beyond the acknowledged state need not be there for good: a power cut may yet take it.
  if (same === 0) session.attempted = [];
}
