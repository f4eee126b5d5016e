import { Message, SessionParams } from '../../../contract/common.ts';
import {
  ConstraintCreated,
  ConstraintList,
  ConstraintParams,
  ConstraintRequest,
} from '../../../contract/constraints.ts';
import { addConstraint, deleteConstraint, listConstraints } from '../../session/constraints.ts';
import { sessionAnswers } from '../plugins/answers.ts';
import type { App } from '../plugins/type-provider.ts';
import type { Services } from '../services.ts';

const tags = ['constraints'];

export function constraintRoutes(app: App, { sessions }: Services): void {
  app.post(
    '/sessions/:session_id/constraints',
    {
      schema: {
        tags,
        summary: 'Register a linear constraint',
        params: SessionParams,
        body: ConstraintRequest,
        response: sessionAnswers(201, ConstraintCreated, 400),
      },
    },
    async ({ params: { session_id }, body }, reply) =>
      reply.code(201).send(await sessions.edit(session_id, addConstraint, body)),
  );

  app.get(
    '/sessions/:session_id/constraints',
    {
      schema: {
        tags,
        summary: 'List constraints',
        params: SessionParams,
        response: sessionAnswers(200, ConstraintList),
      },
    },
    ({ params: { session_id } }) => sessions.read(session_id, listConstraints),
  );

  app.delete(
    '/sessions/:session_id/constraints/:name',
    {
      schema: {
        tags,
        summary: 'Delete one constraint',
        params: ConstraintParams,
        response: sessionAnswers(200, Message),
      },
    },
    ({ params: { session_id, name } }) => sessions.edit(session_id, deleteConstraint, name),
  );
}
