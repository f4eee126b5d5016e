import { Message } from '../../../contract/schema-parts.ts';
import {
  ConstraintCreated,
  ConstraintList,
  ConstraintParams,
  ConstraintRequest,
} from '../../../contract/variables/constraints.ts';
import { addConstraint, deleteConstraint, listConstraints } from '../../session/variables/constraints.ts';
import { edits, reads } from '../handlers.ts';
import { sessionAnswers } from '../plugins/answers/answers.ts';
import { type Route, route, tagged } from '../route.ts';

export const constraintRoutes: readonly Route[] = tagged('constraints', [
  route({
    method: 'POST',
    path: '/sessions/:session_id/constraints',
    operationId: 'createConstraint',
    permission: 'session:write',
    once: true,
    status: 201,
    schema: {
      summary: 'Register a linear constraint',
      body: ConstraintRequest,
      response: sessionAnswers(201, ConstraintCreated, 400),
    },
    handler: edits(addConstraint),
  }),

  route({
    method: 'GET',
    path: '/sessions/:session_id/constraints',
    operationId: 'listConstraints',
    permission: 'session:read',
    schema: { summary: 'List constraints', response: sessionAnswers(200, ConstraintList) },
    handler: reads(listConstraints),
  }),

  route({
    method: 'DELETE',
    path: '/sessions/:session_id/constraints/:name',
    operationId: 'deleteConstraint',
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Delete one constraint',
      params: ConstraintParams,
      response: sessionAnswers(200, Message),
    },
    handler: ({ params: { session_id, name } }, { sessions, options }) =>
      sessions.edit(session_id, deleteConstraint, name, options),
  }),
]);
