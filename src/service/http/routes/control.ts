import { SessionParams } from '../../../contract/common.ts';
import { Control, ControlRequest } from '../../../contract/control.ts';
import { controlView, putControl } from '../../session/control.ts';
import { sessionAnswers } from '../plugins/answers.ts';
import { type Route, route, tagged } from '../route.ts';

const params = SessionParams;
const control = '/sessions/:session_id/control';

export const controlRoutes: readonly Route[] = tagged('control', [
  route({
    method: 'GET',
    path: control,
    permission: 'session:read',
    schema: {
      summary: 'Requests to the runner, and its reports',
      params,
      response: sessionAnswers(200, Control),
    },
    handler: ({ params: { session_id } }, { sessions }) => sessions.read(session_id, controlView),
  }),

  route({
    method: 'PUT',
    path: control,
    permission: 'session:write',
    schema: {
      summary: 'Send a request to the runner, or report its state',
      params,
      body: ControlRequest,
      response: sessionAnswers(200, Control, 400),
    },
    handler: ({ params: { session_id }, body }, { sessions, terms }) =>
      sessions.edit(session_id, putControl, body, terms),
  }),
]);
