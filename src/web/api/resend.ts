import { backOff, resending, retryAfterOf } from '../../client/back-off.ts';
import { newKey } from '../../client/new-key.ts';
import type { Call } from './call.ts';
import { createListeners } from './listeners.ts';
import { readStored, writeStored } from './storage.ts';

/** Reads with a body, copies made behind the page, and the lock, whose token is in one answer, are sent once. */
const isOther = /\/(predict|info|analyse|evaluate|backup|lock)$/;

/** Whether a call changes a session, or what is known about it. */
export const isChange = ({ method, path }: Call): boolean =>
  method !== 'GET' && path.startsWith('api/v1/sessions') && !isOther.test(path);

const { subscribe, notify } = createListeners();

let nWaiting = 0;

/** How many requests of the reader got no answer and are sent again. */
export const resends = { subscribe, get: (): number => nWaiting };

/** Calls back when a change that the reader sent again had been carried out already. */
export const replays = createListeners();

function count(change: 1 | -1): void {
  nWaiting += change;
  notify();
}

/** Attempts at a request; with the waits between them about 25 s, in which a server restarts or a network is found again. */
const attempts = 8;

/**
 * Milliseconds for which a change without an answer keeps its key. Later the same change is another one, such as a second run at the
 * same settings.
 */
const keptFor = 600_000;

const place = 'athanor.unanswered';

/** Keys of changes of which nobody knows whether they were carried out, and when they were sent last. */
type Unanswered = Readonly<Record<string, { readonly key: string; readonly at: number }>>;

/** None where the stored text is damaged; one from a later time is of a clock that was set back. */
function unanswered(): Unanswered {
  try {
    const all = Object.entries(JSON.parse(readStored(place) ?? '{}') as Unanswered);
    return Object.fromEntries(all.filter(([, { at }]) => Math.abs(Date.now() - at) < keptFor));
  } catch {
    return {};
  }
}

/** Keeps the key of a change, or forgets it. */
function note(name: string, key: string | undefined): void {
  const { [name]: before, ...others } = unanswered();
  if (key === undefined && before === undefined) return;
  const all: Unanswered = key === undefined ? others : { ...others, [name]: { key, at: Date.now() } };
  writeStored(place, Object.keys(all).length === 0 ? null : JSON.stringify(all));
}

/** 53 bits that follow from a text (cyrb53 by bryc): it is long where a table is recorded, and the server compares the whole. */
function hash(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}

/** What tells a change from others. */
function nameOf({ method, path, query, body, form }: Call): string {
  const parts = Object.values(form ?? {}).map((part) =>
    part instanceof File ? [part.name, part.size, part.lastModified] : part,
  );
  return hash(JSON.stringify([method, path, query, body, parts]));
}

/** A proxy whose server restarts, or the earlier request under the same key, which is not answered yet. */
const isNoAnswer = ({ status, headers }: Response): boolean =>
  status === 502 || status === 504 || (status === 409 && headers.has('retry-after'));

/** What was to be removed is gone where an earlier request, whose answer was lost, removed it: the session keeps no answers any more. */
const isGone = ({ method }: Call, { status }: Response): boolean => method === 'DELETE' && status === 404;

/** @throws the reason of the signal, once it is given up */
export function pause(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** Sends until an answer comes, with waits between, as long as it may. @throws what `send` throws last */
async function untilAnswered(
  send: (isFirst: boolean) => Promise<Response>,
  { signal, mayRepeat }: { signal?: AbortSignal | null | undefined; mayRepeat: () => boolean },
): Promise<Response> {
  let waits = 0;
  const isLast = (): boolean => waits === attempts - 1 || !mayRepeat();
  try {
    for (;;) {
      const answer = await send(waits === 0).catch((error: unknown) => {
        if (signal?.aborted || isLast()) throw error;
        return undefined;
      });
      if (answer !== undefined && (!isNoAnswer(answer) || isLast())) return answer;
      if (waits++ === 0) count(1);
      await pause(retryAfterOf(answer) || backOff(resending, waits - 1), signal);
    }
  } finally {
    if (waits > 0) count(-1);
  }
}

/** Sends a read, and again while no answer comes. @throws what `send` throws last */
export const readAgain = (send: () => Promise<Response>): Promise<Response> =>
  untilAnswered(send, { mayRepeat: () => true });

interface Sent {
  readonly call: Call;
  readonly signal?: AbortSignal | null | undefined;
  /** Whether the request has become a job, which is waited for elsewhere. */
  readonly isJob: () => boolean;
}

/**
 * Sends a change under an idempotency key, and again under the same key while no answer comes, so that it is carried out once. The key
 * outlives a failure: where the reader sends the same change again, also after the page was loaded again, it is still carried out once.
 *
 * @throws what `send` throws last
 */
export async function sendOnce(
  { call, signal, isJob }: Sent,
  send: (key: string) => Promise<Response>,
): Promise<Response> {
  const name = nameOf(call);
  const before = unanswered()[name]?.key;
  const key = before ?? newKey();
  const sendAs = async (isFirst: boolean): Promise<Response> => {
    const answer = await send(key).catch((error: unknown) => {
      if (!signal?.aborted) note(name, key);
      throw error;
    });
    const wasSent = before !== undefined || !isFirst;
    const own = wasSent && isGone(call, answer) ? new Response(null, { status: 204 }) : answer;
    note(name, isNoAnswer(own) ? key : undefined);
    if (before !== undefined && own.headers.get('idempotency-replayed') === 'true') replays.notify();
    return own;
  };
  return untilAnswered(sendAs, { signal, mayRepeat: () => !isJob() });
}
