import type { FastifyRequest } from 'fastify';
import { fieldError } from '../../../errors.ts';
import { type ReadFreshness, readFreshness } from '../../../read-freshness.ts';
import type { App } from '../type-provider.ts';

const terms = new WeakMap<FastifyRequest, ReadFreshness>();

/** @throws ValidationError the header is no revision */
function minRevision({ headers }: FastifyRequest): number | undefined {
  const value = headers['min-revision'];
  if (value === undefined) return undefined;
  const number = Number(String(value).replace(/^"(.*)"$/, '$1'));
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw fieldError(
    ['header', 'Min-Revision'],
    `expected a revision such as 12, got '${String(value)}'`,
    'revision',
  );
}

/**
 * Reads on a store that other servers write to: each request compares a session with the store once, unless `Min-Revision` says
 * that an older one will do. While the store cannot be reached, what is in memory is read and the answer says
 * `X-Service-Stale: true`.
 */
export function freshReads(app: App): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const isRead = request.method === 'GET';
    const own: ReadFreshness = {
      minRevision: isRead ? minRevision(request) : undefined,
      mayBeStale: isRead || request.routeOptions.config.readOnly === true,
      verified: new Set(),
      isStale: false,
    };
    terms.set(request, own);
    readFreshness.run(own, done);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (terms.get(request)?.isStale === true) reply.header('X-Service-Stale', 'true');
    done(null, payload);
  });
}
