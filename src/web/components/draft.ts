import { useCallback, useEffect, useRef, useState } from 'react';
import { createListeners } from '../api/listeners.ts';
import { readStored, storedKeys, writeStored } from '../api/storage.ts';

const prefix = 'athanor.draft.';
const { subscribe, notify } = createListeners();

/** Calls back when any draft changes, in this window or in another of the same browser. */
export const onDrafts = subscribe;

/** Has windows of one browser share what is typed: rows that one of them records are no drafts in the other. */
export function shareDrafts(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(prefix)) notify();
  });
}

const parse = <T>(text: string | null, initial: T): T => {
  if (text === null) return initial;
  try {
    return JSON.parse(text) as T;
  } catch {
    return initial;
  }
};

/** Keys under which something was typed. */
export const draftKeys = (): string[] =>
  storedKeys().flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));

/** What was typed under a key, or `initial`. */
export const readDraft = <T>(key: string, initial: T): T => parse(readStored(prefix + key), initial);

/** Puts values where `useDraft` shows them, as if they were typed; `undefined` forgets what was typed. */
export function writeDrafts<T>(drafts: Iterable<readonly [key: string, value: T | undefined]>): void {
  for (const [key, value] of drafts)
    writeStored(prefix + key, value === undefined ? null : JSON.stringify(value));
  notify();
}

/** A value once it has stayed the same for a while; for what is asked of the server while somebody types. */
export function useDebounced<T>(value: T, milliseconds = 400): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}

/** Like `useState`, but what was typed is still there after a reload; `clear` forgets it. */
export function useDraft<T>(key: string, initial: T): [T, (value: T | ((now: T) => T)) => void, () => void] {
  const [value, setValue] = useState<T>(() => readDraft(key, initial));
  /** The draft as this component knows it, to notice when something else changes it. */
  const known = useRef<string | null>(readStored(prefix + key));
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    if (!touched) return;
    known.current = JSON.stringify(value);
    writeStored(prefix + key, known.current);
    notify();
  }, [key, value, touched]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first value is what a forgotten draft goes back to
  useEffect(() => {
    const follow = (): void => {
      const stored = readStored(prefix + key);
      if (stored === known.current) return;
      known.current = stored;
      setTouched(false);
      setValue(parse(stored, initial));
    };
    // It may have changed since it was read for the first time.
    follow();
    return subscribe(follow);
  }, [key]);
  const change = useCallback((next: T | ((now: T) => T)) => {
    setTouched(true);
    setValue(next);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first value is what "clear" goes back to
  const clear = useCallback(() => {
    known.current = null;
    setTouched(false);
    setValue(initial);
    writeStored(prefix + key, null);
    notify();
  }, [key]);
  return [value, change, clear];
}
