import type { SessionEvent } from '../../../../contract/sessions/events.ts';
import type { App } from '../type-provider.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on `/ready` answers 503, so that the load balancer uses other servers. */
    startDraining(): void;
    /** Disconnects socket clients, spread over time. */
    dismissSockets(): void;
  }
}

/** Milliseconds within which clients reconnect. */
const comeBackWithin = 5000;

/** WebSocket code of a server that is being restarted. */
const restarting = 1012;

/** What a server does before it ends; @returns whether it has begun to. */
export function drainable(app: App): () => boolean {
  let draining = false;
  app.decorate('startDraining', () => {
    draining = true;
  });
  app.decorate('dismissSockets', () => {
    for (const socket of app.websocketServer.clients) {
      const data = { after_ms: Math.round(Math.random() * comeBackWithin) };
      socket.send(JSON.stringify({ type: 'reconnect', data } satisfies SessionEvent));
      socket.close(restarting, 'the server is restarting');
    }
  });
  app.addHook('preClose', async () => {
    draining = true;
  });
  return () => draining;
}
