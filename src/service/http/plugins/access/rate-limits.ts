import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { RateLimitError } from '../../../errors.ts';
import type { RecordStore } from '../../../store/store.ts';
import type { App } from '../type-provider.ts';

const minute = 60_000;
const hour = 60 * minute;

/** One limit: how many requests of a kind in a window, and what they are counted by. */
interface Rule {
  readonly name: string;
  readonly max: number;
  readonly windowMs: number;
  readonly applies: (request: FastifyRequest) => boolean;
  readonly countedBy: (request: FastifyRequest) => string;
}

const sessionOf = (request: FastifyRequest): string =>
  (request.params as { session_id?: string }).session_id ?? '';

/** The caller where the server asks, else the address of the client. */
const clientOf = ({ caller, ip }: FastifyRequest): string => (caller === null ? ip : caller.person.id);

const isTraining = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url?.endsWith('/sessions/:session_id/model/train') === true;

/** Limits that the specification names as planned. */
const seed: readonly Rule[] = [
  {
    name: '100 requests a minute',
    max: 100,
    windowMs: minute,
    applies: () => true,
    countedBy: clientOf,
  },
  {
    name: '1000 reading requests an hour',
    max: 1000,
    windowMs: hour,
    applies: ({ method }) => method === 'GET',
    countedBy: clientOf,
  },
  {
    name: '10 trainings of a session an hour',
    max: 10,
    windowMs: hour,
    applies: isTraining,
    countedBy: sessionOf,
  },
];

/** The page, its files and requests of monitors are not counted. */
const isCounted = ({ routeOptions: { url = '', config } }: FastifyRequest): boolean =>
  config.permission !== undefined && url.startsWith('/api/v1') && !url.endsWith('/openapi.json');

/** Clients that are remembered at once, for each limit. */
const remembered = 50_000;

type Incremented = (error: Error | null, result?: { current: number; ttl: number }) => void;

/** Counters of the store, so that servers on one database count together. */
function storedCounters({ count }: RecordStore) {
  return class StoredCounters {
    incr(key: string, done: Incremented, windowMs = minute): void {
      count('rate', key, windowMs).then(
        ({ count: current, leftMs }) => done(null, { current, ttl: Math.max(0, leftMs) }),
        (error: Error) => done(error),
      );
    }

    child(): this {
      return this;
    }
  };
}

/**
 * Refuses requests past the limits (429), before anything of them is read. After `authenticate`, so that people are known.
 *
 * @param records counters that servers share; undefined: this server counts for itself
 */
export async function rateLimits(app: App, records: RecordStore | undefined): Promise<void> {
  const store = records && (storedCounters(records) as unknown as FastifyRateLimitStoreCtor);
  await app.register(rateLimit, { global: false, cache: remembered, ...(store ? { store } : {}) });
  const limits = seed.map((rule) => ({
    rule,
    check: app.createRateLimit({
      max: rule.max,
      timeWindow: rule.windowMs,
      keyGenerator: (request: FastifyRequest) => `${rule.name} ${rule.countedBy(request)}`,
    }),
  }));
  app.addHook('onRequest', async (request) => {
    if (!isCounted(request)) return;
    for (const { rule, check } of limits) {
      if (!rule.applies(request)) continue;
      const found = await check(request);
      if (found.isAllowed || !found.isExceeded) continue;
      throw new RateLimitError(
        `more than ${rule.name} (RATE_LIMITS); send this one again in ${found.ttlInSeconds} s`,
        found.ttlInSeconds,
      );
    }
  });
}
