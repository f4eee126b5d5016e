import { Rules, RulesRequest } from '../../../contract/variables/rules.ts';
import { putRules, rulesView } from '../../session/variables/rules.ts';
import { edits, reads } from '../handlers.ts';
import { sessionAnswers } from '../plugins/answers/answers.ts';
import { type Route, route, tagged } from '../route.ts';

const rules = '/sessions/:session_id/rules';

export const ruleRoutes: readonly Route[] = tagged('rules', [
  route({
    method: 'GET',
    path: rules,
    operationId: 'getRules',
    permission: 'session:read',
    schema: {
      summary: 'Safety limits, and whether runs require approval',
      response: sessionAnswers(200, Rules),
    },
    handler: reads(rulesView),
  }),

  route({
    method: 'PUT',
    path: rules,
    operationId: 'setRules',
    permission: 'session:own',
    schema: {
      summary:
        'Set the safety limits of designs, suggestions and staged runs, and whether runs require approval',
      body: RulesRequest,
      response: sessionAnswers(200, Rules, 400),
    },
    handler: edits(putRules),
  }),
]);
