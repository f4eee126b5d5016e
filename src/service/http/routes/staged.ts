import { SessionParams } from '../../../contract/common.ts';
import { AutoTrainQuery } from '../../../contract/model.ts';
import {
  StageBatchRequest,
  StagedCleared,
  StagedCompleted,
  StagedCompleteRequest,
  StagedList,
  StageRequest,
  StageResponse,
} from '../../../contract/queue.ts';
import { clearStaged, completeStaged, stageBatch, stagedView, stageOne } from '../../session/staged.ts';
import { sessionAnswers } from '../plugins/answers.ts';
import { type Route, route, tagged } from '../route.ts';

const params = SessionParams;
const staged = '/sessions/:session_id/experiments/staged';

/** Staged experiments: the pending items of the queue under their older addresses. */
export const stagedRoutes: readonly Route[] = tagged('staged experiments', [
  route({
    method: 'POST',
    path: staged,
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Stage an experiment',
      params,
      body: StageRequest,
      response: sessionAnswers(200, StageResponse, 400),
    },
    handler: ({ params: { session_id }, body }, { sessions, terms }) =>
      sessions.edit(session_id, stageOne, body, terms),
  }),

  route({
    method: 'POST',
    path: `${staged}/batch`,
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Stage experiments, all or none',
      params,
      body: StageBatchRequest,
      response: sessionAnswers(200, StagedList, 400),
    },
    handler: ({ params: { session_id }, body }, { sessions, terms }) =>
      sessions.edit(session_id, stageBatch, body, terms),
  }),

  route({
    method: 'GET',
    path: staged,
    permission: 'session:read',
    schema: { summary: 'Staged experiments', params, response: sessionAnswers(200, StagedList) },
    handler: ({ params: { session_id } }, { sessions }) => sessions.read(session_id, stagedView),
  }),

  route({
    method: 'DELETE',
    path: staged,
    permission: 'session:write',
    schema: { summary: 'Unstage all', params, response: sessionAnswers(200, StagedCleared) },
    handler: ({ params: { session_id } }, { sessions, terms }) =>
      sessions.edit(session_id, clearStaged, null, terms),
  }),

  route({
    method: 'POST',
    path: `${staged}/complete`,
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Record the outputs of all staged experiments',
      params,
      querystring: AutoTrainQuery,
      body: StagedCompleteRequest,
      response: sessionAnswers(200, StagedCompleted, 400, 409),
    },
    handler: ({ params: { session_id }, query, body }, { sessions, terms }) =>
      sessions.record(session_id, completeStaged, body, query, terms),
  }),
]);
