import { useCallback, useEffect, useState } from 'react';

const prefix = 'athanor.draft.';

/** A value once it has stayed the same for a while; for what is asked of the server while somebody types. */
export function useSettled<T>(value: T, milliseconds = 400): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}

/** Like `useState`, but what was typed is still there after a reload; `clear` forgets it. */
export function useDraft<T>(key: string, initial: T): [T, (value: T | ((now: T) => T)) => void, () => void] {
  const [value, setValue] = useState<T>(() => {
    const stored = localStorage.getItem(prefix + key);
    if (stored === null) return initial;
    try {
      return JSON.parse(stored) as T;
    } catch {
      return initial;
    }
  });
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    if (touched) localStorage.setItem(prefix + key, JSON.stringify(value));
  }, [key, value, touched]);
  const change = useCallback((next: T | ((now: T) => T)) => {
    setTouched(true);
    setValue(next);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first value is what "clear" goes back to
  const clear = useCallback(() => {
    setTouched(false);
    localStorage.removeItem(prefix + key);
    setValue(initial);
  }, [key]);
  return [value, change, clear];
}
