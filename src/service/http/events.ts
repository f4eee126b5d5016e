import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { SessionParams } from '../../contract/schema-parts.ts';
import { EventsQuery, type SessionEvent } from '../../contract/sessions/events.ts';
import type { Gate } from '../auth/gate.ts';
import { NotFoundError, OverloadedError, RateLimitError } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { Sessions } from '../sessions.ts';
import { SendQueue } from './send-queue.ts';

/** Closes a socket when its caller may no longer read the session; 1008 is the code of a broken policy. */
export function endWithAccess(gate: Gate | undefined, request: FastifyRequest, socket: WebSocket): void {
  const { session_id } = request.params as SessionParams;
  if (gate === undefined || request.caller === null) return;
  const forget = gate.watch(request.caller, session_id, () => socket.close(1008, 'access ended'));
  socket.on('close', forget);
}

/** Milliseconds between pings; a client that did not answer the one before is disconnected. */
const pingEvery = 25_000;

/** Detects dead connections, and keeps proxies from closing idle ones. */
function pingClients(app: FastifyInstance): void {
  const silent = new WeakSet<WebSocket>();
  app.addHook('onReady', async () => {
    app.websocketServer.on('connection', (socket) => socket.on('pong', () => silent.delete(socket)));
  });
  const timer = setInterval(() => {
    for (const socket of app.websocketServer.clients) {
      if (silent.has(socket)) socket.terminate();
      else {
        silent.add(socket);
        socket.ping();
      }
    }
  }, pingEvery);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** The text of an event, made once for all who hear it. */
function texts(): (event: SessionEvent, seq: number) => string {
  let [last, lastSeq, text]: [SessionEvent | undefined, number, string] = [undefined, 0, ''];
  return (event, seq) => {
    if (event !== last || seq !== lastSeq)
      [last, lastSeq, text] = [event, seq, JSON.stringify({ ...event, seq })];
    return text;
  };
}

/** Counts a socket from its request until its connection ends. @throws RateLimitError its person has `most` */
function socketsByPerson(most: number): (request: FastifyRequest) => void {
  const open = new Map<string, number>();
  return ({ caller, raw }) => {
    if (caller === null) return;
    const { id, name } = caller.person;
    const count = open.get(id) ?? 0;
    if (count >= most) {
      throw new RateLimitError(
        `${most} sockets of '${name}' are open, which is the limit (LIMIT_PERSON_SOCKETS); close one, or raise LIMIT_PERSON_SOCKETS`,
        2,
      );
    }
    open.set(id, count + 1);
    raw.socket.once('close', () => {
      const left = (open.get(id) ?? 1) - 1;
      if (left > 0) open.set(id, left);
      else open.delete(id);
    });
  };
}

/**
 * `WS /ws/{session_id}`: every event of the session as `{type, data, seq}`, with `?since=` those first that came after the given
 * one. What clients send is read and ignored.
 */
export async function eventSocket(
  app: FastifyInstance,
  sessions: Sessions,
  gate: Gate | undefined,
  { sockets, personSockets }: Pick<Limits, 'sockets' | 'personSockets'>,
): Promise<void> {
  const countSocket = socketsByPerson(personSockets);
  app.addHook('onRequest', async (request) => {
    if (!request.ws) return;
    countSocket(request);
    if (app.websocketServer.clients.size < sockets) return;
    throw new OverloadedError(
      `${sockets} sockets are open, which is the limit (LIMIT_SOCKETS); close one, or raise LIMIT_SOCKETS`,
    );
  });
  pingClients(app);
  const textOf = texts();
  const queue = new SendQueue(app.log);
  await app.register(async (scope) => {
    // The query is checked before the upgrade: a wrong one gets an HTTP answer and not a closed socket.
    const options = {
      method: 'GET',
      url: '/ws/:session_id',
      schema: { hide: true, querystring: EventsQuery },
      config: { permission: 'session:read' },
      handler: async ({ url }: FastifyRequest) => {
        throw new NotFoundError(`'${url}' is a WebSocket; connect to it with ws:// or wss://`);
      },
    } as const;
    const wsHandler = (socket: WebSocket, request: FastifyRequest) => {
      const { session_id: id } = request.params as { session_id: string };
      const { since } = request.query as EventsQuery;
      const send = (event: SessionEvent, seq: number) => queue.send(socket, textOf(event, seq));
      const data = { session_id: id, message: `connected to session ${id}` };
      const stop = sessions.listen(id, send, {
        since,
        started: (seq) => send({ type: 'connected', data }, seq),
      });
      socket.on('close', stop);
      endWithAccess(gate, request, socket);
      socket.on('error', () => socket.terminate());
    };
    scope.route({ ...options, wsHandler });
  });
}
