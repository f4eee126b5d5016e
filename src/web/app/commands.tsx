import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { EarlyKeys } from '../components/early-keys.tsx';
import { lazyPart } from '../components/lazy-part.ts';
import { go, link } from '../components/route.ts';
import { undoLast } from '../components/toasts.tsx';
import { openWindow, windowStore } from './windows.ts';

const OpenWindow = lazyPart(() => import('./palette.tsx').then((part) => ({ default: part.OpenWindow })));

const letters: Record<string, string> = {
  o: 'overview',
  v: 'variables',
  d: 'designs',
  s: 'suggest',
  q: 'queue',
  e: 'experiments',
  m: 'model',
  a: 'analysis',
  p: 'progress',
  c: 'costs',
  h: 'history',
  t: 'settings',
};

const typing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Whether Ctrl Z in a field is for the session: nothing was typed into the field that could be taken back there; a list takes nothing back. */
const isUntouched = (target: EventTarget | null, touched: EventTarget | null): boolean =>
  (target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target !== touched)) &&
  target.closest('[role=dialog]') === null;

/** Keys that hold on every page: Ctrl K, Ctrl Z, ?, and g followed by the letter of a view. */
function useKeys(session: string | undefined): void {
  useEffect(() => {
    let afterG = 0;
    let touched: EventTarget | null = null;
    const onInput = (event: Event): void => {
      touched = event.target;
    };
    const onKey = (event: KeyboardEvent): void => {
      const control = event.ctrlKey || event.metaKey;
      const isUndo = control && !event.shiftKey && event.key.toLowerCase() === 'z';
      const isForField = typing(event.target) && !(isUndo && isUntouched(event.target, touched));
      if (control && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openWindow('palette');
      } else if (isForField || event.defaultPrevented || windowStore.get() !== 'nothing') return;
      else if (isUndo) {
        event.preventDefault();
        void undoLast();
      } else if (control || event.altKey) return;
      else if (event.key === '?') openWindow('keys');
      else if (event.key === 'g') afterG = Date.now();
      else if (Date.now() - afterG < 1200) {
        const view = letters[event.key];
        afterG = 0;
        if (view !== undefined && session !== undefined) go(link(session, view));
      }
    };
    addEventListener('keydown', onKey);
    addEventListener('input', onInput);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('input', onInput);
    };
  }, [session]);
}

/** Command palette, list of requests, list of keys, and the keys themselves. */
export function Commands({ session }: { session: string | undefined }) {
  const kind = useSyncExternalStore(windowStore.subscribe, windowStore.get);
  useKeys(session);
  if (kind === 'nothing') return null;
  return (
    <Suspense fallback={<EarlyKeys />}>
      <OpenWindow kind={kind} session={session} />
    </Suspense>
  );
}
