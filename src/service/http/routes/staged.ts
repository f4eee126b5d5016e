import { AutoTrainQuery } from '../../../contract/models/model.ts';
import {
  StageBatchRequest,
  StagedCleared,
  StagedCompleted,
  StagedCompleteRequest,
  StagedList,
  StageRequest,
  StageResponse,
} from '../../../contract/queue/queue.ts';
import { clearStaged, completeStaged, stageBatch, stagedView, stageOne } from '../../session/queue/staged.ts';
import { clears, edits, reads, records } from '../handlers.ts';
import { sessionAnswers } from '../plugins/answers/answers.ts';
import { type Route, route, tagged } from '../route.ts';

const staged = '/sessions/:session_id/experiments/staged';

/** Staged experiments: the pending items of the queue under their older addresses. */
export const stagedRoutes: readonly Route[] = tagged('staged experiments', [
  route({
    method: 'POST',
    path: staged,
    operationId: 'stageExperiment',
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Stage an experiment',
      body: StageRequest,
      response: sessionAnswers(200, StageResponse, 400),
    },
    handler: edits(stageOne),
  }),

  route({
    method: 'POST',
    path: `${staged}/batch`,
    operationId: 'stageExperiments',
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Stage experiments, all of them or none',
      body: StageBatchRequest,
      response: sessionAnswers(200, StagedList, 400),
    },
    handler: edits(stageBatch),
  }),

  route({
    method: 'GET',
    path: staged,
    operationId: 'listStagedExperiments',
    permission: 'session:read',
    schema: { summary: 'Staged experiments', response: sessionAnswers(200, StagedList) },
    handler: reads(stagedView),
  }),

  route({
    method: 'DELETE',
    path: staged,
    operationId: 'clearStagedExperiments',
    permission: 'session:write',
    once: true,
    schema: { summary: 'Unstage all', response: sessionAnswers(200, StagedCleared) },
    handler: clears(clearStaged),
  }),

  route({
    method: 'POST',
    path: `${staged}/complete`,
    operationId: 'completeStagedExperiments',
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Record the outputs of all staged experiments',
      querystring: AutoTrainQuery,
      body: StagedCompleteRequest,
      response: sessionAnswers(200, StagedCompleted, 400, 409),
    },
    handler: records(completeStaged),
  }),
]);
