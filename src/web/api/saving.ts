import { useSyncExternalStore } from 'react';
import { sessionCall } from './call.ts';
import { send, watchAnswers } from './http.ts';
import { createListeners } from './listeners.ts';

/** How often a session with changes that could not be saved is backed up. */
const interval = 30_000;

const unsaved = new Set<string>();
const listeners = createListeners();
let timer: ReturnType<typeof setInterval> | undefined;

/** Tells the session a path belongs to; undefined for other paths. */
const sessionOf = (path: string): string | undefined => {
  const id = /^api\/v1\/sessions\/([^/]+)\//.exec(path)?.[1];
  return id === undefined ? undefined : decodeURIComponent(id);
};

function backUp(): void {
  for (const id of unsaved) send(sessionCall('POST', id, 'backup')).catch(() => undefined);
}

/** Keeps count of the sessions whose last change reached the server's memory but not its disk. */
function noteSaved(id: string, saved: boolean): void {
  if (saved === !unsaved.has(id)) return;
  if (saved) unsaved.delete(id);
  else unsaved.add(id);
  if (unsaved.size === 0) clearInterval(timer);
  else if (unsaved.size === 1 && !saved) {
    backUp();
    timer = setInterval(backUp, interval);
  }
  listeners.notify();
}

watchAnswers((path, response) => {
  const saved = response.headers.get('X-Service-Saved');
  const id = sessionOf(path);
  if (id === undefined) return;
  if (saved !== null) noteSaved(id, saved === 'true');
  else if (response.ok && path.endsWith('/save')) noteSaved(id, true);
});

/** Whether a session has changes that are not on the server's disk. */
export const useUnsaved = (id: string): boolean =>
  useSyncExternalStore(listeners.subscribe, () => unsaved.has(id));
