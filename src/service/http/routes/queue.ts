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
  StageBatchRequest,
  StagedCleared,
  StagedCompleted,
  StagedCompleteRequest,
  StagedList,
  StageRequest,
  StageResponse,
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
import { clearStaged, completeStaged, stageBatch, stagedView, stageOne } from '../../session/staged.ts';
import { sessionAnswers } from '../plugins/answers.ts';
import type { App } from '../plugins/type-provider.ts';
import type { Services } from '../services.ts';

const params = SessionParams;

/** Staged experiments: the pending items of the queue under their older addresses. */
export function stagedRoutes(app: App, { sessions }: Services): void {
  const tags = ['staged experiments'];
  const staged = '/sessions/:session_id/experiments/staged';

  app.post(
    staged,
    {
      schema: {
        tags,
        summary: 'Stage an experiment',
        params,
        body: StageRequest,
        response: sessionAnswers(200, StageResponse, 400),
      },
    },
    ({ params: { session_id }, body }) => sessions.edit(session_id, stageOne, body),
  );

  app.post(
    `${staged}/batch`,
    {
      schema: {
        tags,
        summary: 'Stage experiments, all or none',
        params,
        body: StageBatchRequest,
        response: sessionAnswers(200, StagedList, 400),
      },
    },
    ({ params: { session_id }, body }) => sessions.edit(session_id, stageBatch, body),
  );

  app.get(
    staged,
    { schema: { tags, summary: 'Staged experiments', params, response: sessionAnswers(200, StagedList) } },
    ({ params: { session_id } }) => sessions.read(session_id, stagedView),
  );

  app.delete(
    staged,
    { schema: { tags, summary: 'Unstage all', params, response: sessionAnswers(200, StagedCleared) } },
    ({ params: { session_id } }) => sessions.edit(session_id, clearStaged, null),
  );

  app.post(
    `${staged}/complete`,
    {
      schema: {
        tags,
        summary: 'Record the outputs of all staged experiments',
        params,
        querystring: AutoTrainQuery,
        body: StagedCompleteRequest,
        response: sessionAnswers(200, StagedCompleted, 400, 409),
      },
    },
    ({ params: { session_id }, query, body }) => sessions.record(session_id, completeStaged, body, query),
  );
}

export function queueRoutes(app: App, { sessions }: Services): void {
  const tags = ['queue'];
  const queue = '/sessions/:session_id/experiments/queue';

  app.post(
    queue,
    {
      schema: {
        tags,
        summary: 'Stage items, all or none',
        params,
        body: QueueRequest,
        response: sessionAnswers(200, QueueList, 400),
      },
    },
    ({ params: { session_id }, body }) => sessions.edit(session_id, stageItems, body),
  );

  app.get(
    queue,
    {
      schema: {
        tags,
        summary: 'The queue',
        params,
        querystring: QueueQuery,
        response: sessionAnswers(200, QueueList),
      },
    },
    ({ params: { session_id }, query }) =>
      sessions.read(session_id, (state) => queueView(state, query.status)),
  );

  app.post(
    `${queue}/purge`,
    {
      schema: { tags, summary: 'Remove finished items', params, response: sessionAnswers(200, QueuePurged) },
    },
    ({ params: { session_id } }) => sessions.edit(session_id, purgeQueue, null),
  );

  app.get(
    `${queue}/:item_id`,
    {
      schema: {
        tags,
        summary: 'One item',
        params: QueueItemParams,
        response: sessionAnswers(200, QueueItem),
      },
    },
    ({ params: { session_id, item_id } }) =>
      sessions.read(session_id, (state) => itemView(findItem(state, item_id))),
  );

  app.post(
    `${queue}/:item_id/start`,
    {
      schema: {
        tags,
        summary: 'pending → running',
        params: QueueItemParams,
        response: sessionAnswers(200, QueueItem, 409),
      },
    },
    ({ params: { session_id, item_id } }) =>
      sessions.edit(session_id, (state, id: string, around) => startItem(state, id, around), item_id),
  );

  app.post(
    `${queue}/:item_id/complete`,
    {
      schema: {
        tags,
        summary: 'Record the outputs of an item',
        params: QueueItemParams,
        querystring: AutoTrainQuery,
        body: QueueCompleteRequest,
        response: sessionAnswers(200, QueueItem, 400, 409),
      },
    },
    async ({ params: { session_id, item_id }, query, body }) => {
      const { model_trained, training_metrics, ...item } = await sessions.record(
        session_id,
        completeItem,
        { ...body, id: item_id },
        query,
      );
      return item;
    },
  );

  app.post(
    `${queue}/:item_id/fail`,
    {
      schema: {
        tags,
        summary: 'Mark an item as failed',
        params: QueueItemParams,
        body: QueueFailRequest,
        response: sessionAnswers(200, QueueItem, 409),
      },
    },
    ({ params: { session_id, item_id }, body }) =>
      sessions.edit(session_id, failItem, { id: item_id, error: body.error }),
  );

  app.delete(
    `${queue}/:item_id`,
    {
      schema: {
        tags,
        summary: 'Remove a pending item',
        params: QueueItemParams,
        response: sessionAnswers(200, QueueList, 409),
      },
    },
    ({ params: { session_id, item_id } }) => sessions.edit(session_id, deleteItem, item_id),
  );
}
