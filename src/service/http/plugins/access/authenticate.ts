import cookie from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { jobNotFound } from '../../../async-jobs.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { Credentials, Gate } from '../../../auth/gate.ts';
import { ForbiddenError, SessionNotFoundError } from '../../../errors.ts';
import type { App } from '../type-provider.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sends the request; null without authentication. */
    caller: Caller | null;
  }
}

/** `__Host-`: the browser takes it from this host alone, over TLS or from its own machine, for all paths. */
export const loginCookie = '__Host-athanor';

export const cookieOptions = {
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'lax',
} as const;

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

function credentialsOf(request: FastifyRequest): Credentials {
  const { authorization, 'x-api-key': key } = request.headers;
  const bearer = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  const header = typeof key === 'string' ? key : undefined;
  return {
    bearer: bearer ?? (authorization === undefined ? header : authorization),
    cookie: request.cookies[loginCookie],
  };
}

/** Whether the browser states that the request comes from a page of this server. */
function isOwnPage({ headers }: FastifyRequest): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined || !URL.canParse(origin)) return false;
  const names = [host, headers['x-forwarded-host']];
  return names.some((name) => {
    const url = `${new URL(origin).protocol}//${name}`;
    return typeof name === 'string' && URL.canParse(url) && new URL(url).host === new URL(origin).host;
  });
}

/** A browser sends its cookie with requests of any page. Changes and sockets therefore require a page of this server. */
function checkPage(request: FastifyRequest): void {
  if (safeMethods.has(request.method) && !request.ws) return;
  if (isOwnPage(request)) return;
  throw new ForbiddenError(
    'cookies are accepted only from pages of this server; programs send Authorization: Bearer …',
  );
}

/** The session that a request is about: named in its address, or the one of its job. */
async function sessionOf(
  request: FastifyRequest,
  sessionOfJob: (job: string) => Promise<string>,
): Promise<string | undefined> {
  const { session_id, job_id } = (request.params ?? {}) as { session_id?: string; job_id?: string };
  return session_id ?? (job_id === undefined ? undefined : await sessionOfJob(job_id));
}

/**
 * Authenticates and authorizes each request before its body is read. Without a gate every request passes.
 *
 * @param sessionOfJob throws NotFoundError
 */
export async function authenticate(
  app: App,
  gate: Gate | undefined,
  sessionOfJob: (job: string) => Promise<string>,
): Promise<void> {
  app.decorateRequest('caller', null);
  if (gate === undefined) return;
  await app.register(cookie);
  app.addHook('onRequest', async (request) => {
    const { permission } = request.routeOptions.config;
    // Unknown paths and CORS preflight requests.
    if (permission === undefined || permission === 'public') return;
    const caller = await gate.admit(credentialsOf(request));
    request.caller = caller;
    if (caller.by === 'cookie') checkPage(request);
    const session = await sessionOf(request, sessionOfJob);
    try {
      await gate.check(caller, permission, session);
    } catch (error) {
      const { job_id } = request.params as { job_id?: string };
      // With the message for an unknown job.
      if (job_id !== undefined && error instanceof SessionNotFoundError) throw jobNotFound(job_id);
      throw error;
    }
  });
  app.addHook('onClose', () => gate.close());
}
