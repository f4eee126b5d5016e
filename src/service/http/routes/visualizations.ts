import {
  CalibrationPlot,
  ContourPlot,
  ContourRequest,
  HyperparametersView,
  LearningCurve,
  LearningCurveQuery,
  ParityPlot,
  PlotQuery,
  QqPlot,
} from '../../../contract/models/visualizations.ts';
import {
  applyContour,
  calibrationPlot,
  hyperparametersPlot,
  parityPlot,
  prepareContour,
  qqPlot,
} from '../../session/models/plots.ts';
import { reads, readsBy, works } from '../handlers.ts';
import { sessionAnswers } from '../plugins/answers/answers.ts';
import { type Route, route, tagged } from '../route.ts';

const plots = '/sessions/:session_id/visualizations';

export const visualizationRoutes: readonly Route[] = tagged('visualizations', [
  route({
    method: 'GET',
    path: `${plots}/parity`,
    operationId: 'getParityPlot',
    permission: 'session:read',
    schema: {
      summary: 'Predicted against actual values of the cross-validation',
      querystring: PlotQuery,
      response: sessionAnswers(200, ParityPlot, 400),
    },
    handler: readsBy(parityPlot),
  }),

  route({
    method: 'GET',
    path: `${plots}/qq_plot`,
    operationId: 'getQqPlot',
    permission: 'session:read',
    schema: {
      summary: 'Standardized residuals against normal quantiles',
      querystring: PlotQuery,
      response: sessionAnswers(200, QqPlot, 400),
    },
    handler: readsBy(qqPlot),
  }),

  route({
    method: 'GET',
    path: `${plots}/calibration`,
    operationId: 'getCalibrationPlot',
    permission: 'session:read',
    schema: {
      summary: 'Nominal against observed coverage of intervals',
      querystring: PlotQuery,
      response: sessionAnswers(200, CalibrationPlot, 400),
    },
    handler: readsBy(calibrationPlot),
  }),

  route({
    method: 'GET',
    path: `${plots}/metrics`,
    operationId: 'getLearningCurve',
    permission: 'session:read',
    job: true,
    schema: {
      summary: 'Learning curve: scores over the number of experiments',
      querystring: LearningCurveQuery,
      response: sessionAnswers(200, LearningCurve, 400),
    },
    handler: ({ params: { session_id }, query }, { sessions, options }) =>
      sessions.learningCurve(session_id, query, options),
  }),

  route({
    method: 'GET',
    path: `${plots}/hyperparameters`,
    operationId: 'getHyperparameters',
    permission: 'session:read',
    schema: {
      summary: 'Hyperparameters and choices of the model',
      response: sessionAnswers(200, HyperparametersView, 400),
    },
    handler: reads(hyperparametersPlot),
  }),

  ...(['Contour', 'Surface'] as const).map((name) =>
    route({
      method: 'POST',
      path: `${plots}/${name.toLowerCase()}`,
      operationId: `get${name}Plot`,
      permission: 'session:read',
      job: true,
      readOnly: true,
      schema: {
        summary: 'Predictions over a grid of two variables',
        body: ContourRequest,
        response: sessionAnswers(200, ContourPlot, 400),
      },
      handler: works(prepareContour, applyContour),
    }),
  ),
]);
