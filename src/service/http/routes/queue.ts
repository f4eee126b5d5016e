import { SessionParams } from '../../../contract/common.ts';
import { AutoTrainQuery } from '../../../contract/model.ts';
import {
  QueueCompleteRequest,
  QueueFailRequest,
  QueueItem,
  QueueItemParams,
  QueueList,
  QueuePurged,
  QueueQuery,
  QueueRequest,
} from '../../../contract/queue.ts';
import {
  completeItem,
  deleteItem,
  failItem,
  findItem,
  itemView,
  purgeQueue,
  queueView,
  stageItems,
  startItem,
} from '../../session/queue.ts';
import { sessionAnswers } from '../plugins/answers.ts';
import { type Route, route } from '../route.ts';

const tags = ['queue'];
const params = SessionParams;
const queue = '/sessions/:session_id/experiments/queue';

export const queueRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: queue,
    permission: 'session:write',
    schema: {
      tags,
      summary: 'Stage items, all or none',
      params,
      body: QueueRequest,
      response: sessionAnswers(200, QueueList, 400),
    },
    handler: ({ params: { session_id }, body }, { sessions }) => sessions.edit(session_id, stageItems, body),
  }),

  route({
    method: 'GET',
    path: queue,
    permission: 'session:read',
    schema: {
      tags,
      summary: 'The queue',
      params,
      querystring: QueueQuery,
      response: sessionAnswers(200, QueueList),
    },
    handler: ({ params: { session_id }, query }, { sessions }) =>
      sessions.read(session_id, (state) => queueView(state, query.status)),
  }),

  route({
    method: 'POST',
    path: `${queue}/purge`,
    permission: 'session:write',
    schema: { tags, summary: 'Remove finished items', params, response: sessionAnswers(200, QueuePurged) },
    handler: ({ params: { session_id } }, { sessions }) => sessions.edit(session_id, purgeQueue, null),
  }),

  route({
    method: 'GET',
    path: `${queue}/:item_id`,
    permission: 'session:read',
    schema: {
      tags,
      summary: 'One item',
      params: QueueItemParams,
      response: sessionAnswers(200, QueueItem),
    },
    handler: ({ params: { session_id, item_id } }, { sessions }) =>
      sessions.read(session_id, (state) => itemView(findItem(state, item_id))),
  }),

  route({
    method: 'POST',
    path: `${queue}/:item_id/start`,
    permission: 'session:write',
    schema: {
      tags,
      summary: 'pending → running',
      params: QueueItemParams,
      response: sessionAnswers(200, QueueItem, 409),
    },
    handler: ({ params: { session_id, item_id } }, { sessions }) =>
      sessions.edit(session_id, (state, id: string, around) => startItem(state, id, around), item_id),
  }),

  route({
    method: 'POST',
    path: `${queue}/:item_id/complete`,
    permission: 'session:write',
    schema: {
      tags,
      summary: 'Record the outputs of an item',
      params: QueueItemParams,
      querystring: AutoTrainQuery,
      body: QueueCompleteRequest,
      response: sessionAnswers(200, QueueItem, 400, 409),
    },
    handler: async ({ params: { session_id, item_id }, query, body }, { sessions }) => {
      const { model_trained, training_metrics, ...item } = await sessions.record(
        session_id,
        completeItem,
        { ...body, id: item_id },
        query,
      );
      return item;
    },
  }),

  route({
    method: 'POST',
    path: `${queue}/:item_id/fail`,
    permission: 'session:write',
    schema: {
      tags,
      summary: 'Mark an item as failed',
      params: QueueItemParams,
      body: QueueFailRequest,
      response: sessionAnswers(200, QueueItem, 409),
    },
    handler: ({ params: { session_id, item_id }, body }, { sessions }) =>
      sessions.edit(session_id, failItem, { id: item_id, error: body.error }),
  }),

  route({
    method: 'DELETE',
    path: `${queue}/:item_id`,
    permission: 'session:write',
    schema: {
      tags,
      summary: 'Remove a pending item',
      params: QueueItemParams,
      response: sessionAnswers(200, QueueList, 409),
    },
    handler: ({ params: { session_id, item_id } }, { sessions }) =>
      sessions.edit(session_id, deleteItem, item_id),
  }),
];
