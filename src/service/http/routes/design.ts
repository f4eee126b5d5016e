import { SessionParams } from '../../../contract/common.ts';
import {
  InitialDesign,
  InitialDesignRequest,
  OptimalDesign,
  OptimalDesignInfo,
  OptimalDesignInfoRequest,
  OptimalDesignRequest,
  SplitPlotDesign,
  SplitPlotRequest,
} from '../../../contract/design.ts';
import {
  applyInitialDesign,
  applyOptimalDesign,
  applySplitPlot,
  designInfo,
  prepareInitialDesign,
  prepareOptimalDesign,
  prepareSplitPlot,
} from '../../session/design.ts';
import { sessionAnswers } from '../plugins/answers.ts';
import { clientGone } from '../plugins/client-gone.ts';
import type { App } from '../plugins/type-provider.ts';
import type { Services } from '../services.ts';

const tags = ['designs'];
const params = SessionParams;

export function designRoutes(app: App, { sessions }: Services): void {
  app.post(
    '/sessions/:session_id/initial-design',
    {
      schema: {
        tags,
        summary: 'A space-filling or classical design',
        params,
        body: InitialDesignRequest,
        response: sessionAnswers(200, InitialDesign, 400),
      },
    },
    ({ params: { session_id }, body }, reply) =>
      sessions.work(session_id, prepareInitialDesign, applyInitialDesign, body, clientGone(reply)),
  );

  app.post(
    '/sessions/:session_id/optimal-design/info',
    {
      config: { readOnly: true },
      schema: {
        tags,
        summary: 'Terms and sizes of a model, before asking for a design',
        params,
        body: OptimalDesignInfoRequest,
        response: sessionAnswers(200, OptimalDesignInfo, 400),
      },
    },
    ({ params: { session_id }, body }) => sessions.read(session_id, (state) => designInfo(state, body)),
  );

  app.post(
    '/sessions/:session_id/optimal-design',
    {
      schema: {
        tags,
        summary: 'An optimal design for a model',
        params,
        body: OptimalDesignRequest,
        response: sessionAnswers(200, OptimalDesign, 400),
      },
    },
    ({ params: { session_id }, body }, reply) =>
      sessions.work(session_id, prepareOptimalDesign, applyOptimalDesign, body, clientGone(reply)),
  );

  app.post(
    '/sessions/:session_id/split-plot-design',
    {
      schema: {
        tags,
        summary: 'A split-plot design, nested by change level',
        params,
        body: SplitPlotRequest,
        response: sessionAnswers(200, SplitPlotDesign, 400),
      },
    },
    ({ params: { session_id }, body }, reply) =>
      sessions.work(session_id, prepareSplitPlot, applySplitPlot, body, clientGone(reply)),
  );
}
