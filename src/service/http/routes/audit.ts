import {
  AuditEventRecorded,
  AuditEventRequest,
  AuditList,
  AuditLocked,
  AuditLockRequest,
  AuditQuery,
  ConfigChanges,
} from '../../../contract/sessions/audit.ts';
import {
  addAuditEvent,
  auditMarkdown,
  configChanges,
  listAudit,
  lockAudit,
} from '../../session/history/audit-log.ts';
import { edits, reads } from '../handlers.ts';
import { file, sessionAnswers } from '../plugins/answers/answers.ts';
import { attach } from '../plugins/bodies/files.ts';
import { type Route, route, tagged } from '../route.ts';

const audit = '/sessions/:session_id/audit';

export const auditRoutes: readonly Route[] = tagged('audit', [
  route({
    method: 'GET',
    path: audit,
    operationId: 'listAuditEntries',
    permission: 'session:read',
    schema: {
      summary: 'The audit log',
      querystring: AuditQuery,
      response: sessionAnswers(200, AuditList),
    },
    handler: ({ params: { session_id }, query }, { sessions }) =>
      sessions.read(session_id, (state) => listAudit(state, query.entry_type)),
  }),

  route({
    method: 'POST',
    path: `${audit}/lock`,
    operationId: 'recordAuditLock',
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Record the data, model or acquisition as final',
      body: AuditLockRequest,
      response: sessionAnswers(200, AuditLocked, 400),
    },
    handler: edits(lockAudit),
  }),

  route({
    method: 'POST',
    path: `${audit}/event`,
    operationId: 'recordAuditEvent',
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Record an event of your own',
      body: AuditEventRequest,
      response: sessionAnswers(200, AuditEventRecorded, 400),
    },
    handler: edits(addAuditEvent),
  }),

  route({
    method: 'GET',
    path: `${audit}/export`,
    operationId: 'exportAuditLog',
    permission: 'session:read',
    schema: {
      summary: 'The audit log as Markdown',
      produces: 'text/markdown',
      response: sessionAnswers(200, file),
    },
    handler: async ({ params: { session_id } }, { sessions, reply }) =>
      attach(
        reply,
        `audit_log_${session_id}.md`,
        'text/markdown',
        auditMarkdown(await sessions.read(session_id, (state) => state)),
      ),
  }),

  route({
    method: 'GET',
    path: `${audit}/config-changes`,
    operationId: 'listConfigChanges',
    permission: 'session:read',
    schema: { summary: 'Decisions in chronological order', response: sessionAnswers(200, ConfigChanges) },
    handler: reads(configChanges),
  }),
]);
