import { Grant, GrantList, GrantParams, GrantRequest } from '../../../contract/server/accounts.ts';
import { ErrorBody } from '../../../contract/server/errors.ts';
import { personOf } from '../../auth/people.ts';
import { NotFoundError } from '../../errors.ts';
import { empty, sessionAnswers } from '../plugins/answers/answers.ts';
import { type Route, route, tagged } from '../route.ts';
import { gateOf } from './accounts.ts';

const grants = '/sessions/:session_id/grants';

export const grantRoutes: readonly Route[] = tagged('accounts', [
  route({
    method: 'GET',
    path: grants,
    operationId: 'listGrants',
    permission: 'session:read',
    unversioned: true,
    schema: {
      summary: 'The roles of people in the session',
      response: { ...sessionAnswers(200, GrantList), 409: ErrorBody },
    },
    handler: async ({ params: { session_id } }, services) => {
      const gate = gateOf(services);
      await services.sessions.version(session_id);
      const { people } = await gate.accounts.read();
      const roles = await gate.accounts.grantsOf(session_id);
      const items = people.flatMap(({ id, name }) => {
        const role = roles.get(id);
        return role === undefined ? [] : [{ person_id: id, name, role }];
      });
      const { caller } = services;
      return { items, mine: (caller && (await gate.roleIn(caller, session_id))) ?? null };
    },
  }),

  route({
    method: 'PUT',
    path: `${grants}/:person_id`,
    operationId: 'setGrant',
    permission: 'session:own',
    readOnly: true,
    ignoresLock: true,
    schema: {
      summary: 'Share the session with a person, or change their role',
      params: GrantParams,
      body: GrantRequest,
      response: sessionAnswers(200, Grant),
    },
    handler: async ({ params: { session_id, person_id }, body: { role } }, services) => {
      const gate = gateOf(services);
      await services.sessions.version(session_id);
      const { id, name } = personOf(await gate.accounts.read(), person_id);
      await gate.accounts.grant(session_id, id, role);
      return { person_id: id, name, role };
    },
  }),

  route({
    method: 'DELETE',
    path: `${grants}/:person_id`,
    operationId: 'deleteGrant',
    permission: 'session:own',
    readOnly: true,
    ignoresLock: true,
    status: 204,
    schema: {
      summary: 'Stop sharing the session with a person; their sockets close within seconds',
      params: GrantParams,
      response: sessionAnswers(204, empty),
    },
    handler: async ({ params: { session_id, person_id } }, services) => {
      const gate = gateOf(services);
      await services.sessions.version(session_id);
      const roles = await gate.accounts.grantsOf(session_id);
      if (!roles.has(person_id)) {
        throw new NotFoundError(`person '${person_id}' has no role in session '${session_id}'`);
      }
      await gate.accounts.grant(session_id, person_id, null);
      await gate.recheck();
      return null;
    },
  }),
]);
