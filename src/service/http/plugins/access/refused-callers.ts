import { RateLimitError } from '../../../errors.ts';
import type { RecordStore, Tally } from '../../../store/store.ts';
import type { App } from '../type-provider.ts';

/** Requests of one address that may be answered with 401 in a window. */
const maxRefused = 100;
const windowMs = 60_000;

/** Addresses that are remembered at once. */
const remembered = 50_000;

/** How often an address was refused in its window; `add` 0 only looks. */
type Count = (address: string, add: 0 | 1) => Promise<Tally>;

function ownCounter(): Count {
  /** `ends` by a clock that nobody sets. */
  const counters = new Map<string, { readonly count: number; readonly ends: number }>();
  return async (address, add) => {
    const now = performance.now();
    const found = counters.get(address);
    const before = found !== undefined && found.ends > now ? found : { count: 0, ends: now + windowMs };
    const counter = { ...before, count: before.count + add };
    const tally = { count: counter.count, leftMs: counter.ends - now };
    if (add === 0) return tally;
    counters.delete(address);
    counters.set(address, counter);
    if (counters.size > remembered) counters.delete(counters.keys().next().value as string);
    return tally;
  };
}

/**
 * Refuses an address (429) that sent 100 requests in a minute without a valid key, token or cookie, before another one of its keys is examined.
 * Before `authenticate`.
 *
 * @param records counters that servers share; undefined: this server counts for itself
 */
export function limitRefusedCallers(app: App, records: RecordStore | undefined): void {
  const count: Count = records
    ? (address, add) => records.count('refused', address, windowMs, add)
    : ownCounter();
  app.addHook('onRequest', async ({ ip, routeOptions: { config } }) => {
    if (config.permission === undefined || config.permission === 'public') return;
    const { count: refused, leftMs } = await count(ip, 0);
    if (refused < maxRefused) return;
    const seconds = Math.max(1, Math.ceil(leftMs / 1000));
    throw new RateLimitError(
      `more than ${maxRefused} requests a minute from this address without a valid key (RATE_LIMITS); send this one again in ${seconds} s`,
      seconds,
    );
  });
  app.addHook('onResponse', async ({ ip }, { statusCode }) => {
    if (statusCode === 401) await count(ip, 1);
  });
}
