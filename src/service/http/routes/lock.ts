import { Lock, LockPolicy, LockRequest, UnlockQuery } from '../../../contract/sessions/lock.ts';
import { lockView, releaseLock, setLockPolicy, takeLock } from '../../session/metadata/lock.ts';
import { edits, reads } from '../handlers.ts';
import { sessionAnswers } from '../plugins/answers/answers.ts';
import { type Route, route, tagged } from '../route.ts';

const lock = '/sessions/:session_id/lock';

export const lockRoutes: readonly Route[] = tagged('lock', [
  route({
    method: 'GET',
    path: lock,
    operationId: 'getLock',
    permission: 'session:read',
    schema: { summary: 'Who holds the lock', response: sessionAnswers(200, Lock) },
    handler: reads(lockView),
  }),

  route({
    method: 'POST',
    path: lock,
    operationId: 'lockSession',
    permission: 'session:write',
    ignoresLock: true,
    schema: {
      summary: 'Take the lock; it is advisory unless the session enforces it',
      body: LockRequest,
      response: sessionAnswers(200, Lock, 409),
    },
    handler: edits(takeLock),
  }),

  route({
    method: 'DELETE',
    path: lock,
    operationId: 'unlockSession',
    permission: 'session:write',
    ignoresLock: true,
    schema: {
      summary: 'Release the lock; without a token it is forced open',
      querystring: UnlockQuery,
      response: sessionAnswers(200, Lock, 403),
    },
    handler: ({ params: { session_id }, query: { lock_token } }, { sessions, options }) =>
      sessions.edit(session_id, (state) => releaseLock(state, lock_token), null, options),
  }),

  route({
    method: 'PUT',
    path: `${lock}/policy`,
    operationId: 'setLockPolicy',
    permission: 'session:own',
    ignoresLock: true,
    schema: {
      summary: 'Whether changes are refused (423) without the token while the lock is held',
      body: LockPolicy,
      response: sessionAnswers(200, Lock),
    },
    handler: edits(setLockPolicy),
  }),
]);
