import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Sessions } from '../../../sessions.ts';
import type { App } from '../type-provider.ts';

const tags = new WeakMap<FastifyRequest, string>();

/**
 * Whether the client has what it asks for: its `If-None-Match` names the revision. Tags are compared weakly (RFC 9110), because proxies
 * that compress answers weaken them.
 */
export function hasCurrent(request: FastifyRequest): boolean {
  const version = tags.get(request);
  const known = request.headers['if-none-match'];
  if (version === undefined || known === undefined) return false;
  return known.split(',').some((tag) => ['*', `"${version}"`, `W/"${version}"`].includes(tag.trim()));
}

/**
 * `ETag` of what is read of a session: its revision. It is looked up before the session is read, so a tag is never newer
 * than what it comes with. Caches ask before they give such an answer again, and only those of the reader keep it.
 */
export function entityTags(app: App, sessions: Sessions): void {
  app.addHook('preHandler', (request, _reply, done) => {
    const { session_id: id } = (request.params ?? {}) as { session_id?: string };
    if (id === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) {
      done();
      return;
    }
    // On a shared store the look-up is also the one that the handler's reads rely on.
    const version = sessions.store.shared ? undefined : sessions.versionOf(id);
    if (version !== undefined) {
      tags.set(request, version);
      done();
      return;
    }
    sessions.version(id).then((loaded) => {
      tags.set(request, loaded);
      done();
    }, done);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const version = tags.get(request);
    if (version !== undefined && reply.statusCode < 400)
      reply.headers({ ETag: `"${version}"`, 'Cache-Control': 'private, no-cache' });
    // A length would be that of the answer that the client has (RFC 9110, 8.6). Of a stream Fastify tells HEAD none.
    const isHead = request.method === 'HEAD' && reply.statusCode === 304;
    done(null, isHead ? Readable.from([]) : payload);
  });
}
