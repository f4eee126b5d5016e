import { backOff, resending } from './back-off.ts';
import { answerOf } from './client.ts';

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** Statuses after which the same request may be carried out: under way, too many, busy. */
const mayPass = new Set([409, 425, 429, 503]);

const attempts = 6;

/** Milliseconds to wait: what the server asked for, else longer each time. */
function delay(attempt: number, response: Response | undefined): number {
  const asked = Number(response?.headers.get('retry-after'));
  return asked > 0 ? asked * 1000 : backOff(resending, attempt - 1);
}

/**
 * Sends a request under an idempotency key of its own, and again under the same key when the connection breaks or the server
 * cannot take it now. A refusal (4xx) is not sent again, but for a key that is still under way.
 *
 * @throws Error with the server's words, or the last failure of the connection
 */
export async function retrying<T>(
  send: (headers: { readonly 'Idempotency-Key': string }) => Promise<Answer<T>>,
): Promise<T> {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  for (let attempt = 1; ; attempt++) {
    let response: Response | undefined;
    try {
      const answer = await send(headers);
      response = answer.response;
      if (!mayPass.has(response.status) || attempt === attempts) return answerOf(answer);
    } catch (error) {
      if (response !== undefined || attempt === attempts) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, delay(attempt, response)));
  }
}
