import { SessionParams } from '../../../contract/common.ts';
import {
  Model,
  PredictRequest,
  PredictResponse,
  TrainRequest,
  TrainResponse,
} from '../../../contract/model.ts';
import { applyPredict, preparePredict } from '../../session/predict.ts';
import { applyTrain, modelView, prepareTrain } from '../../session/train.ts';
import { sessionAnswers } from '../plugins/answers.ts';
import { clientGone } from '../plugins/client-gone.ts';
import type { App } from '../plugins/type-provider.ts';
import type { Services } from '../services.ts';

const tags = ['model'];
const params = SessionParams;

export function modelRoutes(app: App, { sessions }: Services): void {
  app.post(
    '/sessions/:session_id/model/train',
    {
      schema: {
        tags,
        summary: 'Train the model; other requests go on meanwhile',
        params,
        body: TrainRequest,
        response: sessionAnswers(200, TrainResponse, 400),
      },
    },
    ({ params: { session_id }, body }, reply) =>
      sessions.work(session_id, prepareTrain, applyTrain, body, clientGone(reply)),
  );

  app.get(
    '/sessions/:session_id/model',
    { schema: { tags, summary: 'The model', params, response: sessionAnswers(200, Model) } },
    ({ params: { session_id } }) => sessions.read(session_id, modelView),
  );

  app.post(
    '/sessions/:session_id/model/predict',
    {
      config: { readOnly: true },
      schema: {
        tags,
        summary: 'Predict at points',
        params,
        body: PredictRequest,
        response: sessionAnswers(200, PredictResponse, 400),
      },
    },
    ({ params: { session_id }, body }, reply) =>
      sessions.work(session_id, preparePredict, applyPredict, body, clientGone(reply)),
  );
}
