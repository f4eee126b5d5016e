import { isRecord } from '../../contract/is-record.ts';
import { RevisionConflictError, StoreError, StoreUnavailableError } from '../errors.ts';
import { type DataFolder, damaged, parseStored, putFile, readFile, saveReason } from './data-folder.ts';
import { errorCode } from './disk.ts';
import { KeyedQueue } from './keyed-queue.ts';
import type { KeptRecord, PutOptions, RecordChange, RecordStore, Tally } from './store.ts';

interface Entry {
  readonly value: unknown;
  readonly revision: number;
  /** Milliseconds since 1970; absent: for ever. */
  readonly expires?: number;
}

type Kind = Map<string, Entry>;

/** Kinds name files. */
function checkKind(kind: string): void {
  if (!/^[a-z][a-z0-9-]{0,63}$/.test(kind)) throw new RangeError(`records: '${kind}' is not a kind`);
}

const isOver = ({ expires }: Entry, now: number): boolean => expires !== undefined && expires <= now;

/** Counters that need not outlive the server. */
function tallies(): Pick<RecordStore, 'count'> & { readonly removeExpired: () => void } {
  const counters = new Map<string, { count: number; readonly ends: number }>();
  return {
    count: async (kind, key, windowMs, amount = 1): Promise<Tally> => {
      const name = `${kind} ${key}`;
      // The clock of the day may be set back, and the window would last until it is there again.
      const now = performance.now();
      let counter = counters.get(name);
      if (counter === undefined || counter.ends <= now) {
        counter = { count: 0, ends: now + windowMs };
        counters.set(name, counter);
      }
      counter.count += amount;
      return { count: counter.count, leftMs: counter.ends - now };
    },
    removeExpired: () => {
      const now = performance.now();
      for (const [name, { ends }] of counters) if (ends <= now) counters.delete(name);
    },
  };
}

/** What is done with a kind: read it, and write it once it was changed. */
interface Shelf {
  read(kind: string): Promise<Kind>;
  write(kind: string, entries: Kind): Promise<void>;
  kinds(): Promise<readonly string[]>;
}

const viewOf = (key: string, { value, revision, expires }: Entry): KeptRecord => ({
  key,
  value: structuredClone(value),
  revision,
  ...(expires === undefined ? {} : { expires: new Date(expires) }),
});

/** Revision of an entry. @throws RevisionConflictError it is not the expected one */
function revisionIn(entries: Kind, kind: string, key: string, expected: number | undefined): number {
  const before = entries.get(key);
  const found = before === undefined || isOver(before, Date.now()) ? 0 : before.revision;
  if (expected === undefined || expected === found) return found;
  throw new RevisionConflictError(`${kind}/${key}`, expected, found);
}

/** Puts a value into the entries of a kind; its new revision. */
function putInto(
  entries: Kind,
  kind: string,
  key: string,
  value: unknown,
  { expected, expires }: PutOptions,
): number {
  const found = revisionIn(entries, kind, key, expected);
  const kept = JSON.parse(JSON.stringify(value)) as unknown;
  const end = expires === undefined ? {} : { expires: expires.getTime() };
  entries.set(key, { value: kept, revision: found + 1, ...end });
  return found + 1;
}

/** The kinds that changes are about, as they are after them. @throws RevisionConflictError */
async function withChanges(
  changes: readonly RecordChange[],
  read: (kind: string) => Promise<Kind>,
): Promise<ReadonlyMap<string, Kind>> {
  const changed = new Map<string, Kind>();
  for (const { kind, key, value, expected } of changes) {
    const entries = changed.get(kind) ?? new Map(await read(kind));
    changed.set(kind, entries);
    if (value !== null) putInto(entries, kind, key, value, expected === undefined ? {} : { expected });
    else {
      revisionIn(entries, kind, key, expected);
      entries.delete(key);
    }
  }
  return changed;
}

function recordsOn(shelf: Shelf): RecordStore {
  const counters = tallies();
  const turns = new KeyedQueue();
  /** One after another: a change is made from what the one before left. */
  const inTurn = <T>(action: () => Promise<T>): Promise<T> => turns.take([''], action);
  const read = (kind: string): Promise<Kind> => {
    checkKind(kind);
    return shelf.read(kind);
  };
  const change = async <T>(kind: string, edit: (entries: Kind) => T): Promise<T> => {
    const entries = new Map(await read(kind));
    const answer = edit(entries);
    await shelf.write(kind, entries);
    return answer;
  };
  const removeOver = async (now: number): Promise<number> => {
    let removed = 0;
    for (const kind of await shelf.kinds()) {
      const over = [...(await read(kind))].filter(([, entry]) => isOver(entry, now));
      removed += over.length;
      if (over.length === 0) continue;
      await change(kind, (entries) => {
        for (const [key] of over) entries.delete(key);
      });
    }
    return removed;
  };
  return {
    get: async (kind, key) => {
      const entry = (await read(kind)).get(key);
      return entry === undefined || isOver(entry, Date.now()) ? undefined : viewOf(key, entry);
    },
    kinds: async () => [...(await shelf.kinds())].sort(),
    list: async (kind) => {
      const now = Date.now();
      const all = [...(await read(kind))].filter(([, entry]) => !isOver(entry, now));
      return all.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, entry]) => viewOf(key, entry));
    },
    put: (kind, key, value, options = {}) =>
      inTurn(() => change(kind, (entries) => putInto(entries, kind, key, value, options))),
    remove: (kind, key) =>
      inTurn(async () => {
        const entry = (await read(kind)).get(key);
        if (entry === undefined) return false;
        await change(kind, (entries) => entries.delete(key));
        return !isOver(entry, Date.now());
      }),
    changeAll: (changes) =>
      inTurn(async () => {
        for (const [kind, entries] of await withChanges(changes, read)) await shelf.write(kind, entries);
      }),
    count: counters.count,
    removeExpired: (now) =>
      inTurn(async () => {
        counters.removeExpired();
        return await removeOver(now.getTime());
      }),
  };
}

/** In memory. */
export function memoryRecords(): RecordStore {
  const kinds = new Map<string, Kind>();
  return recordsOn({
    read: async (kind) => kinds.get(kind) ?? new Map(),
    write: async (kind, entries) => {
      kinds.set(kind, entries);
    },
    kinds: async () => [...kinds.keys()],
  });
}

const isEntry = (value: unknown): value is Entry => isRecord(value) && typeof value.revision === 'number';

/** @param place of the file in the data folder @throws StoreError naming it: it is damaged */
function entriesOf(content: Uint8Array, place: string): Kind {
  const entries = Object.entries(parseStored(content, place));
  const sound = entries.filter((entry): entry is [string, Entry] => isEntry(entry[1]));
  if (sound.length === entries.length) return new Map(sound);
  throw damaged(place, 'an entry is not a record');
}

/** Files `<kind>.json` in a folder, for the eyes of the server's user alone. Each is read once. */
export function fileRecords(folder: DataFolder): RecordStore {
  const known = new Map<string, Kind>();
  const nameOf = (kind: string) => `${kind}.json`;
  const load = async (kind: string): Promise<Kind> => {
    try {
      const content = await readFile(folder, nameOf(kind));
      return content === undefined ? new Map() : entriesOf(content, `records/${nameOf(kind)}`);
    } catch (cause) {
      if (cause instanceof StoreError) throw cause;
      throw new StoreError(`the records of '${kind}' cannot be read (${errorCode(cause) ?? cause})`, {
        cause,
      });
    }
  };
  return recordsOn({
    read: async (kind) => {
      const loaded = known.get(kind) ?? (await load(kind));
      // A change that was faster is newer than what was read.
      const found = known.get(kind) ?? loaded;
      known.set(kind, found);
      return found;
    },
    write: async (kind, entries) => {
      try {
        await putFile(folder, nameOf(kind), [JSON.stringify(Object.fromEntries(entries))]);
      } catch (cause) {
        // What the disk holds is not known now.
        known.delete(kind);
        if (cause instanceof StoreError) throw cause;
        throw new StoreUnavailableError(
          `the records of '${kind}' could not be written: ${saveReason(cause)}; try again`,
          { cause },
        );
      }
      known.set(kind, entries);
    },
    kinds: async () => {
      const names = await folder.disk.names(folder.path).catch((cause: unknown) => {
        throw new StoreError(`the records cannot be listed (${errorCode(cause) ?? cause})`, { cause });
      });
      return names.filter((name) => /^[a-z][a-z0-9-]*\.json$/.test(name)).map((name) => name.slice(0, -5));
    },
  });
}
