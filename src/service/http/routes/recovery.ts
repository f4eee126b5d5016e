import { Message, SessionParams } from '../../../contract/common.ts';
import { BackupDeleted, BackupTaken, CleanupQuery, RecoveryList } from '../../../contract/recovery.ts';
import { SessionCreated } from '../../../contract/session.ts';
import {
  createBackup,
  deleteBackup,
  listRecoveries,
  removeOldBackups,
  restoreBackup,
} from '../../recovery.ts';
import { created } from '../../session/details.ts';
import { answers, sessionAnswers } from '../plugins/answers.ts';
import type { App } from '../plugins/type-provider.ts';
import type { Services } from '../services.ts';

const tags = ['recovery'];
const params = SessionParams;

export function recoveryRoutes(app: App, { sessions }: Services): void {
  app.post(
    '/sessions/:session_id/backup',
    {
      config: { readOnly: true },
      schema: {
        tags,
        summary: 'Keep a copy if something changed since the last save',
        params,
        response: sessionAnswers(200, BackupTaken),
      },
    },
    ({ params: { session_id } }) => createBackup(sessions, session_id),
  );

  app.delete(
    '/sessions/:session_id/backup',
    {
      config: { readOnly: true },
      schema: {
        tags,
        summary: 'Drop the copies of a session',
        params,
        response: answers(200, BackupDeleted),
      },
    },
    ({ params: { session_id } }) => deleteBackup(sessions, session_id),
  );

  app.get(
    '/recovery/list',
    { schema: { tags, summary: 'Newest copy of every session', response: answers(200, RecoveryList) } },
    () => listRecoveries(sessions),
  );

  app.post(
    '/recovery/:session_id/restore',
    {
      config: { readOnly: true },
      schema: {
        tags,
        summary: 'A new session from the newest copy',
        params,
        response: answers(201, SessionCreated, 404),
      },
    },
    async ({ params: { session_id } }, reply) =>
      reply.code(201).send(created(await restoreBackup(sessions, session_id))),
  );

  app.delete(
    '/recovery/cleanup',
    {
      schema: {
        tags,
        summary: 'Drop copies older than some hours',
        querystring: CleanupQuery,
        response: answers(200, Message),
      },
    },
    ({ query: { max_age_hours = 24 } }) => removeOldBackups(sessions, max_age_hours),
  );
}
