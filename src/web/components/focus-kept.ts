/**
 * The keyboard stays where it was when the control that has the focus is off while its work lasts, moves to another place of the page,
 * or goes. Browsers give the focus to the body then, and what is typed next is lost.
 *
 * The entries of a list carry `data-item`, their own name in it. Controls that every entry has carry `data-control`.
 */

/** Where an element was when it took the focus. */
interface Place {
  /** The name of its entry; undefined outside of lists. */
  readonly name: string | undefined;
  /** The names of all entries, in their order. */
  readonly order: readonly (string | undefined)[];
  /** The line of buttons that it belonged to, and its place there. */
  readonly row: Element | null;
  readonly at: number;
}

const places = new WeakMap<Element, Place>();

let last: HTMLElement | undefined;
/** Whether it was off since it had the focus. */
let wasOff = false;
/** A field with something typed that Enter has not sent yet. */
let unsent: EventTarget | null = null;

const entries = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-item]')];
const isText = (element: Element): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.type === 'text';

const isOff = (element: Element): boolean => element.matches(':disabled');

/** What can take the focus within an element. */
const controlsOf = (element: Element): HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')].filter(
    (one) => one.checkVisibility() && !isOff(one),
  );

/** The control of an entry that does what another entry's did: of fields of text, the first that nothing is typed in. */
function controlLike(element: HTMLElement, entry: HTMLElement, isSame: boolean): HTMLElement | undefined {
  const all = controlsOf(entry);
  const kind = element.dataset['control'];
  const alike = kind === undefined ? undefined : all.find((one) => one.dataset['control'] === kind);
  const empty = isText(element) ? all.find((one) => isText(one) && one.value === '') : undefined;
  return (isSame ? alike : (empty ?? alike)) ?? all[0];
}

/**
 * Where the focus belongs once an element is gone: in the same entry elsewhere, in the one that followed, in the one before; outside
 * of lists, in the same line of buttons. What somebody is typing for an entry must not go to another one.
 */
export function focusSuccessor(element: HTMLElement): HTMLElement | undefined {
  const place = places.get(element);
  if (place === undefined) return undefined;
  const { name, order, row } = place;
  const at = order.indexOf(name);
  const now = new Map(entries().map((entry) => [entry.dataset['item'], entry]));
  const others = element === unsent ? [] : [...order.slice(at + 1), ...order.slice(0, at).reverse()];
  for (const candidate of [name, ...others]) {
    const entry = now.get(candidate);
    const control = entry && controlLike(element, entry, candidate === name);
    if (control) return control;
  }
  const left = row?.isConnected ? controlsOf(row) : [];
  return left[Math.min(place.at, left.length - 1)];
}

/** Nothing on the page has the focus. */
const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

function restore(): void {
  if (last === undefined) return;
  if (last.isConnected && isOff(last)) wasOff = true;
  else if (isLost() && (wasOff || !last.isConnected)) {
    wasOff = false;
    const place = last.isConnected ? last : focusSuccessor(last);
    if (place) place.focus({ preventScroll: last.isConnected });
    // The last entry of a list is gone.
    else if (places.get(last)?.name !== undefined) focusContent();
  }
}

/** Keeps the focus from now on. @returns a way to end it */
export function keepFocus(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const took = ({ target }: FocusEvent): void => {
    // A menu goes with its button.
    if (!(target instanceof HTMLElement) || target.closest('[role=menu]')) return;
    last = target;
    wasOff = false;
    const name = target.closest<HTMLElement>('[data-item]')?.dataset['item'];
    const order = name === undefined ? [] : entries().map((entry) => entry.dataset['item']);
    const row = target.closest('.row');
    places.set(target, { name, order, row, at: row ? controlsOf(row).indexOf(target) : -1 });
  };
  // Who leaves a control on purpose leaves it while it is there and on.
  const left = ({ target }: FocusEvent): void =>
    queueMicrotask(() => {
      if (target === last && last?.isConnected && !isOff(last) && isLost()) last = undefined;
    });
  const pointed = ({ target }: PointerEvent): void => {
    if (target instanceof Node && !last?.contains(target)) last = undefined;
  };
  const typed = ({ target }: Event): void => {
    unsent = target;
  };
  const sent = ({ key }: KeyboardEvent): void => {
    if (key === 'Enter') unsent = null;
  };
  document.addEventListener('input', typed, { signal });
  document.addEventListener('keydown', sent, { signal, capture: true });
  document.addEventListener('focusin', took, { signal });
  document.addEventListener('focusout', left, { signal });
  document.addEventListener('pointerdown', pointed, { signal, capture: true });
  const observer = new MutationObserver(restore);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  signal.addEventListener('abort', () => observer.disconnect());
  return () => ending.abort();
}

/** Gives the focus to the content of a page that has taken the place of the one with the focus. */
export function focusContent(): void {
  if (isLost()) document.querySelector('main')?.focus({ preventScroll: true });
}
