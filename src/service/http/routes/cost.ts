import {
  CostDesign,
  CostDesignRequest,
  CostModelAnswer,
  CostModelPatch,
  CostModelQuery,
  CostModelRequest,
  EvaluateCostRequest,
  EvaluateCostResponse,
  EvaluateFunctionRequest,
  EvaluateFunctionResponse,
  ValidateCostRequest,
  ValidateCostResponse,
} from '../../../contract/costs/cost.ts';
import {
  checkCostModel,
  checkCostPatch,
  deleteCostModel,
  patchCostModel,
  putCostModel,
  readCostModel,
} from '../../session/costs/cost.ts';
import { applyCostDesign, prepareCostDesign } from '../../session/costs/cost-design.ts';
import { evaluateCost, validateCost } from '../../session/costs/cost-functions.ts';
import { evaluateCostModel } from '../../session/costs/cost-plan.ts';
import { clears, edits, readsBy, works } from '../handlers.ts';
import { answers, empty, sessionAnswers } from '../plugins/answers/answers.ts';
import { type Route, route, tagged } from '../route.ts';

export const costRoutes: readonly Route[] = tagged('cost', [
  route({
    method: 'GET',
    path: '/sessions/:session_id/cost-model',
    operationId: 'getCostModel',
    permission: 'session:read',
    schema: {
      summary: 'The cost model, and the amount spent',
      querystring: CostModelQuery,
      response: sessionAnswers(200, CostModelAnswer),
    },
    handler: readsBy(readCostModel),
  }),

  route({
    method: 'PUT',
    path: '/sessions/:session_id/cost-model',
    operationId: 'setCostModel',
    permission: 'session:write',
    // Checked before the schema, which would report the errors of all other kinds of record, too.
    check: checkCostModel,
    schema: {
      summary: 'Replace the cost model',
      description: 'Omitted parts cost nothing. Units of all parts must agree.',
      body: CostModelRequest,
      response: sessionAnswers(200, CostModelAnswer, 400),
    },
    handler: edits(putCostModel),
  }),

  route({
    method: 'PATCH',
    path: '/sessions/:session_id/cost-model',
    operationId: 'changeCostModel',
    permission: 'session:write',
    check: checkCostPatch,
    schema: {
      summary: 'Change parts of the cost model',
      description:
        'Variables, changes, measurements and values per unit are changed by name, and null removes an entry. Omitted parts are kept. If there is no cost model, one is created.',
      body: CostModelPatch,
      response: sessionAnswers(200, CostModelAnswer, 400),
    },
    handler: edits(patchCostModel),
  }),

  route({
    method: 'DELETE',
    path: '/sessions/:session_id/cost-model',
    operationId: 'deleteCostModel',
    permission: 'session:write',
    status: 204,
    once: true,
    schema: { summary: 'Delete the cost model', response: sessionAnswers(204, empty) },
    handler: clears(deleteCostModel),
  }),

  route({
    method: 'POST',
    path: '/sessions/:session_id/cost-model/evaluate',
    operationId: 'evaluateCostModel',
    permission: 'session:read',
    readOnly: true,
    schema: {
      summary: 'The cost of planned runs in sequence, and their cheapest order',
      body: EvaluateCostRequest,
      response: sessionAnswers(200, EvaluateCostResponse, 400),
    },
    handler: ({ params: { session_id }, body }, { sessions }) =>
      sessions.read(session_id, (state) => evaluateCostModel(state, body)),
  }),

  route({
    method: 'POST',
    path: '/sessions/:session_id/cost-model/design',
    operationId: 'createDesignWithinBudget',
    permission: 'session:write',
    job: true,
    schema: {
      summary: 'The optimal design within a budget',
      description: 'It has as many runs as the budget pays for, changes between runs included.',
      body: CostDesignRequest,
      response: sessionAnswers(200, CostDesign, 400),
    },
    handler: works(prepareCostDesign, applyCostDesign),
  }),

  route({
    method: 'POST',
    path: '/cost-functions/validate',
    operationId: 'validateCostFunction',
    permission: 'service:use',
    schema: {
      summary: 'Check one cost record; nothing is stored',
      body: ValidateCostRequest,
      response: answers(200, ValidateCostResponse),
    },
    handler: async ({ body }) => validateCost(body),
  }),

  route({
    method: 'POST',
    path: '/cost-functions/evaluate',
    operationId: 'evaluateCostFunction',
    permission: 'service:use',
    schema: {
      summary: 'Values, slopes and integrals of one cost record; nothing is stored',
      body: EvaluateFunctionRequest,
      response: answers(200, EvaluateFunctionResponse, 400),
    },
    handler: async ({ body }) => evaluateCost(body),
  }),
]);
