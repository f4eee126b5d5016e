import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from '../type-provider.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Ends all connections at once, WebSockets included. */
    cutConnections(): void;
  }
}

/**
 * What a server that stops does with its connections. Answers that are sent meanwhile close theirs, so that no client sends another
 * request on it. Those on which nothing was ever sent, as browsers open them ahead, are closed at once: Node waits for their first request.
 */
export function endConnections(app: App): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.decorate('cutConnections', () => {
    for (const socket of open) socket.destroy();
  });
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('Connection', 'close');
    done(null, payload);
  });
}

/** Closes the connection of an upgrade that is refused before there are hooks: Node has let go of it, and would keep it open for ever. */
export function closeRefusedUpgrade(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.upgrade === undefined) return;
  response.once('finish', () => request.socket.destroySoon());
}
