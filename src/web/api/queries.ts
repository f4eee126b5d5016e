import {
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
  skipToken,
  useQuery,
} from '@tanstack/react-query';
import type { Call } from './call.ts';
import { ApiError, send } from './http.ts';

/** Milliseconds until an answer that could not be renewed is asked for again, and one that could not be read for the first time. */
const [renewAfter, readAfter] = [2_000, 5_000];

/** Whether the same request may succeed later: no answer came, or the server had no time. */
const mayPass = (error: unknown): boolean =>
  error instanceof ApiError && [0, 429, 502, 503, 504].includes(error.status);

const isUnreachable = (error: unknown): boolean => error instanceof ApiError && error.status === 0;

/**
 * The event that made an answer out of date does not come twice: an old answer that stays on screen is asked for until it is renewed,
 * and a first one until the server can be reached.
 */
function renewLater({ queryKey, state }: Query<unknown, unknown>): void {
  const isFirst = state.data === undefined;
  if (!mayPass(state.error) || (isFirst && !isUnreachable(state.error))) return;
  const isOld = (one: Query): boolean => one.state.status === 'error';
  setTimeout(
    () => void queries.refetchQueries({ queryKey, exact: true, type: 'active', predicate: isOld }),
    isFirst ? readAfter : renewAfter,
  );
}

/**
 * Answers of the server that pages show. One stays valid until a change made here or an event of the socket marks it
 * as out of date; a first request that was refused is not repeated automatically, because its error is on screen with a button to repeat it.
 */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: (_, query) => renewLater(query) }),
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

/** What is known about one answer. `data` stays while a newer one is on its way. */
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

/**
 * The same for short lists that are read often: what a newer answer says again stays the same object, so that rows drawn from
 * it are not drawn again. `select` takes a part of the answer; only a change of this part counts.
 */
export const useList = <T, Part = T>(
  key: QueryKey,
  load: (signal: AbortSignal) => Promise<T>,
  select?: (answer: T) => Part,
) =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => load(signal),
    structuralSharing: true,
    ...(select && { select }),
  });

/** Reads the answer of one request. */
export const useAnswer = <T>(key: QueryKey | null, call: Call<T>) =>
  useResource(key, (signal) => send(call, signal));

/** First requests under way whose answers may be from before a change. */
const outdated = new WeakSet<Query>();

/** A first request continues, so that a page that takes long comes at all; its answer is then asked for again. */
function renewAfterLoading(query: Query): void {
  if (outdated.has(query) || query.state.data !== undefined) return;
  outdated.add(query);
  const again = (): void => {
    outdated.delete(query);
    invalidate(query.queryKey);
  };
  query.promise?.then(again, () => outdated.delete(query));
}

/** Marks every answer under the key as out of date, those under way too; those on screen load again. */
export function invalidate(key: QueryKey): void {
  for (const query of queries.getQueryCache().findAll({ queryKey: key, fetchStatus: 'fetching' }))
    renewAfterLoading(query);
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
