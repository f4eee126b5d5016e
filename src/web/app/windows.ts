/** Windows that belong to the page as a whole. */
export type Window = 'nothing' | 'palette' | 'requests' | 'keys';

let open: Window = 'nothing';
const listeners = new Set<() => void>();

export function openWindow(next: Window): void {
  open = next;
  for (const listener of listeners) listener();
}

export const windowStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): Window => open,
};
