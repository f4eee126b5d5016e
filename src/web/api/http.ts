import { answerOfJob, waitingForJobs } from '../../client/waiting.ts';
import { inRegion } from '../text/numbers.ts';
import type { Call } from './call.ts';
import { createListeners } from './listeners.ts';
import { isChange, readAgain, sendOnce } from './resend.ts';
import { readStored, writeStored } from './storage.ts';

/** A field of the request the server refused: its path in the body and what is wrong. */
export interface FieldProblem {
  readonly loc: readonly string[];
  readonly msg: string;
}

/** An answer of 400 or above, or no answer at all (`status` 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly errorType: string | undefined;
  readonly fields: readonly FieldProblem[];
  constructor(status: number, message: string, errorType?: string, fields: readonly FieldProblem[] = []) {
    super(message);
    this.status = status;
    this.errorType = errorType;
    this.fields = fields;
  }
}

/** Where the server lives: beside the page, so that a path prefix in front of it changes nothing. */
export function serverRoot(): string {
  return new URL('./', document.baseURI.split('#')[0]).href;
}

/** Full address of a call. */
export function addressOf(call: Call, root = serverRoot()): string {
  const url = new URL(call.path, root);
  for (const [key, value] of Object.entries(call.query ?? {}))
    if (value !== undefined) url.searchParams.set(key, String(value));
  return url.href;
}

/** Reads the three error bodies of the API into one error. */
export function readError(status: number, body: unknown): ApiError {
  const record = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const type = typeof record['error_type'] === 'string' ? record['error_type'] : undefined;
  const detail = record['detail'];
  if (Array.isArray(detail)) {
    const fields = detail.map((entry: Record<string, unknown>) => ({
      loc: Array.isArray(entry['loc']) ? entry['loc'].map(String) : [],
      msg: inRegion(String(entry['msg'] ?? 'not accepted')),
    }));
    const text = fields.map(
      (field) => `${field.loc.filter((part) => part !== 'body').join('.')}: ${field.msg}`,
    );
    return new ApiError(status, text.join('; ') || `status ${status}`, type, fields);
  }
  return new ApiError(
    status,
    typeof detail === 'string' ? inRegion(detail) : `The server answered ${status}.`,
    type,
  );
}

const log: { call: Call; at: number; status: number; ms: number }[] = [];
const logListeners = createListeners();
let logSnapshot: readonly (typeof log)[number][] = [];

/** The last 40 requests of this page, newest first, for the request list. */
export const requestLog = { subscribe: logListeners.subscribe, get: () => logSnapshot };

function record(call: Call, status: number, started: number): void {
  log.unshift({ call, at: Date.now(), status, ms: performance.now() - started });
  log.length = Math.min(log.length, 40);
  logSnapshot = [...log];
  logListeners.notify();
}

/** The second one keeps us on our own interface where the server speaks that of an older product (COMPAT). */
const ours = { accept: 'application/json', 'x-athanor-client': 'web' };

const watchers = new Set<(path: string, response: Response) => void>();

/** Calls back with the headers of every answer. */
export function watchAnswers(watcher: (path: string, response: Response) => void): void {
  watchers.add(watcher);
}

/** A lock that this browser took: its token, and since when it is held, which tells it from later ones. */
interface OwnLock {
  readonly token: string;
  readonly since: string | null;
}

const lockKey = (session: string): string => `athanor.lock.${session}`;

function ownLock(session: string): OwnLock | undefined {
  const text = readStored(lockKey(session));
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as OwnLock;
  } catch {
    // Versions before kept the token alone.
    return { token: text, since: null };
  }
}

/** Keeps the token of a lock; null forgets it. */
export const keepLock = (session: string, lock: OwnLock | null): void =>
  writeStored(lockKey(session), lock && JSON.stringify(lock));

/** The token of the lock that a session has now, where this browser took that lock; null where somebody else did. */
export function tokenOf(session: string, since: string | null): string | null {
  const own = ownLock(session);
  return own && since !== null && own.since === since ? own.token : null;
}

/** A session that enforces its lock takes changes only with the token. */
function headersOf({ path }: Call): Record<string, string> {
  const session = /sessions\/([^/]+)/.exec(path)?.[1] ?? '';
  const own = ownLock(session);
  return own ? { ...ours, 'x-lock-token': own.token } : ours;
}

/** The job that a call becomes, or became before the page was loaded again. */
interface OfJob {
  readonly known?: string;
  readonly onJob?: (job_id: string) => void;
}

/** Work that takes longer becomes a job, which is waited for here; its progress comes over the socket. */
function waitingFetch({ waitSeconds }: Call, request: Request, { known, onJob }: OfJob): Promise<Response> {
  const one = (part: Request) => fetch(part);
  if (known !== undefined) return answerOfJob(known, request, one);
  const options = { ...(waitSeconds !== undefined && { waitSeconds }), ...(onJob && { onJob }) };
  return waitingForJobs(one, options)(request);
}

const unreachable = (): ApiError =>
  new ApiError(0, 'The server cannot be reached. Your input is kept. Try again in a moment.');

/** The answer to a call; that to a change is read to its end, as it may break off. */
async function answered(call: Call, init: RequestInit, job: OfJob): Promise<Response> {
  const request = (more: Record<string, string> = {}): Request =>
    new Request(addressOf(call), { ...init, headers: { ...(init.headers as object), ...more } });
  let isJob = job.known !== undefined;
  const noted: OfJob = {
    ...job,
    onJob: (id) => {
      isJob = true;
      job.onJob?.(id);
    },
  };
  if (!isChange(call) || isJob) return waitingFetch(call, request(), noted);
  return sendOnce({ call, signal: init.signal, isJob: () => isJob }, async (key) => {
    const answer = await waitingFetch(call, request({ 'idempotency-key': key }), noted);
    const { status, statusText, headers } = answer;
    return new Response((await answer.text()) || null, { status, statusText, headers });
  });
}

async function fetchCall(call: Call, signal?: AbortSignal, job: OfJob = {}): Promise<Response> {
  const headers = headersOf(call);
  // The browser would keep the next request for the same waiting until this one is in its store.
  const init: RequestInit = { method: call.method, headers, cache: 'no-store' };
  if (signal) init.signal = signal;
  if (call.form) {
    const form = new FormData();
    for (const [key, value] of Object.entries(call.form)) form.set(key, value);
    init.body = form;
  } else if (call.body !== undefined) {
    init.headers = { ...headers, 'content-type': 'application/json' };
    init.body = JSON.stringify(call.body);
  }
  const started = performance.now();
  try {
    const response = await answered(call, init, job);
    record(call, response.status, started);
    for (const watcher of watchers) watcher(call.path, response);
    return response;
  } catch (cause) {
    record(call, 0, started);
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw unreachable();
  }
}

/** The answer to a call. A read that no page can give up is part of an action of the reader, which needs no second press either. */
const answerTo = (call: Call, signal?: AbortSignal, job?: OfJob): Promise<Response> =>
  call.method === 'GET' && signal === undefined && job === undefined
    ? readAgain(() => fetchCall(call))
    : fetchCall(call, signal, job);

/**
 * Sends a call and reads its JSON answer; an empty answer gives undefined.
 * @throws {ApiError} on a status of 400 or above, or when no server answers
 */
export async function send<T>(call: Call<T>, signal?: AbortSignal, job?: OfJob): Promise<T> {
  const response = await answerTo(call, signal, job);
  const text = await response.text().catch((cause) => {
    throw signal?.aborted ? cause : unreachable();
  });
  let body: unknown;
  try {
    body = text === '' ? undefined : JSON.parse(text);
  } catch {
    throw new ApiError(response.status, `${call.path}: the answer is not JSON`);
  }
  if (!response.ok) throw readError(response.status, body);
  return body as T;
}

/** Revision of the session that an answer was read from, as its `ETag` has it. */
export function revisionOf(answer: Response): number | undefined {
  const digits = /^"(\d+)/.exec(answer.headers.get('etag') ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Revision of the session that a call reads now. */
export async function readRevision(call: Call): Promise<number | undefined> {
  const answer = await fetchCall(call);
  await answer.body?.cancel();
  return revisionOf(answer);
}

/** Sends a call whose answer is a file. */
export async function sendForFile(call: Call, signal?: AbortSignal): Promise<Blob> {
  const response = await answerTo(call, signal);
  if (!response.ok) throw readError(response.status, await response.json().catch(() => undefined));
  return response.blob();
}
