import { SessionParams } from '../../../contract/common.ts';
import { Rules, RulesRequest } from '../../../contract/rules.ts';
import { putRules, rulesView } from '../../session/rules.ts';
import { sessionAnswers } from '../plugins/answers.ts';
import { type Route, route, tagged } from '../route.ts';

const rules = '/sessions/:session_id/rules';

export const ruleRoutes: readonly Route[] = tagged('rules', [
  route({
    method: 'GET',
    path: rules,
    permission: 'session:read',
    schema: {
      summary: 'Safety limits, and whether runs require approval',
      params: SessionParams,
      response: sessionAnswers(200, Rules),
    },
    handler: ({ params: { session_id } }, { sessions }) => sessions.read(session_id, rulesView),
  }),

  route({
    method: 'PUT',
    path: rules,
    permission: 'session:own',
    schema: {
      summary: 'Set safety limits that no design, suggestion or staged run may leave, and the steps of a run',
      params: SessionParams,
      body: RulesRequest,
      response: sessionAnswers(200, Rules, 400),
    },
    handler: ({ params: { session_id }, body }, { sessions, terms }) =>
      sessions.edit(session_id, putRules, body, terms),
  }),
]);
