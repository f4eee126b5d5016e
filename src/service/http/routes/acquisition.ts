import {
  FindOptimumRequest,
  FindOptimumResponse,
  SuggestRequest,
  SuggestResponse,
} from '../../../contract/suggestions/acquisition.ts';
import { applyAutoSuggest, isAuto, prepareAutoSuggest } from '../../session/suggestions/auto-suggest.ts';
import {
  applyFindOptimum,
  applySuggest,
  prepareFindOptimum,
  prepareSuggest,
} from '../../session/suggestions/suggest.ts';
import { works } from '../handlers.ts';
import { sessionAnswers } from '../plugins/answers/answers.ts';
import { type Route, route, tagged } from '../route.ts';

export const acquisitionRoutes: readonly Route[] = tagged('acquisition', [
  route({
    method: 'POST',
    path: '/sessions/:session_id/acquisition/suggest',
    operationId: 'suggest',
    permission: 'session:write',
    job: true,
    schema: {
      summary: 'Suggest the next experiments',
      body: SuggestRequest,
      response: sessionAnswers(200, SuggestResponse, 400),
    },
    handler: ({ params: { session_id }, body }, { sessions, options }) =>
      isAuto(body)
        ? sessions.work(session_id, prepareAutoSuggest, applyAutoSuggest, body, options)
        : sessions.work(session_id, prepareSuggest, applySuggest, body, options),
  }),

  route({
    method: 'POST',
    path: '/sessions/:session_id/acquisition/find-optimum',
    operationId: 'findOptimum',
    permission: 'session:read',
    job: true,
    readOnly: true,
    schema: {
      summary: 'The point with the best predicted value',
      body: FindOptimumRequest,
      response: sessionAnswers(200, FindOptimumResponse, 400),
    },
    handler: works(prepareFindOptimum, applyFindOptimum),
  }),
]);
