import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../../../../contract/server/errors.ts';
import type { Info } from '../../../../contract/server/service.ts';
import { hidden } from '../../permissions.ts';
import type { App } from '../type-provider.ts';
import type { AllowedMethods } from './allowed-methods.ts';

const contentPolicy = [
  "default-src 'self'",
  "img-src 'self' data:",
  // Sockets of this origin included.
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
].join('; ');

const notFound = (request: FastifyRequest): ErrorBody => ({
  detail: `Not Found: ${request.method} ${request.url.split('?')[0]}; see /api/docs`,
  error_type: 'NotFoundError',
  status_code: 404,
});

const notAllowed = (request: FastifyRequest, methods: string): ErrorBody => ({
  detail: `Method Not Allowed: ${request.method} ${request.url.split('?')[0]}; use ${methods}`,
  error_type: 'MethodNotAllowedError',
  status_code: 405,
});

export const wantsHtml = (request: FastifyRequest): boolean =>
  (request.headers.accept ?? '').includes('text/html');

const isApi = (request: FastifyRequest): boolean => /^\/(api|ws|health)(\/|\?|$)/.test(request.url);

/**
 * The built web application at `/` for clients that ask for HTML, its files beside it, and its page for addresses
 * that it routes itself; JSON for everybody else. A method that no route of an address takes is answered with those that are; without
 * `allowed` the address counts as unknown, as in release 0.4.0.
 */
export async function webApp(
  app: App,
  root: string,
  info: Info,
  allowed: AllowedMethods | undefined,
): Promise<void> {
  const hasApp = existsSync(join(root, 'index.html'));
  if (hasApp) {
    const { default: files } = await import('@fastify/static');
    await app.register(files, {
      root,
      preCompressed: true,
      serve: false,
      setHeaders: (response, path) => {
        response.header('Content-Security-Policy', contentPolicy);
        response.header('X-Content-Type-Options', 'nosniff');
        const isHashed = path.includes('/assets/');
        response.header('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  if (!hasApp)
    app.log.warn(
      'the web application is not built, and / answers with JSON; run npm run build:web and start again',
    );
  const page = (reply: FastifyReply) => reply.sendFile('index.html');

  app.get('/', hidden, async (request, reply) =>
    hasApp && wantsHtml(request) ? page(reply) : reply.send(info),
  );
  if (hasApp) {
    app.get('/assets/*', hidden, (request, reply) =>
      reply.sendFile(`assets/${(request.params as { '*': string })['*']}`),
    );
  }
  const answerUnknown = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const methods = allowed?.(request.url.split('?')[0] ?? '') ?? [];
    if (methods.length > 0 && !methods.includes(request.method)) {
      const named = methods.join(', ');
      return reply.code(405).header('Allow', named).send(notAllowed(request, named));
    }
    if (!hasApp || isApi(request) || request.method !== 'GET') return reply.code(404).send(notFound(request));
    const path = decodeURIComponent(request.url.split('?')[0] ?? '').slice(1);
    const isFile = !path.split('/').includes('..') && /\.\w+$/.test(path) && existsSync(join(root, path));
    if (isFile) return reply.sendFile(path);
    return wantsHtml(request) ? page(reply) : reply.code(404).send(notFound(request));
  };
  app.setNotFoundHandler(answerUnknown);
  // Before its body is read: whether that is JSON does not matter at an address that nobody serves.
  app.addHook('onRequest', async (request, reply) =>
    request.is404 ? answerUnknown(request, reply) : undefined,
  );
}
