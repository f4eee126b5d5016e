import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.d.ts';
import { type Send, type WaitOptions, waitingForJobs } from './waiting.ts';

/** Every route of the API with the types of its parameters, bodies and answers. */
export type AthanorClient = Client<paths>;

/** Bodies of the API by name, such as `Schemas['SessionDetail']`. */
export type Schemas = components['schemas'];

/** Options of a client. */
export interface ClientOptions extends WaitOptions {
  /** An API key, for a server with authentication; without one, a browser sends the cookie of its login. */
  readonly key?: string | undefined;
}

/**
 * A typed client of the HTTP API: `await client.POST('/api/v1/sessions', { body: { metadata: { name: 'A' } } })`.
 *
 * The client waits for requests that take longer than 20 s as jobs of the server; see `WaitOptions`. A server with authentication needs a key:
 *
 * ```ts
 * const client = createAthanorClient('https://athanor.lab.example', fetch, { key: process.env.ATHANOR_KEY });
 * ```
 *
 * @param baseUrl root of the server, such as `http://127.0.0.1:8000`
 */
export function createAthanorClient(
  baseUrl: string,
  fetch: typeof globalThis.fetch = globalThis.fetch,
  { key, ...options }: ClientOptions = {},
): AthanorClient {
  const send: Send = (request) => fetch(request);
  const client = createClient<paths>({
    baseUrl,
    // A server that serves an older interface (COMPAT) answers in its own to who names itself.
    headers: {
      authorization: key === undefined ? undefined : `Bearer ${key}`,
      'x-athanor-client': 'typescript',
    },
    fetch: waitingForJobs(send, options),
  });
  senders.set(client, send);
  return client;
}

/** What each client sends single requests by. */
const senders = new WeakMap<AthanorClient, Send>();

/** For calls that wait by options of their own. */
export const senderOf = (client: AthanorClient): Send => senders.get(client) ?? globalThis.fetch;

/** The value of an answer. Throws an error with the message of the server if there is none. */
export function answerOf<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  if (answer.response.ok) return answer.data as T;
  const { detail } = (answer.error ?? {}) as { detail?: unknown };
  const refused = Array.isArray(detail) ? detail.map(wordsOf).join('; ') : detail;
  const said = typeof refused === 'string' ? refused : JSON.stringify(refused ?? answer.error ?? '');
  throw failureOf(answer.response, said);
}

/** A refused field in words: `body.inputs.x: must be a number or a string, got null`. */
const wordsOf = ({ loc, msg }: { readonly loc: readonly (string | number)[]; readonly msg: string }) =>
  `${loc.join('.')}: ${msg}`;

/** What a job ends with has no address of its own. */
export const failureOf = ({ status, url }: Response, said: string): Error =>
  new Error(`${status}${url === '' ? '' : ` ${url}`}: ${said}`);

/** A form with one file and text fields, with the type that the API document gives a form. */
export function formWith<Fields extends Readonly<Record<string, string>>>(
  name: string,
  content: string,
  fields: Fields,
): Fields & { file: string } {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set('file', new Blob([content]), name);
  return form as unknown as Fields & { file: string };
}
