import { createListeners } from '../api/listeners.ts';

/** Windows that belong to the page as a whole. */
export type Window = 'nothing' | 'palette' | 'requests' | 'keys';

let open: Window = 'nothing';
const listeners = createListeners();

export function openWindow(next: Window): void {
  open = next;
  listeners.notify();
}

export const windowStore = { subscribe: listeners.subscribe, get: (): Window => open };
