import type { FastifyRequest } from 'fastify';
import {
  FileForm,
  PreviewResponse,
  UploadForm,
  UploadQuery,
  UploadResponse,
} from '../../../contract/experiments/experiments.ts';
import {
  Import,
  ImportCommitted,
  ImportForm,
  ImportParams,
  ImportPatch,
} from '../../../contract/imports/imports.ts';
import { fieldError } from '../../errors.ts';
import { composedJson } from '../../normal-form.ts';
import { empty, sessionAnswers } from '../plugins/answers/answers.ts';
import { checkFields, readUpload, type Upload } from '../plugins/bodies/files.ts';
import { checkAgainst } from '../plugins/validation/validation.ts';
import { type Route, route, tagged } from '../route.ts';
import type { Services } from '../services.ts';

const openImports = '/sessions/:session_id/imports';

/** The part `plan` of a form: JSON, as the body of PATCH. */
function planOf({ fields }: Upload): ImportPatch {
  if (fields.plan === undefined || fields.plan === '') return {};
  let parsed: unknown;
  try {
    parsed = composedJson(fields.plan, ['body', 'plan']);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw fieldError(['body', 'plan'], `expected JSON: ${(cause as Error).message}`, 'json_invalid');
  }
  return checkAgainst(ImportPatch, parsed, true);
}

/** The form, without parts that it does not have. */
async function readForm(
  request: FastifyRequest,
  form: typeof ImportForm | typeof UploadForm | typeof FileForm,
  { config }: Services,
): Promise<Upload> {
  const upload = await readUpload(request, config.limits);
  checkFields(upload, form, config.compat === undefined);
  return upload;
}

/** Files on their way into a session: opened, decided about, committed. */
export const importRoutes: readonly Route[] = tagged('imports', [
  route({
    method: 'POST',
    path: openImports,
    operationId: 'openImport',
    permission: 'session:write',
    status: 201,
    schema: {
      summary: 'Start an import: every column with its guessed meaning, and the problems to solve',
      consumes: ['multipart/form-data'],
      form: ImportForm,
      response: sessionAnswers(201, Import, 400),
    },
    handler: async (request, services) => {
      const upload = await readForm(request, ImportForm, services);
      return services.imports.open(request.params.session_id, upload, planOf(upload));
    },
  }),

  route({
    method: 'GET',
    path: `${openImports}/:import_id`,
    operationId: 'getImport',
    permission: 'session:read',
    unversioned: true,
    schema: {
      summary: 'An open import',
      params: ImportParams,
      response: sessionAnswers(200, Import, 400),
    },
    handler: ({ params: { session_id, import_id } }, { imports }) => imports.get(session_id, import_id),
  }),

  route({
    method: 'PATCH',
    path: `${openImports}/:import_id`,
    operationId: 'updateImport',
    permission: 'session:write',
    schema: {
      summary: 'Set how the file is read, the meaning of columns and the solution of problems',
      params: ImportParams,
      body: ImportPatch,
      response: sessionAnswers(200, Import, 400),
    },
    handler: ({ params: { session_id, import_id }, body }, { imports }) =>
      imports.patch(session_id, import_id, body),
  }),

  route({
    method: 'POST',
    path: `${openImports}/:import_id/commit`,
    operationId: 'commitImport',
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Record the runs of an import, all of them or none',
      params: ImportParams,
      response: sessionAnswers(200, ImportCommitted, 400),
    },
    handler: ({ params: { session_id, import_id } }, { imports, options }) =>
      imports.commit(session_id, import_id, options),
  }),

  route({
    method: 'DELETE',
    path: `${openImports}/:import_id`,
    operationId: 'discardImport',
    permission: 'session:write',
    status: 204,
    schema: { summary: 'Delete an import', params: ImportParams, response: sessionAnswers(204, empty) },
    handler: async ({ params: { session_id, import_id } }, { imports }) => {
      await imports.remove(session_id, import_id);
      return null;
    },
  }),

  route({
    method: 'POST',
    path: '/sessions/:session_id/experiments/preview',
    operationId: 'previewUpload',
    permission: 'session:read',
    readOnly: true,
    schema: {
      summary: 'Preview a file before uploading it',
      consumes: ['multipart/form-data'],
      form: FileForm,
      response: sessionAnswers(200, PreviewResponse, 400),
    },
    handler: async (request, services) => {
      const { sessions, imports } = services;
      await sessions.read(request.params.session_id, () => null);
      const upload = await readForm(request, FileForm, services);
      return imports.preview(request.params.session_id, upload.content, planOf(upload));
    },
  }),

  route({
    method: 'POST',
    path: '/sessions/:session_id/experiments/upload',
    operationId: 'uploadExperiments',
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Replace all experiments by those of a file whose columns are recognized by name',
      consumes: ['multipart/form-data'],
      form: UploadForm,
      querystring: UploadQuery,
      response: sessionAnswers(200, UploadResponse, 400),
    },
    handler: async (request, services) => {
      const upload = await readForm(request, UploadForm, services);
      const { fields } = upload;
      const choices = {
        targets: fields.target_column ?? fields.target_columns ?? request.query.target_columns,
        mapping: fields.column_mapping,
        noiseColumn: fields.noise_column,
        iterationColumn: fields.iteration_column,
      };
      const { session_id } = request.params;
      return services.imports.upload(session_id, upload, choices, planOf(upload), services.options);
    },
  }),
]);
