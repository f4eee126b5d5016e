import { LeaseRequest, LeaseResponse, LeaseTokenRequest } from '../../../contract/queue/leases.ts';
import { QueueItemParams } from '../../../contract/queue/queue.ts';
import { leaseRun } from '../../leases.ts';
import { extendLease, releaseLease } from '../../session/queue/leases.ts';
import { sessionAnswers } from '../plugins/answers/answers.ts';
import { type Route, route, tagged } from '../route.ts';

const queue = '/sessions/:session_id/experiments/queue';

export const leaseRoutes: readonly Route[] = tagged('queue', [
  route({
    method: 'POST',
    path: `${queue}/lease`,
    operationId: 'leaseQueueItem',
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'One run for one worker: the first pending run, or a new suggestion',
      description:
        'No two callers get the same run. Without a heartbeat for `seconds` it goes back to the queue; a result that arrives ' +
        'later is still accepted.',
      body: LeaseRequest,
      response: sessionAnswers(200, LeaseResponse, 400),
    },
    handler: ({ params: { session_id }, body }, { sessions, options }) =>
      leaseRun(sessions, session_id, body, options),
  }),

  route({
    method: 'POST',
    path: `${queue}/:item_id/heartbeat`,
    operationId: 'extendLease',
    permission: 'session:write',
    schema: {
      summary: 'Extend the lease',
      params: QueueItemParams,
      body: LeaseTokenRequest,
      response: sessionAnswers(200, LeaseResponse, 409),
    },
    handler: ({ params: { session_id, item_id }, body }, { sessions, options }) =>
      sessions.edit(session_id, extendLease, { ...body, id: item_id }, options),
  }),

  route({
    method: 'POST',
    path: `${queue}/:item_id/release`,
    operationId: 'releaseQueueItem',
    permission: 'session:write',
    schema: {
      summary: 'Return the run without a result',
      params: QueueItemParams,
      body: LeaseTokenRequest,
      response: sessionAnswers(200, LeaseResponse, 409),
    },
    handler: ({ params: { session_id, item_id }, body }, { sessions, options }) =>
      sessions.edit(session_id, releaseLease, { ...body, id: item_id }, options),
  }),
]);
