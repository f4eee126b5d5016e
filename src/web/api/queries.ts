import { QueryClient, type QueryKey, skipToken, useQuery } from '@tanstack/react-query';
import type { Call } from './call.ts';
import { send } from './http.ts';

/**
 * Answers of the server that pages show. One stays valid until a change made here or an event of the socket marks it
 * as out of date; a failed request is not repeated by itself, since its error is on screen with the way on.
 */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
      structuralSharing: false,
    },
  },
});

/** Key of one answer of a session; without `parts` the prefix of all of them. */
export const keyOf = (id: string, ...parts: readonly unknown[]): QueryKey => ['session', id, ...parts];

export const sessionsKey: QueryKey = ['sessions'];

/** What is known of one answer. `data` stays while a newer one is on its way. */
export interface Resource<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
}

/**
 * Reads an answer, loading it when it is out of date; the key `null` reads nothing. A page that is left gives up its
 * request, which stops the work on the server.
 */
export const useResource = <T>(key: QueryKey | null, load: (signal: AbortSignal) => Promise<T>) =>
  useQuery({
    queryKey: key ?? ['nothing'],
    queryFn: key === null ? skipToken : ({ signal }) => load(signal),
  });

/** Reads the answer of one request. */
export const useAnswer = <T>(key: QueryKey | null, call: Call<T>) =>
  useResource(key, (signal) => send(call, signal));

/** Marks every answer under the key as out of date; those on screen load again. */
export function invalidate(key: QueryKey): void {
  void queries.invalidateQueries({ queryKey: key });
}

/** Shows a value before the server has confirmed it. Returns a function that puts the old one back. */
export function setOptimistic<T>(key: QueryKey, change: (now: T) => T): () => void {
  const before = queries.getQueryData<T>(key);
  if (before === undefined) return () => {};
  // Silently: what was loading would otherwise put the old value back over the new one.
  void queries.cancelQueries({ queryKey: key, exact: true }, { silent: true });
  queries.setQueryData<T>(key, change(before));
  return () => void queries.setQueryData<T>(key, before);
}
