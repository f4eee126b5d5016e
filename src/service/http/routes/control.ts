import { Control, ControlRequest } from '../../../contract/sessions/control.ts';
import { controlView, putControl } from '../../session/metadata/control.ts';
import { edits, reads } from '../handlers.ts';
import { sessionAnswers } from '../plugins/answers/answers.ts';
import { type Route, route, tagged } from '../route.ts';

const control = '/sessions/:session_id/control';

export const controlRoutes: readonly Route[] = tagged('control', [
  route({
    method: 'GET',
    path: control,
    operationId: 'getControl',
    permission: 'session:read',
    schema: { summary: 'Requests to the runner, and its reports', response: sessionAnswers(200, Control) },
    handler: reads(controlView),
  }),

  route({
    method: 'PUT',
    path: control,
    operationId: 'setControl',
    permission: 'session:write',
    schema: {
      summary: 'Send a request to the runner, or report its state',
      body: ControlRequest,
      response: sessionAnswers(200, Control, 400),
    },
    handler: edits(putControl),
  }),
]);
