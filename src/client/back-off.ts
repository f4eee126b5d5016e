/** Milliseconds: the first wait, and the longest one. */
interface Waits {
  readonly first: number;
  readonly longest: number;
}

/** Before a lost connection is opened again. */
export const reconnecting: Waits = { first: 500, longest: 30_000 };

/** Before a request is sent again. */
export const resending: Waits = { first: 200, longest: 10_000 };

/**
 * Milliseconds before attempt `n` (from 0): each wait is twice the one before it, ± 20 % so that clients do not return together.
 *
 * @param chance from 0 to 1
 */
export const backOff = ({ first, longest }: Waits, n: number, chance = Math.random()): number =>
  Math.min(longest, first * 2 ** n) * (0.8 + 0.4 * chance);

/** Whether the same request may succeed later: it came too early, there were too many requests, or a proxy does not reach the server. */
export const isRetryable = (status: number): boolean => [425, 429, 502, 503, 504].includes(status);

/** Milliseconds that an answer asks to wait (`Retry-After`); 0 where it does not say. */
export function retryAfterOf(answer: Response | undefined): number {
  const seconds = Number(answer?.headers.get('retry-after'));
  return seconds > 0 ? seconds * 1000 : 0;
}
