import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../../../../contract/server/errors.ts';
import type { Gate } from '../../../auth/gate.ts';
import type { IdentityProvider } from '../../../auth/identity-provider.ts';
import { hidden } from '../../permissions.ts';
import { wantsHtml } from '../pages/web-app.ts';
import { cookieOptions, loginCookie } from './authenticate.ts';

/** Keeps what the browser began, while its person signs in elsewhere. */
const attemptCookie = '__Host-athanor-attempt';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const refusalPage = (detail: string, home: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Not signed in</title>
<h1>You are not signed in</h1>
<p>${detail.replaceAll(/[&<>]/g, (sign) => entities[sign] as string)}</p>
<p><a href="${home}">Sign in again</a></p>
</html>
`;

/** Gives a browser a refusal as a page: the browser navigates to these addresses, so no script reads the answer. */
const refusalAsPage =
  (home: string) =>
  async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    if (reply.statusCode < 400 || !wantsHtml(request)) return payload;
    const { detail } = JSON.parse(String(payload)) as ErrorBody;
    reply.type('text/html; charset=utf-8').removeHeader('content-length');
    return refusalPage(detail, home);
  };

/**
 * `/auth/oidc` sends a browser to the identity provider, `/auth/oidc/callback` takes it back. Both are pages that a browser goes to:
 * a foreign page may send it there, and what it began itself is what counts.
 */
export function providerLogin(api: FastifyInstance, gate: Gate, provider: IdentityProvider): void {
  const options = { ...hidden, onSend: refusalAsPage(`${provider.settings.publicUrl}/`) };
  api.get('/auth/oidc', options, async (request, reply) => {
    const { return_to } = request.query as { return_to?: unknown };
    const { url, attempt } = await provider.begin(typeof return_to === 'string' ? return_to : undefined);
    return reply.setCookie(attemptCookie, attempt, { ...cookieOptions, maxAge: 600 }).redirect(url);
  });

  api.get('/auth/oidc/callback', options, async (request, reply) => {
    const at = request.url.indexOf('?');
    const query = at < 0 ? '' : request.url.slice(at);
    reply.clearCookie(attemptCookie, cookieOptions);
    const { token, returnTo } = await gate.finishLogin(provider, query, request.cookies[attemptCookie]);
    return reply
      .setCookie(loginCookie, token, cookieOptions)
      .redirect(`${provider.settings.publicUrl}${returnTo}`);
  });
}
