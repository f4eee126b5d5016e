import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';

/** What never is in the log, wherever an object that is logged has it. */
const secret = ['authorization', 'cookie', 'api_key', 'key', 'lock_token', 'password', 'token', 'body'];

/** Lines of JSON, each of a request with its ID; without query, headers and bodies. */
export const loggerOf = (level: string): NonNullable<FastifyServerOptions['logger']> =>
  level === 'silent'
    ? false
    : {
        level,
        // The stream that pino opens by default does not end a process whose last lines the disk does not take.
        stream: { write: (line) => void process.stdout.write(line) },
        redact: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        serializers: {
          req: ({ method, url }: FastifyRequest) => ({ method, path: url.split('?')[0] }),
        },
      };

export const newRequestId = (): string => randomUUID();

/** Each answer carries the ID of its request, and is logged: at `debug`, as most servers on a laptop want no line per request. */
export function requestLog(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    done();
    const { method, routeOptions, caller } = request;
    request.log.debug(
      {
        method,
        route: routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(caller ? { person: caller.person.name } : {}),
      },
      'answered',
    );
  });
}
