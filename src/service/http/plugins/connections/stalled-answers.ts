import type { FastifyInstance } from 'fastify';
import type { Limits } from '../../../limits.ts';

/**
 * Ends answers of which the client takes nothing for a while: what was made for it stays in memory until it is taken. A client that reads
 * slowly may take as long as it needs.
 */
export function endStalled(app: FastifyInstance, { stallSeconds }: Pick<Limits, 'stallSeconds'>): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Once the answer is out, Node puts the timeout between requests in place of this one.
    reply.raw.setTimeout(stallSeconds * 1000, () => reply.raw.destroy());
    done(null, payload);
  });
}
