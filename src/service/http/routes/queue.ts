import { AutoTrainQuery } from '../../../contract/models/model.ts';
import {
  CompletedQueueItem,
  QueueCompleteRequest,
  QueueExportQuery,
  QueueFailRequest,
  QueueItem,
  QueueItemParams,
  QueueList,
  QueuePurged,
  QueueQuery,
  QueueRemoveRequest,
  QueueRequest,
  StepRequest,
} from '../../../contract/queue/queue.ts';
import { nullable } from '../../../contract/schema-parts.ts';
import { sweepLeases } from '../../leases.ts';
import { exportQueueCsv } from '../../session/exports/csv.ts';
import {
  approveItem,
  completeItem,
  failItem,
  findItem,
  itemView,
  purgeQueue,
  queueView,
  startItem,
} from '../../session/queue/queue.ts';
import { deleteItem, removeItems } from '../../session/queue/remove-items.ts';
import { stageItems } from '../../session/queue/stage-items.ts';
import { clears, edits } from '../handlers.ts';
import { file, sessionAnswers } from '../plugins/answers/answers.ts';
import { attach, attachBytes, workbookType } from '../plugins/bodies/files.ts';
import { type Route, route, tagged } from '../route.ts';

const queue = '/sessions/:session_id/experiments/queue';

/** The item with its warnings; the answer does not report the training that follows. */
function completedItem({
  model_trained,
  training_metrics,
  ...item
}: ReturnType<typeof completeItem>['answer']): CompletedQueueItem {
  return item;
}

export const queueRoutes: readonly Route[] = tagged('queue', [
  route({
    method: 'POST',
    path: queue,
    operationId: 'addQueueItems',
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Stage items, all of them or none',
      body: QueueRequest,
      response: sessionAnswers(200, QueueList, 400),
    },
    handler: edits(stageItems),
  }),

  route({
    method: 'GET',
    path: queue,
    operationId: 'listQueueItems',
    permission: 'session:read',
    unversioned: true,
    schema: {
      summary: 'The queue',
      querystring: QueueQuery,
      response: sessionAnswers(200, QueueList),
    },
    handler: async ({ params: { session_id }, query }, { sessions }) => {
      await sweepLeases(sessions, session_id);
      return sessions.read(session_id, (state) => queueView(state, query.status));
    },
  }),

  route({
    method: 'GET',
    path: `${queue}/export`,
    operationId: 'exportQueue',
    permission: 'session:read',
    schema: {
      summary: 'Runs without a result as CSV, or as an Excel workbook, to be filled in and imported',
      produces: ['text/csv', workbookType],
      querystring: QueueExportQuery,
      response: sessionAnswers(200, file, 400),
    },
    handler: async ({ params: { session_id }, query }, { sessions, reply, options: { signal } }) => {
      const name = `queue_${session_id.slice(0, 8)}`;
      if (query.format !== 'xlsx') {
        const csv = await sessions.read(session_id, (state) => exportQueueCsv(state, query), signal);
        return attach(reply, `${name}.csv`, 'text/csv', csv);
      }
      const { exportQueueXlsx } = await import('../../session/exports/xlsx.ts');
      const bytes = await sessions.read(session_id, (state) => exportQueueXlsx(state, query), signal);
      return attachBytes(reply, `${name}.xlsx`, workbookType, bytes);
    },
  }),

  route({
    method: 'POST',
    path: `${queue}/purge`,
    operationId: 'purgeQueue',
    permission: 'session:write',
    once: true,
    schema: { summary: 'Remove finished items', response: sessionAnswers(200, QueuePurged) },
    handler: clears(purgeQueue),
  }),

  route({
    method: 'POST',
    path: `${queue}/remove-batch`,
    operationId: 'removeQueueItems',
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Remove pending items, all of them or none',
      body: QueueRemoveRequest,
      response: sessionAnswers(200, QueueList, 400, 409),
    },
    handler: edits(removeItems),
  }),

  route({
    method: 'GET',
    path: `${queue}/:item_id`,
    operationId: 'getQueueItem',
    permission: 'session:read',
    schema: {
      summary: 'One item',
      params: QueueItemParams,
      response: sessionAnswers(200, QueueItem),
    },
    handler: ({ params: { session_id, item_id } }, { sessions }) =>
      sessions.read(session_id, (state) => itemView(state, findItem(state, item_id))),
  }),

  route({
    method: 'POST',
    path: `${queue}/:item_id/start`,
    operationId: 'startQueueItem',
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'pending → running',
      params: QueueItemParams,
      body: nullable(StepRequest),
      response: sessionAnswers(200, QueueItem, 400, 409),
    },
    handler: ({ params: { session_id, item_id }, body }, { sessions, options }) =>
      sessions.edit(session_id, startItem, { ...body, id: item_id }, options),
  }),

  route({
    method: 'POST',
    path: `${queue}/:item_id/approve`,
    operationId: 'approveQueueItem',
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Approve a pending run, in sessions that require approval',
      params: QueueItemParams,
      body: nullable(StepRequest),
      response: sessionAnswers(200, QueueItem, 400, 409),
    },
    handler: ({ params: { session_id, item_id }, body }, { sessions, options }) =>
      sessions.edit(session_id, approveItem, { ...body, id: item_id }, options),
  }),

  route({
    method: 'POST',
    path: `${queue}/:item_id/complete`,
    operationId: 'completeQueueItem',
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Record the outputs of an item',
      params: QueueItemParams,
      querystring: AutoTrainQuery,
      body: QueueCompleteRequest,
      response: sessionAnswers(200, CompletedQueueItem, 400, 409),
    },
    handler: async ({ params: { session_id, item_id }, query, body }, { sessions, options }) => {
      const request = { ...body, id: item_id };
      const once = options.once && { ...options.once, bodyOf: completedItem };
      const given = { ...options, signal: options.signal, once };
      return completedItem(await sessions.record(session_id, completeItem, request, query, given));
    },
  }),

  route({
    method: 'POST',
    path: `${queue}/:item_id/fail`,
    operationId: 'failQueueItem',
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Mark an item as failed',
      params: QueueItemParams,
      body: QueueFailRequest,
      response: sessionAnswers(200, QueueItem, 400, 409),
    },
    handler: ({ params: { session_id, item_id }, body }, { sessions, options }) =>
      sessions.edit(session_id, failItem, { ...body, id: item_id }, options),
  }),

  route({
    method: 'DELETE',
    path: `${queue}/:item_id`,
    operationId: 'removeQueueItem',
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Remove a pending item',
      params: QueueItemParams,
      response: sessionAnswers(200, QueueList, 409),
    },
    handler: ({ params: { session_id, item_id } }, { sessions, options }) =>
      sessions.edit(session_id, deleteItem, item_id, options),
  }),
]);
