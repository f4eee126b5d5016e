import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { SessionParams } from '../../contract/common.ts';
import type { SessionEvent } from '../../contract/events.ts';
import type { Gate } from '../auth/gate.ts';
import { OverloadedError } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { Sessions } from '../sessions.ts';

/** A client that lets this many bytes pile up is dropped. */
const slowClientBytes = 1 << 20;

/** Closes a socket when its caller may no longer read the session; 1008 is the code of a broken policy. */
export function endWithAccess(gate: Gate | undefined, request: FastifyRequest, socket: WebSocket): void {
  const { session_id } = request.params as SessionParams;
  if (gate === undefined || request.caller === null) return;
  const forget = gate.watch(request.caller, session_id, () => socket.close(1008, 'access ended'));
  socket.on('close', forget);
}

/** `WS /ws/{session_id}`: every event of the session as `{type, data}`. What clients send is read and ignored. */
export async function eventSocket(
  app: FastifyInstance,
  sessions: Sessions,
  gate: Gate | undefined,
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
      endWithAccess(gate, request, socket);
      socket.on('error', () => socket.terminate());
      send({ type: 'connected', data: { session_id: id, message: `connected to session ${id}` } });
    });
  });
}
