import { useMemo, useSyncExternalStore } from 'react';

/** Where the reader is. It all lives behind `#`, so the page works behind any path prefix. */
export interface Route {
  readonly session: string | undefined;
  readonly view: string;
  readonly query: Readonly<Record<string, string>>;
}

/** A decoded part of an address; unchanged if its escapes are invalid. */
function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** `#/s/<id>/<view>?a=b` or `#/<view>`. */
export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const parts = path
    .split('/')
    .filter((text) => text !== '')
    .map(readable);
  const query = Object.fromEntries(new URLSearchParams(search));
  if (parts[0] === 's' && parts[1] !== undefined)
    return { session: parts[1], view: parts[2] ?? 'overview', query };
  return { session: undefined, view: parts[0] ?? 'sessions', query };
}

/** The address of a route; empty query values are left out. */
export function formatRoute(route: Route): string {
  const search = new URLSearchParams(
    Object.entries(route.query).filter(([, value]) => value !== ''),
  ).toString();
  const path =
    route.session === undefined ? route.view : `s/${encodeURIComponent(route.session)}/${route.view}`;
  return `#/${path}${search === '' ? '' : `?${search}`}`;
}

const listeners = new Set<() => void>();
const notifyListeners = (): void => {
  for (const listener of listeners) listener();
};

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('hashchange', notifyListeners);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('hashchange', notifyListeners);
  };
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => parseRoute(hash), [hash]);
}

export const link = (session: string, view: string, query: Record<string, string> = {}): string =>
  formatRoute({ session, view, query });

/** Goes to an address; `replace` leaves no step behind for the back button. */
export function go(address: string, replace = false): void {
  if (replace) {
    history.replaceState(null, '', address);
    notifyListeners();
  } else location.hash = address;
}

/** One value of the query part, kept in the address so that a link shows what the sender saw. */
export function useQuery(name: string, fallback: string): [string, (value: string) => void] {
  const route = useRoute();
  const value = route.query[name] ?? fallback;
  const change = (next: string): void => {
    const now = parseRoute(location.hash);
    go(formatRoute({ ...now, query: { ...now.query, [name]: next === fallback ? '' : next } }), true);
  };
  return [value, change];
}
