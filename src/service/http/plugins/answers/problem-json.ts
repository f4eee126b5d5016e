import type { FastifyInstance } from 'fastify';
import type { ErrorBody, Problem, ValidationErrorBody } from '../../../../contract/server/errors.ts';

const type = 'application/problem+json';

/** `SessionNotFoundError` → `session-not-found`: a code of the failure that does not change with its words. */
const codeOf = (name: string): string =>
  name
    .replace(/Error$/, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase() || 'error';

/** An error body of ours as RFC 9457 has it. */
function problemOf(status: number, body: Partial<ErrorBody> | ValidationErrorBody, id: string): Problem {
  const { detail } = body;
  const isList = Array.isArray(detail);
  const code = isList ? 'validation' : codeOf((body as Partial<ErrorBody>).error_type ?? '');
  return {
    type: `urn:athanor:error:${code}`,
    title: code.replaceAll('-', ' '),
    status,
    detail: isList ? detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ') : String(detail),
    instance: `urn:uuid:${id}`,
    code,
    ...(isList ? { errors: detail } : {}),
  };
}

/** Errors as `application/problem+json` for clients that accept it. `instance` is the request's ID, as in the log. */
export function problemJson(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isWanted = reply.statusCode >= 400 && request.headers.accept?.includes(type) === true;
    const isJson = isWanted && String(reply.getHeader('content-type')).startsWith('application/json');
    if (!isJson || typeof payload !== 'string') {
      done(null, payload);
      return;
    }
    reply.type(type).removeHeader('content-length');
    done(null, JSON.stringify(problemOf(reply.statusCode, JSON.parse(payload), request.id)));
  });
}
