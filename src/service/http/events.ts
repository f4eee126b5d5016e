import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SessionEvent } from '../../contract/events.ts';
import { ForbiddenError } from '../errors.ts';
import type { Sessions } from '../sessions.ts';

/** A client that lets this many bytes pile up is dropped. */
const slowClientBytes = 1 << 20;

/**
 * Whether the page that opens the socket is one of ours or of an allowed origin. Browsers let any page open a socket anywhere and
 * only tell its origin; other clients send none.
 */
function isAllowedPage({ headers }: FastifyRequest, allowedOrigins: readonly string[]): boolean {
  const { origin, host } = headers;
  if (origin === undefined || allowedOrigins.includes(origin)) return true;
  const page = URL.canParse(origin) ? new URL(origin).host : undefined;
  return page !== undefined && (page === host || page === headers['x-forwarded-host']);
}

/** `WS /ws/{session_id}`: every event of the session as `{type, data}`. What clients send is read and ignored. */
export async function eventSocket(
  app: FastifyInstance,
  sessions: Sessions,
  allowedOrigins: readonly string[],
): Promise<void> {
  await app.register(websocket, { options: { maxPayload: 1 << 16 } });
  app.addHook('onRequest', async (request) => {
    if (!request.ws || isAllowedPage(request, allowedOrigins)) return;
    const { origin } = request.headers;
    throw new ForbiddenError(`a page of origin '${origin}' may not listen here; add it to ALLOWED_ORIGINS`);
  });
  await app.register(async (scope) => {
    const options = {
      websocket: true,
      schema: { hide: true },
      config: { permission: 'session:read' },
    } as const;
    scope.get('/ws/:session_id', options, (socket, request) => {
      const { session_id: id } = request.params as { session_id: string };
      const send = (event: SessionEvent) => {
        if (socket.readyState !== socket.OPEN) return;
        if (socket.bufferedAmount > slowClientBytes) {
          request.log.info({ session_id: id }, 'a client that does not keep up was dropped');
          socket.terminate();
          return;
        }
        socket.send(JSON.stringify(event));
      };
      const stop = sessions.listen(id, send);
      socket.on('close', stop);
      socket.on('error', () => socket.terminate());
      send({ type: 'connected', data: { session_id: id, message: `connected to session ${id}` } });
    });
  });
}
