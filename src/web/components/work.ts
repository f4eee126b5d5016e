import { useState, useSyncExternalStore } from 'react';
import { createListeners } from '../api/listeners.ts';
import { attempt } from './toasts.tsx';

type Place = string | symbol;

const underWay = new Map<Place, AbortController>();
const { subscribe, notify } = createListeners();

/**
 * Work that a person waits for: whether it is under way, and a way to stop it. A failure is shown, and gives undefined.
 *
 * @param name of work that goes on when its page is left, and is found there again; its answer belongs into a draft
 */
export function useWork(name?: string) {
  const [own] = useState(() => Symbol('work'));
  const place: Place = name ?? own;
  const busy = useSyncExternalStore(subscribe, () => underWay.has(place));
  const start = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> => {
    const control = new AbortController();
    underWay.set(place, control);
    notify();
    const answer = await attempt(() => work(control.signal));
    underWay.delete(place);
    notify();
    return answer;
  };
  return { busy, start, cancel: () => underWay.get(place)?.abort() };
}
