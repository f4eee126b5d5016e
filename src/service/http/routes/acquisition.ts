import {
  FindOptimumRequest,
  FindOptimumResponse,
  SuggestRequest,
  SuggestResponse,
} from '../../../contract/acquisition.ts';
import { SessionParams } from '../../../contract/common.ts';
import { applyAutoSuggest, isAuto, prepareAutoSuggest } from '../../session/auto-suggest.ts';
import { applyFindOptimum, applySuggest, prepareFindOptimum, prepareSuggest } from '../../session/suggest.ts';
import { sessionAnswers } from '../plugins/answers.ts';
import { clientGone } from '../plugins/client-gone.ts';
import type { App } from '../plugins/type-provider.ts';
import type { Services } from '../services.ts';

const tags = ['acquisition'];
const params = SessionParams;

export function acquisitionRoutes(app: App, { sessions }: Services): void {
  app.post(
    '/sessions/:session_id/acquisition/suggest',
    {
      schema: {
        tags,
        summary: 'Suggest the next experiments',
        params,
        body: SuggestRequest,
        response: sessionAnswers(200, SuggestResponse, 400),
      },
    },
    ({ params: { session_id }, body }, reply) =>
      isAuto(body)
        ? sessions.work(session_id, prepareAutoSuggest, applyAutoSuggest, body, clientGone(reply))
        : sessions.work(session_id, prepareSuggest, applySuggest, body, clientGone(reply)),
  );

  app.post(
    '/sessions/:session_id/acquisition/find-optimum',
    {
      config: { readOnly: true },
      schema: {
        tags,
        summary: 'The point with the best predicted value',
        params,
        body: FindOptimumRequest,
        response: sessionAnswers(200, FindOptimumResponse, 400),
      },
    },
    ({ params: { session_id }, body }, reply) =>
      sessions.work(session_id, prepareFindOptimum, applyFindOptimum, body, clientGone(reply)),
  );
}
