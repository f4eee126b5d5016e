import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';
const key = 'athanor.theme';
const listeners = new Set<() => void>();

export function currentTheme(): Theme {
  const stored = localStorage.getItem(key);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Whether dark colours are on screen now, whichever way they were chosen. */
export function isDark(): boolean {
  const theme = currentTheme();
  return theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
}

function show(): void {
  document.documentElement.dataset['theme'] = isDark() ? 'dark' : 'light';
  for (const listener of listeners) listener();
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(key);
  else localStorage.setItem(key, theme);
  show();
}

export function startTheme(): void {
  show();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme);
export const useDark = (): boolean => useSyncExternalStore(subscribe, isDark);
