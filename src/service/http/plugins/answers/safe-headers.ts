import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/**
 * Browsers do not guess types, tell other sites where a reader came from, show answers in frames of other sites or share a process with
 * them. The policy is one for answers that are data: nothing in them may load or run anything. There is no HSTS: the server speaks plain
 * HTTP, and what encrypts in front of it decides.
 */
function headersOfHelmet(): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => Object.assign(headers, { [name]: value }),
    removeHeader: (name: string) => delete headers[name],
  };
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: false,
    crossOriginResourcePolicy: { policy: 'same-site' },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  });
  protect({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error;
  });
  return headers;
}

/**
 * Security headers of every answer, asked of Helmet once. Pages put a content security policy of their own in place. No cache keeps an answer: those that
 * may be kept, as what is read of a session and files of the page, say so themselves.
 */
export function safeHeaders(app: FastifyInstance): void {
  const headers = { ...headersOfHelmet(), 'Cache-Control': 'no-store' };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
