import { focusContent, focusSuccessor } from './focus-kept.ts';

/** Elements that may take the focus when a window closes, the best one first. */
export type Opener = readonly HTMLElement[];

/** What opened each window that is there. */
const openers = new WeakMap<Element, Opener>();

export function noteOpener(content: Element, opener: Opener): void {
  openers.set(content, opener);
}

/**
 * Where the focus is when a window opens. An entry of a menu goes with the menu, whose button stays; a window may be opened from
 * another one that closes.
 */
export function focusNow(): Opener {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement)) return [];
  const around = active.closest('[role=menu], [role=dialog]');
  const button = document.getElementById(around?.getAttribute('aria-labelledby') ?? '');
  const before = around === null ? [] : (openers.get(around) ?? []);
  return around?.getAttribute('role') === 'menu' && button ? [button] : [active, ...before];
}

/** Gives the focus back to the first of the elements that can take it, or to what took the place of one. */
export function giveFocusBack(opener: Opener): void {
  for (const element of opener) {
    if (element === document.body) continue;
    const place = element.isConnected ? element : focusSuccessor(element);
    place?.focus();
    if (place && document.activeElement === place) return;
  }
  focusContent();
}
