import {
  InitialDesign,
  InitialDesignRequest,
  OptimalDesign,
  OptimalDesignInfo,
  OptimalDesignInfoRequest,
  OptimalDesignRequest,
  SplitPlotDesign,
  SplitPlotRequest,
} from '../../../contract/designs/design.ts';
import {
  AnalyseDesignRequest,
  DesignAnalysis,
  DesignEvaluation,
  EvaluateDesignRequest,
} from '../../../contract/designs/design-quality.ts';
import {
  OptimalSplitPlotDesign,
  OptimalSplitPlotRequest,
} from '../../../contract/designs/optimal-split-plot.ts';
import {
  applyInitialDesign,
  applyOptimalDesign,
  applySplitPlot,
  designInfo,
  prepareInitialDesign,
  prepareOptimalDesign,
  prepareSplitPlot,
} from '../../session/designs/design.ts';
import {
  applyAnalyseDesign,
  applyEvaluateDesign,
  prepareAnalyseDesign,
  prepareEvaluateDesign,
} from '../../session/designs/design-quality.ts';
import { applyOptimalSplitPlot, prepareOptimalSplitPlot } from '../../session/designs/optimal-split-plot.ts';
import { works } from '../handlers.ts';
import { sessionAnswers } from '../plugins/answers/answers.ts';
import { type Route, route, tagged } from '../route.ts';

export const designRoutes: readonly Route[] = tagged('designs', [
  route({
    method: 'POST',
    path: '/sessions/:session_id/initial-design',
    operationId: 'createInitialDesign',
    permission: 'session:write',
    job: true,
    schema: {
      summary: 'A space-filling or classical design',
      body: InitialDesignRequest,
      response: sessionAnswers(200, InitialDesign, 400),
    },
    handler: works(prepareInitialDesign, applyInitialDesign),
  }),

  route({
    method: 'POST',
    path: '/sessions/:session_id/optimal-design/info',
    operationId: 'getOptimalDesignInfo',
    permission: 'session:read',
    readOnly: true,
    schema: {
      summary: 'Terms and sizes of a model, before a design is requested',
      body: OptimalDesignInfoRequest,
      response: sessionAnswers(200, OptimalDesignInfo, 400),
    },
    handler: ({ params: { session_id }, body }, { sessions }) =>
      sessions.read(session_id, (state) => designInfo(state, body)),
  }),

  route({
    method: 'POST',
    path: '/sessions/:session_id/optimal-design',
    operationId: 'createOptimalDesign',
    permission: 'session:write',
    job: true,
    schema: {
      summary: 'An optimal design for a model',
      body: OptimalDesignRequest,
      response: sessionAnswers(200, OptimalDesign, 400),
    },
    handler: works(prepareOptimalDesign, applyOptimalDesign),
  }),

  route({
    method: 'POST',
    path: '/sessions/:session_id/optimal-split-plot-design',
    operationId: 'createOptimalSplitPlotDesign',
    permission: 'session:write',
    job: true,
    schema: {
      summary: 'An optimal split-plot design for a model',
      description: 'Plots follow from the change levels of the variables: very_hard, hard, easy.',
      body: OptimalSplitPlotRequest,
      response: sessionAnswers(200, OptimalSplitPlotDesign, 400),
    },
    handler: works(prepareOptimalSplitPlot, applyOptimalSplitPlot),
  }),

  route({
    method: 'POST',
    path: '/sessions/:session_id/split-plot-design',
    operationId: 'createSplitPlotDesign',
    permission: 'session:write',
    job: true,
    schema: {
      summary: 'A split-plot design, nested by change level',
      body: SplitPlotRequest,
      response: sessionAnswers(200, SplitPlotDesign, 400),
    },
    handler: works(prepareSplitPlot, applySplitPlot),
  }),

  route({
    method: 'POST',
    path: '/sessions/:session_id/design/evaluate',
    operationId: 'evaluateDesign',
    permission: 'session:read',
    job: true,
    readOnly: true,
    schema: {
      summary: 'How well given points, or the recorded experiments, can estimate a model',
      body: EvaluateDesignRequest,
      response: sessionAnswers(200, DesignEvaluation, 400),
    },
    handler: works(prepareEvaluateDesign, applyEvaluateDesign),
  }),

  route({
    method: 'POST',
    path: '/sessions/:session_id/design/analyse',
    operationId: 'analyseDesign',
    permission: 'session:read',
    job: true,
    readOnly: true,
    schema: {
      summary:
        'Analysis of the recorded experiments by least squares, and by REML if they were made in plots',
      body: AnalyseDesignRequest,
      response: sessionAnswers(200, DesignAnalysis, 400),
    },
    handler: works(prepareAnalyseDesign, applyAnalyseDesign),
  }),
]);
