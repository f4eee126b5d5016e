import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConflictError, fieldError, transientConflict } from '../errors.ts';
import { yieldToEventLoop } from '../event-loop.ts';
import type { Author, RequestOptions } from '../request-options.ts';
import type { IdempotentRequest } from '../session/replies.ts';
import { show } from '../session/words.ts';
import { clientGone } from './plugins/connections/client-gone.ts';

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
};

const bodyHashes = new WeakMap<FastifyRequest, string>();

const bytesPerSlice = 1 << 20;

/** Stores a hash of the body, for a request that may be repeated. */
export async function hashBody(
  request: FastifyRequest,
  ...parts: readonly (string | Uint8Array)[]
): Promise<void> {
  if (request.headers['idempotency-key'] === undefined) return;
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    // The length keeps parts apart.
    hash.update(`${bytes.length} `);
    for (let from = 0; from < bytes.length; from += bytesPerSlice) {
      hash.update(bytes.subarray(from, from + bytesPerSlice));
      if (bytes.length > bytesPerSlice) await yieldToEventLoop();
    }
  }
  bodyHashes.set(request, hash.digest('hex'));
}

/** @throws ValidationError the key is malformed */
function onceOf(request: FastifyRequest, status: number): IdempotentRequest | undefined {
  const key = header(request, 'idempotency-key');
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw fieldError(
      ['header', 'Idempotency-Key'],
      `expected 1 to 255 printable ASCII characters without blanks, got ${show(key)}`,
      'key',
    );
  }
  return {
    key,
    person: request.caller?.person.id,
    route: `${request.method} ${request.url}`,
    status,
    // Forms are read by the handler, so what they hold is known late.
    get bodyHash() {
      return bodyHashes.get(request) ?? '';
    },
  };
}

/** Entity tags of `If-Match`; undefined when there is no condition, or any version will do. Weak tags never match. */
function versionsOf(request: FastifyRequest): string[] | undefined {
  const value = header(request, 'if-match')?.trim();
  if (value === undefined || value === '*' || request.method === 'GET') return undefined;
  return value.split(',').map((tag) => /^"([^"]*)"$/.exec(tag.trim())?.[1] ?? tag.trim());
}

/** Options from the headers of a request. */
class HeaderOptions implements RequestOptions {
  readonly once: IdempotentRequest | undefined;
  readonly ifMatch: readonly string[] | undefined;
  readonly author: Author | undefined;
  readonly lock: RequestOptions['lock'];
  readonly #reply: FastifyReply;
  #signal: AbortSignal | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, once: IdempotentRequest | undefined) {
    this.once = once;
    this.ifMatch = versionsOf(request);
    this.author = request.caller?.person;
    const { permission, ignoresLock } = request.routeOptions.config;
    const changes = permission === 'session:write' || permission === 'session:own';
    if (changes && ignoresLock !== true) this.lock = { token: header(request, 'x-lock-token') };
    this.#reply = reply;
  }

  get signal(): AbortSignal {
    this.#signal ??= clientGone(this.#reply);
    return this.#signal;
  }
}

/** @param recordingStatus of a good answer, where the route records something */
export function requestOptions(
  request: FastifyRequest,
  reply: FastifyReply,
  recordingStatus: number | undefined,
): HeaderOptions {
  const once = recordingStatus === undefined ? undefined : onceOf(request, recordingStatus);
  return new HeaderOptions(request, reply, once);
}

/** Longest wait in seconds; a longer one is shortened. */
const longestWait = 3600;

/**
 * Seconds that the client waits before it would rather have a job (RFC 7240): `respond-async` alone does not wait, `wait=20` beside it
 * does. Undefined: it waits for the answer. An unreadable preference is ignored.
 */
export function asyncAfter(request: FastifyRequest): number | undefined {
  const preferences = (header(request, 'prefer') ?? '')
    .toLowerCase()
    .split(/[,;]/)
    .map((one) => one.trim());
  if (!preferences.includes('respond-async')) return undefined;
  const [, seconds = '0'] =
    /^wait\s*=\s*"?(\d+)"?$/.exec(preferences.find((one) => one.startsWith('wait')) ?? '') ?? [];
  return Math.min(Number(seconds), longestWait);
}

/**
 * Carries out a request unless the same key is being worked on.
 *
 * @param inProgress keys of requests that are being carried out
 */
export async function onlyOnce<Answer>(
  inProgress: Set<string>,
  request: FastifyRequest,
  once: IdempotentRequest,
  handle: () => Answer | Promise<Answer>,
): Promise<Answer> {
  const { session_id = '' } = request.params as { session_id?: string };
  const key = `${request.caller?.person.id ?? ''} ${session_id} ${once.key}`;
  if (inProgress.has(key)) {
    const reason = 'the earlier request with this key is not answered yet; send this one again later';
    throw transientConflict(new ConflictError(`Idempotency-Key '${once.key}': ${reason}`));
  }
  inProgress.add(key);
  try {
    return await handle();
  } finally {
    inProgress.delete(key);
  }
}
