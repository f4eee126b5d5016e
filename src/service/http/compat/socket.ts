import type { FastifyInstance } from 'fastify';
import type { SessionEvent } from '../../../contract/sessions/events.ts';
import type { Gate } from '../../auth/gate.ts';
import type { Sessions } from '../../sessions.ts';
import { endWithAccess } from '../events.ts';
import { SendQueue } from '../send-queue.ts';
import { type Json, only, pick } from './exchange.ts';

/** Event of ours → message of 0.4.0, `{event, ...fields}`; what it did not know is not sent. */
const messages: Readonly<Partial<Record<SessionEvent['type'], (data: Json) => Json>>> = {
  connected: (data) => ({ event: 'connected', ...pick(data, 'session_id', 'message') }),
  experiment_added: (data) => ({ event: 'experiments_updated', ...pick(data, 'n_experiments') }),
  model_trained: (data) => ({ event: 'model_trained', metrics: trainingMetrics(data) }),
  queue_updated: () => ({ event: 'queue_updated' }),
  queue_item_updated: (data) => ({
    event: 'queue_item_updated',
    ...pick(data, 'item_id', 'status', 'reason', 'output', 'error'),
  }),
  lock_status_changed: (data) => ({
    event: 'lock_status_changed',
    ...pick(data, 'locked', 'locked_by', 'locked_at'),
  }),
  control_changed: (data) => ({ event: 'control_changed', control: data.control ?? only(data) }),
};

function trainingMetrics(data: Json): Json {
  const metrics = (data.metrics ?? {}) as Json;
  return {
    rmse: metrics.rmse ?? metrics.cv_rmse ?? null,
    r2: metrics.r2 ?? metrics.cv_r2 ?? null,
    backend: data.backend ?? metrics.backend ?? null,
  };
}

function oldMessage(event: SessionEvent): Json | undefined {
  return messages[event.type]?.(event.data);
}

/** `WS /api/v1/ws/sessions/{id}`: the events of ours that 0.4.0 had, in its form. */
export function oldSocket(app: FastifyInstance, sessions: Sessions, gate: Gate | undefined): void {
  const queue = new SendQueue(app.log);
  const options = {
    websocket: true,
    schema: { hide: true },
    config: { permission: 'session:read' },
  } as const;
  app.get('/ws/sessions/:session_id', options, (socket, request) => {
    const { session_id: id } = request.params as { session_id: string };
    const send = (event: SessionEvent) => {
      const message = oldMessage(event);
      if (message !== undefined) queue.send(socket, JSON.stringify(message));
    };
    const data = { session_id: id, message: `connected to session ${id}` };
    const stop = sessions.listen(id, send, { started: () => send({ type: 'connected', data }) });
    socket.on('close', stop);
    endWithAccess(gate, request, socket);
    socket.on('error', () => socket.terminate());
  });
}
