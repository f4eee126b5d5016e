import { backOff, isRetryable, resending, retryAfterOf } from './back-off.ts';
import { answerOf, failureOf } from './client.ts';
import { newKey } from './new-key.ts';

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Whether the same request may be carried out later: too many, busy, a proxy whose server restarts or is slow, or a conflict of
 * which the server says when it is over.
 */
const mayPass = ({ status, headers }: Response): boolean =>
  isRetryable(status) || (status === 409 && headers.has('retry-after'));

/** Carried out, and not on the server's disk: a crash would lose it. Sent again, it is saved. */
const isUnsaved = ({ ok, headers }: Response): boolean => ok && headers.get('x-service-saved') === 'false';

/** With the waits between them about 40 s, in which a server restarts. */
const attempts = 10;

/** Milliseconds to wait: what the server asked for, else longer each time. */
const delay = (attempt: number, response: Response | undefined): number =>
  retryAfterOf(response) || backOff(resending, attempt - 1);

/** After the last attempt; the reason of the system is in the cause of Node's error. */
function unreachable(error: unknown): Error {
  const { message, cause } = error as {
    readonly message: string;
    readonly cause?: { readonly code?: string };
  };
  const reason = cause?.code === undefined ? message : `${message}: ${cause.code}`;
  return new Error(`no answer of the server in ${attempts} attempts (${reason})`, { cause: error });
}

/**
 * Sends a request under an idempotency key of its own, and again under the same key when the connection breaks or the server
 * cannot take it now, or could not save it. A refused request (4xx) is not sent again, unless its key is still in progress.
 *
 * @throws Error with the server's words, that the change is not saved, or the last failure of the connection
 */
export async function retrying<T>(
  send: (headers: { readonly 'Idempotency-Key': string }) => Promise<Answer<T>>,
): Promise<T> {
  const headers = { 'Idempotency-Key': newKey() };
  for (let attempt = 1; ; attempt++) {
    let response: Response | undefined;
    try {
      const answer = await send(headers);
      response = answer.response;
      if (!isUnsaved(response) && (!mayPass(response) || attempt === attempts)) return answerOf(answer);
      if (attempt === attempts)
        throw failureOf(
          response,
          'the server made the change and could not save it; it would not survive a crash',
        );
    } catch (error) {
      if (response !== undefined) throw error;
      if (attempt === attempts) throw unreachable(error);
    }
    await new Promise((resolve) => setTimeout(resolve, delay(attempt, response)));
  }
}
