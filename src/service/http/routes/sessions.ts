import { Message, nullable, SessionParams } from '../../../contract/common.ts';
import { FileForm } from '../../../contract/experiments.ts';
import {
  CreateSessionRequest,
  ListSessionsQuery,
  Metadata,
  MetadataPatch,
  SessionCreated,
  SessionDetail,
  SessionList,
  SessionState,
} from '../../../contract/session.ts';
import {
  created,
  describeNew,
  detail,
  metadataView,
  patchMetadata,
  stateView,
} from '../../session/details.ts';
import { emptyState } from '../../session/state.ts';
import { answers, empty, file, sessionAnswers } from '../plugins/answers.ts';
import { attach, readJsonFile } from '../plugins/files.ts';
import type { App } from '../plugins/type-provider.ts';
import type { Services } from '../services.ts';

const tags = ['sessions'];
const params = SessionParams;

export function sessionRoutes(app: App, { sessions }: Services): void {
  app.post(
    '/sessions',
    {
      schema: {
        tags,
        summary: 'Create a session',
        body: nullable(CreateSessionRequest),
        response: answers(201, SessionCreated),
      },
    },
    async (request, reply) => {
      const state = await sessions.create(describeNew, request.body, (id) =>
        emptyState(id, new Date().toISOString()),
      );
      return reply.code(201).send(created(state));
    },
  );

  app.get(
    '/sessions',
    {
      schema: {
        tags,
        summary: 'List sessions',
        querystring: ListSessionsQuery,
        response: answers(200, SessionList),
      },
    },
    async ({ query: { skip = 0, limit = 100 } }) => ({ ...(await sessions.list(skip, limit)), skip, limit }),
  );

  app.get(
    '/sessions/:session_id',
    { schema: { tags, summary: 'Session detail', params, response: sessionAnswers(200, SessionDetail) } },
    ({ params: { session_id } }) => sessions.read(session_id, detail),
  );

  app.delete(
    '/sessions/:session_id',
    {
      config: { readOnly: true },
      schema: {
        tags,
        summary: 'Delete a session and its file',
        params,
        response: sessionAnswers(204, empty),
      },
    },
    async ({ params: { session_id } }, reply) => {
      await sessions.remove(session_id);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/sessions/:session_id/save',
    {
      config: { readOnly: true },
      schema: { tags, summary: 'Save now; clears backups', params, response: sessionAnswers(200, Message) },
    },
    async ({ params: { session_id } }) => {
      await sessions.saveNow(session_id);
      return { message: `session '${session_id}' saved` };
    },
  );

  app.get(
    '/sessions/:session_id/export',
    { schema: { tags, summary: 'The session as a file', params, response: sessionAnswers(200, file) } },
    async ({ params: { session_id } }, reply) =>
      attach(reply, `session_${session_id}.json`, 'application/json', await sessions.export(session_id)),
  );

  app.get(
    '/sessions/:session_id/download',
    {
      schema: {
        tags,
        summary: 'The session as a file named for the session',
        params,
        response: sessionAnswers(200, file),
      },
    },
    async ({ params: { session_id } }, reply) => {
      const name = await sessions.read(session_id, (state) =>
        state.metadata.name.replaceAll(/[\s/\\]/g, '_'),
      );
      return attach(reply, `${name}.json`, 'application/json', await sessions.export(session_id));
    },
  );

  for (const path of ['/sessions/import', '/sessions/upload']) {
    app.post(
      path,
      {
        schema: {
          tags,
          summary: 'A new session from a session file; its model is rebuilt',
          consumes: ['multipart/form-data'],
          form: FileForm,
          response: answers(201, SessionCreated, 400),
        },
      },
      async (request, reply) => {
        const state = await sessions.import(await readJsonFile(request));
        return reply.code(201).send(created(state));
      },
    );
  }

  app.get(
    '/sessions/:session_id/metadata',
    { schema: { tags, summary: 'Metadata', params, response: sessionAnswers(200, Metadata) } },
    ({ params: { session_id } }) => sessions.read(session_id, metadataView),
  );

  app.patch(
    '/sessions/:session_id/metadata',
    {
      schema: {
        tags,
        summary: 'Change metadata',
        params,
        body: MetadataPatch,
        response: sessionAnswers(200, Metadata),
      },
    },
    ({ params: { session_id }, body }) => sessions.edit(session_id, patchMetadata, body),
  );

  app.get(
    '/sessions/:session_id/state',
    { schema: { tags, summary: 'State in short', params, response: sessionAnswers(200, SessionState) } },
    ({ params: { session_id } }) => sessions.read(session_id, stateView),
  );
}
