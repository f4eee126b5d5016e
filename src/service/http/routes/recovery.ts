import { Message } from '../../../contract/schema-parts.ts';
import {
  BackupDeleted,
  BackupTaken,
  CleanupQuery,
  RecoveryList,
} from '../../../contract/sessions/recovery.ts';
import { SessionCreated } from '../../../contract/sessions/session.ts';
import {
  createBackup,
  deleteBackup,
  listRecoveries,
  removeOldBackups,
  restoreBackup,
} from '../../recovery.ts';
import { answers, sessionAnswers } from '../plugins/answers/answers.ts';
import { type Route, route, tagged } from '../route.ts';

export const recoveryRoutes: readonly Route[] = tagged('recovery', [
  route({
    method: 'POST',
    path: '/sessions/:session_id/backup',
    operationId: 'createBackup',
    permission: 'session:write',
    readOnly: true,
    schema: {
      summary: 'Make a backup if the session changed since the last save',
      response: sessionAnswers(200, BackupTaken),
    },
    handler: ({ params: { session_id } }, { sessions }) => createBackup(sessions, session_id),
  }),

  route({
    method: 'DELETE',
    path: '/sessions/:session_id/backup',
    operationId: 'deleteBackup',
    permission: 'session:own',
    readOnly: true,
    schema: { summary: 'Delete the backups of a session', response: answers(200, BackupDeleted) },
    handler: ({ params: { session_id } }, { sessions }) => deleteBackup(sessions, session_id),
  }),

  route({
    method: 'GET',
    path: '/recovery/list',
    operationId: 'listBackups',
    permission: 'session:list',
    schema: { summary: 'The newest backup of every session', response: answers(200, RecoveryList) },
    handler: async (_request, { sessions, visible }) => listRecoveries(sessions, await visible()),
  }),

  route({
    method: 'POST',
    path: '/recovery/:session_id/restore',
    operationId: 'restoreBackup',
    permission: 'session:create',
    once: true,
    readOnly: true,
    status: 201,
    schema: { summary: 'A new session from the newest backup', response: answers(201, SessionCreated, 404) },
    handler: async ({ params: { session_id } }, { sessions, options, caller, gate }) => {
      const owns = caller === undefined || (await gate?.allows(caller, 'session:own', session_id)) === true;
      return restoreBackup(sessions, session_id, options, owns);
    },
  }),

  route({
    method: 'DELETE',
    path: '/recovery/cleanup',
    operationId: 'deleteOldBackups',
    permission: 'server:admin',
    schema: {
      summary: 'Delete backups older than a number of hours',
      querystring: CleanupQuery,
      response: answers(200, Message),
    },
    handler: ({ query: { max_age_hours = 24 } }, { sessions }) => removeOldBackups(sessions, max_age_hours),
  }),
]);
