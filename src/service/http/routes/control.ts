import {
  AuditEventRecorded,
  AuditEventRequest,
  AuditList,
  AuditLocked,
  AuditLockRequest,
  AuditQuery,
  ConfigChanges,
} from '../../../contract/audit.ts';
import { SessionParams } from '../../../contract/common.ts';
import { Control, ControlRequest } from '../../../contract/control.ts';
import { Lock, LockRequest, UnlockQuery } from '../../../contract/lock.ts';
import {
  addAuditEvent,
  auditMarkdown,
  configChanges,
  listAudit,
  lockAudit,
} from '../../session/audit-log.ts';
import { controlView, putControl } from '../../session/control.ts';
import { lockView, releaseLock, takeLock } from '../../session/lock.ts';
import { file, sessionAnswers } from '../plugins/answers.ts';
import { attach } from '../plugins/files.ts';
import type { App } from '../plugins/type-provider.ts';
import type { Services } from '../services.ts';

const params = SessionParams;

export function lockRoutes(app: App, { sessions }: Services): void {
  const tags = ['lock'];
  const lock = '/sessions/:session_id/lock';

  app.get(
    lock,
    { schema: { tags, summary: 'Who holds the lock', params, response: sessionAnswers(200, Lock) } },
    ({ params: { session_id } }) => sessions.read(session_id, lockView),
  );

  app.post(
    lock,
    {
      schema: {
        tags,
        summary: 'Take the lock; it is advice, writes are not refused',
        params,
        body: LockRequest,
        response: sessionAnswers(200, Lock, 409),
      },
    },
    ({ params: { session_id }, body }) => sessions.edit(session_id, takeLock, body),
  );

  app.delete(
    lock,
    {
      schema: {
        tags,
        summary: 'Release the lock; without a token it is forced open',
        params,
        querystring: UnlockQuery,
        response: sessionAnswers(200, Lock, 403),
      },
    },
    ({ params: { session_id }, query: { lock_token } }) =>
      sessions.edit(session_id, (state) => releaseLock(state, lock_token), null),
  );
}

export function auditRoutes(app: App, { sessions }: Services): void {
  const tags = ['audit'];
  const audit = '/sessions/:session_id/audit';

  app.get(
    audit,
    {
      schema: {
        tags,
        summary: 'The audit log',
        params,
        querystring: AuditQuery,
        response: sessionAnswers(200, AuditList),
      },
    },
    ({ params: { session_id }, query }) =>
      sessions.read(session_id, (state) => listAudit(state, query.entry_type)),
  );

  app.post(
    `${audit}/lock`,
    {
      schema: {
        tags,
        summary: 'Write down data, model or acquisition as decided',
        params,
        body: AuditLockRequest,
        response: sessionAnswers(200, AuditLocked, 400),
      },
    },
    ({ params: { session_id }, body }) => sessions.edit(session_id, lockAudit, body),
  );

  app.post(
    `${audit}/event`,
    {
      schema: {
        tags,
        summary: 'Write down an event of your own',
        params,
        body: AuditEventRequest,
        response: sessionAnswers(200, AuditEventRecorded),
      },
    },
    ({ params: { session_id }, body }) => sessions.edit(session_id, addAuditEvent, body),
  );

  app.get(
    `${audit}/export`,
    {
      schema: {
        tags,
        summary: 'The audit log as Markdown',
        produces: 'text/markdown',
        params,
        response: sessionAnswers(200, file),
      },
    },
    async ({ params: { session_id } }, reply) =>
      attach(
        reply,
        `audit_log_${session_id}.md`,
        'text/markdown',
        await sessions.read(session_id, auditMarkdown),
      ),
  );

  app.get(
    `${audit}/config-changes`,
    {
      schema: {
        tags,
        summary: 'What was decided when',
        params,
        response: sessionAnswers(200, ConfigChanges),
      },
    },
    ({ params: { session_id } }) => sessions.read(session_id, configChanges),
  );
}

export function controlRoutes(app: App, { sessions }: Services): void {
  const tags = ['control'];
  const control = '/sessions/:session_id/control';

  app.get(
    control,
    {
      schema: {
        tags,
        summary: 'Requests to and reports of the runner',
        params,
        response: sessionAnswers(200, Control),
      },
    },
    ({ params: { session_id } }) => sessions.read(session_id, controlView),
  );

  app.put(
    control,
    {
      schema: {
        tags,
        summary: 'Ask the runner, or report for it',
        params,
        body: ControlRequest,
        response: sessionAnswers(200, Control, 400),
      },
    },
    ({ params: { session_id }, body }) => sessions.edit(session_id, putControl, body),
  );
}
