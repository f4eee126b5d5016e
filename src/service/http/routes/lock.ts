import { SessionParams } from '../../../contract/common.ts';
import { Lock, LockRequest, UnlockQuery } from '../../../contract/lock.ts';
import { lockView, releaseLock, takeLock } from '../../session/lock.ts';
import { sessionAnswers } from '../plugins/answers.ts';
import { type Route, route } from '../route.ts';

const tags = ['lock'];
const params = SessionParams;
const lock = '/sessions/:session_id/lock';

export const lockRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: lock,
    permission: 'session:read',
    schema: { tags, summary: 'Who holds the lock', params, response: sessionAnswers(200, Lock) },
    handler: ({ params: { session_id } }, { sessions }) => sessions.read(session_id, lockView),
  }),

  route({
    method: 'POST',
    path: lock,
    permission: 'session:write',
    schema: {
      tags,
      summary: 'Take the lock; it is advice, writes are not refused',
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
    schema: {
      tags,
      summary: 'Release the lock; without a token it is forced open',
      params,
      querystring: UnlockQuery,
      response: sessionAnswers(200, Lock, 403),
    },
    handler: ({ params: { session_id }, query: { lock_token } }, { sessions, terms }) =>
      sessions.edit(session_id, (state) => releaseLock(state, lock_token), null, terms),
  }),
];
