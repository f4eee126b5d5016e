import type { FastifyInstance } from 'fastify';

/**
 * Browsers do not guess types, tell other sites where a reader came from, show answers in frames of other sites or share a process with
 * them. The policy is one for answers that are data: nothing in them may load or run anything. There is no HSTS: the server speaks plain
 * HTTP, and what encrypts in front of it decides.
 */
const headers: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-site',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'DENY',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
};

/** Security headers of every answer. Pages put a content security policy of their own in place. */
export function safeHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
