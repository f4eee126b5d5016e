import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** For answers that are data: nothing in them may load or run anything, or stand in a frame. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * Headers that keep browsers from guessing types, from telling other sites where a reader came from, and from showing answers in
 * frames of other sites. Pages bring a content security policy of their own. There is no HSTS: the server speaks plain HTTP, and
 * what encrypts in front of it decides.
 */
export async function safeHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: false,
    crossOriginResourcePolicy: { policy: 'same-site' },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('Content-Security-Policy', dataPolicy);
  });
}
