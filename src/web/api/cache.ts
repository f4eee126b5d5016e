import { useCallback, useEffect, useSyncExternalStore } from 'react';

/** What is known of one resource. `data` stays while a newer answer is on its way. */
export interface Resource<T> {
  readonly data: T | undefined;
  readonly error: Error | undefined;
  readonly loading: boolean;
}

interface Entry {
  state: Resource<unknown>;
  stale: boolean;
  run: number;
  load?: () => Promise<unknown>;
  readonly listeners: Set<() => void>;
}

const empty: Resource<undefined> = { data: undefined, error: undefined, loading: false };
const entries = new Map<string, Entry>();

function entryOf(key: string): Entry {
  let entry = entries.get(key);
  if (!entry) {
    entry = { state: empty, stale: true, run: 0, listeners: new Set() };
    entries.set(key, entry);
  }
  return entry;
}

function set(entry: Entry, state: Resource<unknown>): void {
  entry.state = state;
  for (const listener of [...entry.listeners]) listener();
}

async function refresh(entry: Entry): Promise<void> {
  if (!entry.load) return;
  const run = ++entry.run;
  entry.stale = false;
  set(entry, { ...entry.state, loading: true });
  try {
    const data = await entry.load();
    if (run === entry.run) set(entry, { data, error: undefined, loading: false });
  } catch (error) {
    if (run === entry.run) set(entry, { ...entry.state, error: error as Error, loading: false });
  }
}

/** Marks every resource whose key starts with `prefix` as out of date; those on screen load again. */
export function invalidate(prefix: string): void {
  for (const [key, entry] of entries) {
    if (!key.startsWith(prefix)) continue;
    entry.stale = true;
    if (entry.listeners.size > 0) void refresh(entry);
    else entry.run++;
  }
}

/** Shows a value before the server has confirmed it. Returns a function that puts the old one back. */
export function setOptimistic<T>(key: string, change: (now: T) => T): () => void {
  const entry = entryOf(key);
  const before = entry.state;
  if (before.data === undefined) return () => {};
  entry.run++;
  set(entry, { ...before, data: change(before.data as T), loading: false });
  return () => set(entry, before);
}

/** Reads a resource, loading it when it is out of date; `null` reads nothing. */
export function useResource<T>(
  key: string | null,
  load: () => Promise<T>,
): Resource<T> & { reload: () => void } {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (key === null) return () => {};
      const entry = entryOf(key);
      entry.listeners.add(listener);
      return () => entry.listeners.delete(listener);
    },
    [key],
  );
  const state = useSyncExternalStore(subscribe, () =>
    key === null ? empty : entryOf(key).state,
  ) as Resource<T>;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names everything the loader reads
  useEffect(() => {
    if (key === null) return;
    const entry = entryOf(key);
    entry.load = load;
    if (entry.stale) void refresh(entry);
  }, [key]);
  const reload = useCallback(() => {
    if (key !== null) void refresh(entryOf(key));
  }, [key]);
  return { ...state, reload };
}
