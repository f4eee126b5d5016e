import { JsonFileForm } from '../../../contract/experiments/experiments.ts';
import { Message, nullable } from '../../../contract/schema-parts.ts';
import {
  CreateSessionRequest,
  ListSessionsQuery,
  Metadata,
  MetadataPatch,
  SessionCreated,
  SessionDetail,
  SessionList,
  SessionState,
} from '../../../contract/sessions/session.ts';
import {
  describeNew,
  detail,
  metadataView,
  patchMetadata,
  stateView,
} from '../../session/metadata/details.ts';
import { edits, reads } from '../handlers.ts';
import { answers, empty, file, sessionAnswers } from '../plugins/answers/answers.ts';
import { attachJson, readJsonFile } from '../plugins/bodies/files.ts';
import { type Route, route, tagged } from '../route.ts';

export const sessionRoutes: readonly Route[] = tagged('sessions', [
  route({
    method: 'POST',
    path: '/sessions',
    operationId: 'createSession',
    permission: 'session:create',
    once: true,
    status: 201,
    schema: {
      summary: 'Create a session',
      body: nullable(CreateSessionRequest),
      response: answers(201, SessionCreated),
    },
    handler: ({ body }, { sessions, options }) => sessions.creation.create(describeNew, body, options),
  }),

  route({
    method: 'GET',
    path: '/sessions',
    operationId: 'listSessions',
    permission: 'session:list',
    schema: {
      summary: 'List sessions',
      querystring: ListSessionsQuery,
      response: answers(200, SessionList),
    },
    handler: async ({ query: { skip = 0, limit = 100 } }, { sessions, visible }) => ({
      ...(await sessions.summaries.list(skip, limit, await visible())),
      skip,
      limit,
    }),
  }),

  route({
    method: 'GET',
    path: '/sessions/:session_id',
    operationId: 'getSession',
    permission: 'session:read',
    schema: { summary: 'Session detail', response: sessionAnswers(200, SessionDetail) },
    handler: reads(detail),
  }),

  route({
    method: 'DELETE',
    path: '/sessions/:session_id',
    operationId: 'deleteSession',
    permission: 'session:own',
    readOnly: true,
    status: 204,
    schema: { summary: 'Delete a session and its file', response: sessionAnswers(204, empty) },
    handler: async ({ params: { session_id } }, { sessions, options }) => {
      await sessions.remove(session_id, options);
      return null;
    },
  }),

  route({
    method: 'POST',
    path: '/sessions/:session_id/save',
    operationId: 'saveSession',
    permission: 'session:write',
    readOnly: true,
    schema: { summary: 'Save now; clears backups', response: sessionAnswers(200, Message) },
    handler: async ({ params: { session_id } }, { sessions }) => {
      await sessions.saveNow(session_id);
      return { message: `session '${session_id}' saved` };
    },
  }),

  route({
    method: 'GET',
    path: '/sessions/:session_id/export',
    operationId: 'exportSession',
    permission: 'session:read',
    schema: { summary: 'The session as a file', response: sessionAnswers(200, file) },
    handler: async ({ params: { session_id } }, { sessions, reply }) =>
      attachJson(reply, `session_${session_id}.json`, await sessions.export(session_id)),
  }),

  route({
    method: 'GET',
    path: '/sessions/:session_id/download',
    operationId: 'downloadSession',
    permission: 'session:read',
    schema: { summary: 'The session as a file named for the session', response: sessionAnswers(200, file) },
    handler: async ({ params: { session_id } }, { sessions, reply }) => {
      const name = await sessions.read(session_id, (state) =>
        state.metadata.name.replaceAll(/[\s/\\]/g, '_'),
      );
      return attachJson(reply, `${name}.json`, await sessions.export(session_id));
    },
  }),

  ...(['import', 'upload'] as const).map((name) =>
    route({
      method: 'POST',
      path: `/sessions/${name}`,
      operationId: `${name}Session`,
      permission: 'session:create',
      once: true,
      status: 201,
      schema: {
        summary: 'A new session from a session file; its model is rebuilt',
        consumes: ['multipart/form-data'],
        form: JsonFileForm,
        response: answers(201, SessionCreated, 400),
      },
      handler: async (request, { sessions, config, options }) =>
        sessions.creation.import(await readJsonFile(request, config), options),
    }),
  ),

  route({
    method: 'GET',
    path: '/sessions/:session_id/metadata',
    operationId: 'getMetadata',
    permission: 'session:read',
    schema: { summary: 'Metadata', response: sessionAnswers(200, Metadata) },
    handler: reads(metadataView),
  }),

  route({
    method: 'PATCH',
    path: '/sessions/:session_id/metadata',
    operationId: 'updateMetadata',
    permission: 'session:write',
    schema: {
      summary: 'Change metadata',
      body: MetadataPatch,
      response: sessionAnswers(200, Metadata),
    },
    handler: edits(patchMetadata),
  }),

  route({
    method: 'GET',
    path: '/sessions/:session_id/state',
    operationId: 'getSessionState',
    permission: 'session:read',
    schema: { summary: 'Summary of the session', response: sessionAnswers(200, SessionState) },
    handler: reads(stateView),
  }),
]);
