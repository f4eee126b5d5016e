import { useRef, useState } from 'react';
import { attempt } from './toasts.tsx';

/** Work that a person waits for: whether it is under way, and a way to stop it. A failure is shown, and gives undefined. */
export function useWork() {
  const [busy, setBusy] = useState(false);
  const stop = useRef<AbortController | undefined>(undefined);
  const start = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> => {
    const control = new AbortController();
    stop.current = control;
    setBusy(true);
    const answer = await attempt(() => work(control.signal));
    setBusy(false);
    return answer;
  };
  return { busy, start, cancel: () => stop.current?.abort() };
}
