import type { FastifyRequest } from 'fastify';
import type { Sessions } from '../../sessions.ts';

export type Json = Readonly<Record<string, unknown>>;

/** One request and what its translation may look at. */
export interface Exchange {
  /** As the client of 0.4.0 sent it. */
  readonly body: unknown;
  readonly query: Json;
  readonly params: Readonly<Record<string, string>>;
  readonly sessions: Sessions;
}

/** How one route of 0.4.0 differs from ours. */
export interface Rule {
  /** What 0.4.0's body means in ours; fields that 0.4.0 did not know are dropped, as it ignored them. */
  readonly body?: (body: Json, exchange: Exchange) => unknown;
  readonly query?: (query: Json) => Json;
  /** Status of success, where it is another one. */
  readonly status?: number;
  /** The answer in 0.4.0's fields; gets null where ours has no body. */
  readonly answer?: (ours: Json, exchange: Exchange) => unknown;
}

export const exchangeOf = (request: FastifyRequest, body: unknown, sessions: Sessions): Exchange => ({
  body,
  query: request.query as Json,
  params: request.params as Readonly<Record<string, string>>,
  sessions,
});

/** The named fields, null where absent. */
export function pick(source: Json, ...names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, source[name] ?? null]));
}

/** The named fields that are there. */
export function only(source: Json, ...names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => source[name] !== undefined).map((name) => [name, source[name]]),
  );
}
