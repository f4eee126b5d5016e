import { Model, ModelValidation, TrainRequest, TrainResponse } from '../../../contract/models/model.ts';
import { PredictRequest, PredictResponse } from '../../../contract/models/prediction.ts';
import { modelView } from '../../session/models/model-view.ts';
import { applyPredict, preparePredict } from '../../session/models/predict.ts';
import { applyTrain, prepareTrain } from '../../session/models/train.ts';
import { applyValidation, knownValidation, prepareValidation } from '../../session/models/validation.ts';
import { reads, works } from '../handlers.ts';
import { sessionAnswers } from '../plugins/answers/answers.ts';
import { type Route, route, tagged } from '../route.ts';

export const modelRoutes: readonly Route[] = tagged('model', [
  route({
    method: 'POST',
    path: '/sessions/:session_id/model/train',
    operationId: 'trainModel',
    permission: 'session:write',
    job: true,
    schema: {
      summary: 'Train the model; other requests are served meanwhile',
      body: TrainRequest,
      response: sessionAnswers(200, TrainResponse, 400),
    },
    handler: works(prepareTrain, applyTrain),
  }),

  route({
    method: 'GET',
    path: '/sessions/:session_id/model',
    operationId: 'getModel',
    permission: 'session:read',
    schema: { summary: 'The model', response: sessionAnswers(200, Model) },
    handler: reads(modelView),
  }),

  route({
    method: 'GET',
    path: '/sessions/:session_id/model/validation',
    operationId: 'getModelValidation',
    permission: 'session:read',
    job: true,
    schema: {
      summary: 'Scores of the model on left-out rows, by refits; computed on the first request',
      response: sessionAnswers(200, ModelValidation, 400),
    },
    handler: async ({ params: { session_id } }, { sessions, options }) =>
      (await sessions.read(session_id, knownValidation)) ??
      sessions.work(session_id, prepareValidation, applyValidation, null, options),
  }),

  route({
    method: 'POST',
    path: '/sessions/:session_id/model/predict',
    operationId: 'predict',
    permission: 'session:read',
    job: true,
    readOnly: true,
    schema: {
      summary: 'Predict at points',
      body: PredictRequest,
      response: sessionAnswers(200, PredictResponse, 400),
    },
    handler: works(preparePredict, applyPredict),
  }),
]);
