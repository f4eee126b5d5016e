import { SessionParams } from '../../../contract/common.ts';
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
} from '../../../contract/visualizations.ts';
import {
  applyContour,
  calibrationPlot,
  hyperparametersPlot,
  parityPlot,
  prepareContour,
  qqPlot,
} from '../../session/plots.ts';
import { sessionAnswers } from '../plugins/answers.ts';
import { clientGone } from '../plugins/client-gone.ts';
import type { App } from '../plugins/type-provider.ts';
import type { Services } from '../services.ts';

const tags = ['visualizations'];
const params = SessionParams;
const plots = '/sessions/:session_id/visualizations';

export function visualizationRoutes(app: App, { sessions }: Services): void {
  app.get(
    `${plots}/parity`,
    {
      schema: {
        tags,
        summary: 'Predicted against actual values of the cross-validation',
        params,
        querystring: PlotQuery,
        response: sessionAnswers(200, ParityPlot, 400),
      },
    },
    ({ params: { session_id }, query }) => sessions.read(session_id, (state) => parityPlot(state, query)),
  );

  app.get(
    `${plots}/qq_plot`,
    {
      schema: {
        tags,
        summary: 'Standardized residuals against normal quantiles',
        params,
        querystring: PlotQuery,
        response: sessionAnswers(200, QqPlot, 400),
      },
    },
    ({ params: { session_id }, query }) => sessions.read(session_id, (state) => qqPlot(state, query)),
  );

  app.get(
    `${plots}/calibration`,
    {
      schema: {
        tags,
        summary: 'Nominal against observed coverage of intervals',
        params,
        querystring: PlotQuery,
        response: sessionAnswers(200, CalibrationPlot, 400),
      },
    },
    ({ params: { session_id }, query }) =>
      sessions.read(session_id, (state) => calibrationPlot(state, query)),
  );

  app.get(
    `${plots}/metrics`,
    {
      schema: {
        tags,
        summary: 'Learning curve: scores over the number of experiments',
        params,
        querystring: LearningCurveQuery,
        response: sessionAnswers(200, LearningCurve, 400),
      },
    },
    ({ params: { session_id }, query }, reply) =>
      sessions.learningCurve(session_id, query, clientGone(reply)),
  );

  app.get(
    `${plots}/hyperparameters`,
    {
      schema: {
        tags,
        summary: 'Hyperparameters and choices of the model',
        params,
        response: sessionAnswers(200, HyperparametersView, 400),
      },
    },
    ({ params: { session_id } }) => sessions.read(session_id, hyperparametersPlot),
  );

  for (const name of ['contour', 'surface']) {
    app.post(
      `${plots}/${name}`,
      {
        config: { readOnly: true },
        schema: {
          tags,
          summary: 'Predictions over a grid of two variables',
          params,
          body: ContourRequest,
          response: sessionAnswers(200, ContourPlot, 400),
        },
      },
      ({ params: { session_id }, body }, reply) =>
        sessions.work(session_id, prepareContour, applyContour, body, clientGone(reply)),
    );
  }
}
