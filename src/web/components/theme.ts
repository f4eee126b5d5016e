import { useSyncExternalStore } from 'react';
import { createListeners } from '../api/listeners.ts';
import { readStored, writeStored } from '../api/storage.ts';

export type Theme = 'system' | 'light' | 'dark';
const key = 'athanor.theme';
const { subscribe, notify } = createListeners();

function currentTheme(): Theme {
  const stored = readStored(key);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Whether dark colours are on screen now, whichever way they were chosen. */
function isDark(): boolean {
  const theme = currentTheme();
  return theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
}

function show(): void {
  document.documentElement.dataset['theme'] = isDark() ? 'dark' : 'light';
  notify();
}

export function setTheme(theme: Theme): void {
  writeStored(key, theme === 'system' ? null : theme);
  show();
}

export function startTheme(): void {
  show();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme);
export const useDark = (): boolean => useSyncExternalStore(subscribe, isDark);
