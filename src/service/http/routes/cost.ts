import { SessionParams } from '../../../contract/common.ts';
import {
  CostDesign,
  CostDesignRequest,
  CostModelAnswer,
  CostModelRequest,
  EvaluateCostRequest,
  EvaluateCostResponse,
  EvaluateFunctionRequest,
  EvaluateFunctionResponse,
  ValidateCostRequest,
  ValidateCostResponse,
} from '../../../contract/cost.ts';
import { checkCostModel, deleteCostModel, getCostModel, putCostModel } from '../../session/cost.ts';
import { applyCostDesign, prepareCostDesign } from '../../session/cost-design.ts';
import { evaluateCost, validateCost } from '../../session/cost-functions.ts';
import { evaluateCostModel } from '../../session/cost-plan.ts';
import { answers, empty, sessionAnswers } from '../plugins/answers.ts';
import { clientGone } from '../plugins/client-gone.ts';
import type { App } from '../plugins/type-provider.ts';
import type { Services } from '../services.ts';

const tags = ['cost'];

export function costRoutes(app: App, { sessions }: Services): void {
  app.get(
    '/sessions/:session_id/cost-model',
    {
      schema: {
        tags,
        summary: 'What experiments cost, and what was spent',
        params: SessionParams,
        response: sessionAnswers(200, CostModelAnswer),
      },
    },
    ({ params: { session_id } }) => sessions.read(session_id, getCostModel),
  );

  app.put(
    '/sessions/:session_id/cost-model',
    {
      // Before the schema, which would answer a bad record with the complaints of every kind that it is not.
      preValidation: async ({ body }) => {
        checkCostModel(body);
      },
      schema: {
        tags,
        summary: 'Set the cost model, replacing the one before',
        description: 'Parts that are left out cost nothing. Units of all parts must agree.',
        params: SessionParams,
        body: CostModelRequest,
        response: sessionAnswers(200, CostModelAnswer, 400),
      },
    },
    ({ params: { session_id }, body }) => sessions.edit(session_id, putCostModel, body),
  );

  app.delete(
    '/sessions/:session_id/cost-model',
    {
      schema: {
        tags,
        summary: 'Forget the cost model',
        params: SessionParams,
        response: sessionAnswers(204, empty),
      },
    },
    async ({ params: { session_id } }, reply) =>
      reply.code(204).send(await sessions.edit(session_id, deleteCostModel, null)),
  );

  app.post(
    '/sessions/:session_id/cost-model/evaluate',
    {
      config: { readOnly: true },
      schema: {
        tags,
        summary: 'What planned runs would cost, one after another, and their cheapest order',
        params: SessionParams,
        body: EvaluateCostRequest,
        response: sessionAnswers(200, EvaluateCostResponse, 400),
      },
    },
    ({ params: { session_id }, body }) =>
      sessions.read(session_id, (state) => evaluateCostModel(state, body)),
  );

  app.post(
    '/sessions/:session_id/cost-model/design',
    {
      schema: {
        tags,
        summary: 'The optimal design that a budget pays for',
        description: 'As many runs as pay; changes between them are paid from the same budget.',
        params: SessionParams,
        body: CostDesignRequest,
        response: sessionAnswers(200, CostDesign, 400),
      },
    },
    ({ params: { session_id }, body }, reply) =>
      sessions.work(session_id, prepareCostDesign, applyCostDesign, body, clientGone(reply)),
  );

  app.post(
    '/cost-functions/validate',
    {
      schema: {
        tags,
        summary: 'Check one cost record; nothing is stored',
        body: ValidateCostRequest,
        response: answers(200, ValidateCostResponse),
      },
    },
    async ({ body }) => validateCost(body),
  );

  app.post(
    '/cost-functions/evaluate',
    {
      schema: {
        tags,
        summary: 'Values, slopes and integrals of one cost record; nothing is stored',
        body: EvaluateFunctionRequest,
        response: answers(200, EvaluateFunctionResponse, 400),
      },
    },
    async ({ body }) => evaluateCost(body),
  );
}
