import type { FastifyInstance } from 'fastify';
import type { SessionEvent } from '../../contract/events.ts';
import { OverloadedError } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { Sessions } from '../sessions.ts';

/** A client that lets this many bytes pile up is dropped. */
const slowClientBytes = 1 << 20;

/** `WS /ws/{session_id}`: every event of the session as `{type, data}`. What clients send is read and ignored. */
export async function eventSocket(
  app: FastifyInstance,
  sessions: Sessions,
  { sockets }: Pick<Limits, 'sockets'>,
): Promise<void> {
  app.addHook('onRequest', async (request) => {
    if (!request.ws || app.websocketServer.clients.size < sockets) return;
    throw new OverloadedError(
      `${sockets} sockets are open, which is the limit (LIMIT_SOCKETS); close one, or ask for a higher limit`,
    );
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
