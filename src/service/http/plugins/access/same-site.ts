import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';
import { ForbiddenError } from '../../../errors.ts';

/** Addresses that monitors ask by number, whatever the name of the server. */
const exempt = new Set(['/health', '/ready']);

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The name in a `Host` header or an origin, without the port; undefined where there is none. */
function hostname(host: string): string | undefined {
  const url = `http://${host}`;
  // `someone@127.0.0.1` is an address, but not a host name.
  return !/[@/\\?#]/.test(host) && URL.canParse(url) ? new URL(url).hostname.toLowerCase() : undefined;
}

/** Names of this machine that no foreign name server can redirect. */
function isLoopback(name: string): boolean {
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(name)
  );
}

/** Whether the server listens on the loopback interface only. */
const listensLocally = ({ host }: Config): boolean => isLoopback(host) || host === '::1';

/** Whether any `Host` is accepted, because no names are configured. */
const servesAnyHost = (config: Config): boolean =>
  config.allowedHosts.length === 0 && !listensLocally(config);

function isServed(name: string | undefined, config: Config): boolean {
  if (name === undefined) return false;
  return isLoopback(name) || config.allowedHosts.includes(name) || name === config.host.toLowerCase();
}

/**
 * Whether the page that sends the request is one of ours or of an allowed origin. Browsers let any page send a form or open a
 * socket anywhere and only tell its origin, or that it is another site; other clients send neither.
 */
function isAllowedPage({ headers }: FastifyRequest, allowedOrigins: readonly string[]): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] !== 'cross-site';
  if (allowedOrigins.includes(origin)) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  const isOurs = (name: unknown) => {
    const url = `${page.protocol}//${name}`;
    return typeof name === 'string' && URL.canParse(url) && new URL(url).host === page.host;
  };
  return page.host !== '' && (isOurs(host) || isOurs(headers['x-forwarded-host']));
}

/**
 * Refuses names that the server does not have, and changes and sockets that pages of other sites ask for (403).
 *
 * The first stops a foreign site whose name is made to point at this machine (DNS rebinding), the second a form or a script on a
 * foreign site. `/health` and `/ready` answer whatever the name.
 */
export function sameSite(app: FastifyInstance, config: Config): void {
  const anyHost = servesAnyHost(config);
  if (anyHost) {
    app.log.warn(
      `HOST is ${config.host} and ALLOWED_HOSTS is not set: the server accepts any host name. Set ALLOWED_HOSTS to the names of this server`,
    );
  }
  const check = (request: FastifyRequest): ForbiddenError | undefined => {
    const { host, origin } = request.headers;
    if (exempt.has(request.url.split('?')[0]!)) return undefined;
    if (!anyHost && !isServed(hostname(host ?? ''), config)) {
      return new ForbiddenError(`host '${host ?? ''}' is not served here; add its name to ALLOWED_HOSTS`);
    }
    const isSocket = request.headers.upgrade?.toLowerCase() === 'websocket';
    if (safeMethods.has(request.method) && !isSocket) return undefined;
    if (isAllowedPage(request, config.allowedOrigins)) return undefined;
    const what = isSocket ? 'listen here' : `send ${request.method} requests here`;
    return new ForbiddenError(
      origin === undefined
        ? `a page of another site may not ${what}; its origin is unknown`
        : `a page of origin '${origin}' may not ${what}; add it to ALLOWED_ORIGINS`,
    );
  };
  app.addHook('onRequest', (request, _reply, done) => done(check(request)));
}
