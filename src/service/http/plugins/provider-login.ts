import type { FastifyInstance } from 'fastify';
import type { Gate } from '../../auth/gate.ts';
import type { IdentityProvider } from '../../auth/identity-provider.ts';
import { hidden } from '../permissions.ts';
import { cookieOptions, loginCookie } from './authenticate.ts';

/** Keeps what the browser began, while its person signs in elsewhere. */
const attemptCookie = '__Host-athanor-attempt';

/**
 * `/auth/oidc` sends a browser to the identity provider, `/auth/oidc/callback` takes it back. Both are pages that a browser goes to:
 * a foreign page may send it there, and what it began itself is what counts.
 */
export function providerLogin(api: FastifyInstance, gate: Gate, provider: IdentityProvider): void {
  api.get('/auth/oidc', hidden, async (request, reply) => {
    const { return_to } = request.query as { return_to?: unknown };
    const { url, attempt } = await provider.begin(typeof return_to === 'string' ? return_to : undefined);
    return reply.setCookie(attemptCookie, attempt, { ...cookieOptions, maxAge: 600 }).redirect(url);
  });

  api.get('/auth/oidc/callback', hidden, async (request, reply) => {
    const at = request.url.indexOf('?');
    const query = at < 0 ? '' : request.url.slice(at);
    reply.clearCookie(attemptCookie, cookieOptions);
    const { token, returnTo } = await gate.finishLogin(provider, query, request.cookies[attemptCookie]);
    return reply
      .setCookie(loginCookie, token, cookieOptions)
      .redirect(`${provider.settings.publicUrl}${returnTo}`);
  });
}
