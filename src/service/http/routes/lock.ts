import { SessionParams } from '../../../contract/common.ts';
import { Lock, LockPolicy, LockRequest, UnlockQuery } from '../../../contract/lock.ts';
import { lockView, releaseLock, setLockPolicy, takeLock } from '../../session/lock.ts';
import { sessionAnswers } from '../plugins/answers.ts';
import { type Route, route, tagged } from '../route.ts';

const params = SessionParams;
const lock = '/sessions/:session_id/lock';

export const lockRoutes: readonly Route[] = tagged('lock', [
  route({
    method: 'GET',
    path: lock,
    permission: 'session:read',
    schema: { summary: 'Who holds the lock', params, response: sessionAnswers(200, Lock) },
    handler: ({ params: { session_id } }, { sessions }) => sessions.read(session_id, lockView),
  }),

  route({
    method: 'POST',
    path: lock,
    permission: 'session:write',
    ignoresLock: true,
    schema: {
      summary: 'Take the lock; it is advisory unless the session enforces it',
      params,
      body: LockRequest,
      response: sessionAnswers(200, Lock, 409),
    },
    handler: ({ params: { session_id }, body }, { sessions, terms }) =>
      sessions.edit(session_id, takeLock, body, terms),
  }),

  route({
    method: 'DELETE',
    path: lock,
    permission: 'session:write',
    ignoresLock: true,
    schema: {
      summary: 'Release the lock; without a token it is forced open',
      params,
      querystring: UnlockQuery,
      response: sessionAnswers(200, Lock, 403),
    },
    handler: ({ params: { session_id }, query: { lock_token } }, { sessions, terms }) =>
      sessions.edit(session_id, (state) => releaseLock(state, lock_token), null, terms),
  }),

  route({
    method: 'PUT',
    path: `${lock}/policy`,
    permission: 'session:own',
    ignoresLock: true,
    schema: {
      summary: 'Whether changes are refused (423) without the token while the lock is held',
      params,
      body: LockPolicy,
      response: sessionAnswers(200, Lock),
    },
    handler: ({ params: { session_id }, body }, { sessions, terms }) =>
      sessions.edit(session_id, setLockPolicy, body, terms),
  }),
]);
