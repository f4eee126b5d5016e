import { createListeners } from './listeners.ts';

/**
 * Texts that this browser keeps for the reader. Where its storage is full or forbidden (blocked cookies forbid it too),
 * they are kept in memory, as long as the page is open.
 */

const inMemory = new Map<string, string>();
const { subscribe, notify } = createListeners();

/** Calls back when a text is kept in memory only. */
export const onUnstored = subscribe;

function browserStorage(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}

export const readStored = (key: string): string | null =>
  inMemory.get(key) ?? browserStorage()?.getItem(key) ?? null;

export const storedKeys = (): string[] => [
  ...new Set([...inMemory.keys(), ...Object.keys(browserStorage() ?? {})]),
];

/** Keeps a text; null removes it. */
export function writeStored(key: string, text: string | null): void {
  const storage = browserStorage();
  inMemory.delete(key);
  if (text === null) {
    storage?.removeItem(key);
    return;
  }
  try {
    storage?.setItem(key, text);
    if (storage) return;
  } catch {
    // The old text may not come back in place of the new one.
    storage?.removeItem(key);
  }
  inMemory.set(key, text);
  notify();
}
