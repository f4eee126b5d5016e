import type { paths } from '../../client/schema.d.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Operation<Route extends keyof paths, M extends Method> = paths[Route][Lowercase<M> & keyof paths[Route]];
type RoutesWith<M extends Method> = {
  [Route in keyof paths]: Operation<Route, M> extends { responses: unknown } ? Route : never;
}[keyof paths];

type QueryOf<O> = O extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;
type BodyOf<O> = O extends { requestBody?: { content: { 'application/json': infer Body } } } ? Body : never;
type Content<R> = R extends { content: { 'application/json': infer Answer } } ? Answer : unknown;
type AnswerOf<O> = O extends { responses: { 200: infer R } }
  ? Content<R>
  : O extends { responses: { 201: infer R } }
    ? Content<R>
    : unknown;

/** One request to the API as data: it can be sent, logged, and shown as a snippet. */
export interface Call<Answer = unknown> {
  readonly method: Method;
  /** Below the root of the server, without a leading slash, parts already encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  /** Sent as multipart form data; text parts and one file. */
  readonly form?: Readonly<Record<string, string | File>>;
  /** Seconds after which it becomes a job of the server, which continues when the page is left; 20 by default. */
  readonly waitSeconds?: number;
  /** Only for the compiler: what the route answers. */
  readonly answer?: Answer;
}

interface Parts<O> {
  query?: QueryOf<O>;
  body?: BodyOf<O>;
  form?: Readonly<Record<string, string | File>>;
}

/** Names in braces of a route. */
type NamesIn<Route> = Route extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/**
 * A request to one of the routes that the API document lists; route, names in it, query, body and answer are
 * checked against that document when the page is built.
 */
export function callTo<M extends Method, Route extends RoutesWith<M>>(
  method: M,
  route: Route,
  names: Readonly<Record<NamesIn<Route>, string>>,
  parts: Parts<Operation<Route, M>> = {},
): Call<AnswerOf<Operation<Route, M>>> {
  const path = route
    .slice(1)
    .replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent((names as Record<string, string>)[name] ?? ''),
    );
  return { method, path, ...(parts as object) };
}

type Inside<Route> = Route extends `/api/v1/sessions/{session_id}/${infer Rest}` ? Rest : never;

/** The same for the routes of a session; `rest` is what follows its id. */
export function sessionCall<M extends Method, Rest extends Inside<RoutesWith<M>>>(
  method: M,
  id: string,
  rest: Rest,
  parts?: Parts<Operation<`/api/v1/sessions/{session_id}/${Rest}` & keyof paths, M>>,
  names: Readonly<Record<NamesIn<Rest>, string>> = {} as Record<NamesIn<Rest>, string>,
): Call<AnswerOf<Operation<`/api/v1/sessions/{session_id}/${Rest}` & keyof paths, M>>> {
  const route = `/api/v1/sessions/{session_id}/${rest}`;
  return callTo(
    method,
    route as never,
    { session_id: id, ...names } as never,
    (parts ?? {}) as never,
  ) as Call<never>;
}
