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
import {
  addAuditEvent,
  auditMarkdown,
  configChanges,
  listAudit,
  lockAudit,
} from '../../session/audit-log.ts';
import { file, sessionAnswers } from '../plugins/answers.ts';
import { attach } from '../plugins/files.ts';
import { type Route, route, tagged } from '../route.ts';

const params = SessionParams;
const audit = '/sessions/:session_id/audit';

export const auditRoutes: readonly Route[] = tagged('audit', [
  route({
    method: 'GET',
    path: audit,
    permission: 'session:read',
    schema: {
      summary: 'The audit log',
      params,
      querystring: AuditQuery,
      response: sessionAnswers(200, AuditList),
    },
    handler: ({ params: { session_id }, query }, { sessions }) =>
      sessions.read(session_id, (state) => listAudit(state, query.entry_type)),
  }),

  route({
    method: 'POST',
    path: `${audit}/lock`,
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Record data, model or acquisition as decided',
      params,
      body: AuditLockRequest,
      response: sessionAnswers(200, AuditLocked, 400),
    },
    handler: ({ params: { session_id }, body }, { sessions, terms }) =>
      sessions.edit(session_id, lockAudit, body, terms),
  }),

  route({
    method: 'POST',
    path: `${audit}/event`,
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Record an event of your own',
      params,
      body: AuditEventRequest,
      response: sessionAnswers(200, AuditEventRecorded),
    },
    handler: ({ params: { session_id }, body }, { sessions, terms }) =>
      sessions.edit(session_id, addAuditEvent, body, terms),
  }),

  route({
    method: 'GET',
    path: `${audit}/export`,
    permission: 'session:read',
    schema: {
      summary: 'The audit log as Markdown',
      produces: 'text/markdown',
      params,
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
    permission: 'session:read',
    schema: {
      summary: 'What was decided when',
      params,
      response: sessionAnswers(200, ConfigChanges),
    },
    handler: ({ params: { session_id } }, { sessions }) => sessions.read(session_id, configChanges),
  }),
]);
