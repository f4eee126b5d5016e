import type { RouteOptions } from 'fastify';
import type { TSchema } from 'typebox';
import { isRecord } from '../../../../contract/is-record.ts';
import { ErrorBody, Problem } from '../../../../contract/server/errors.ts';
import { release } from '../../../release.ts';

type Json = Record<string, unknown>;

const meaning: Readonly<Record<string, string>> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted with Prefer: respond-async; the job continues',
  204: 'Done; no body',
  304: 'The session has the revision that If-None-Match names; no body',
  400: 'An impossible value; nothing was changed',
  401: 'Authentication is missing or invalid',
  403: 'Not allowed for this caller, or not with this token',
  404: 'Not found',
  409: 'Not possible in the present state',
  412: 'The session is not at the version of If-Match',
  413: 'More bytes than LIMIT_BODY_BYTES, or in a file than LIMIT_FILE_BYTES',
  422: 'The request does not match its schema',
  423: 'Another person holds the lock, and the session enforces it',
  429: 'More requests, or waiting jobs of one session, than the server allows (Retry-After)',
  500: 'The server failed',
  503: 'The session file cannot be read, or the server is overloaded (Retry-After)',
};

/** What the headings of the document are about. */
const tags: Readonly<Record<string, string>> = {
  service: 'Whether the server is alive and ready',
  sessions: 'Sessions, their metadata and their files',
  accounts: 'People, API keys and who may use a session; only if AUTH is on',
  variables: 'The search space',
  constraints: 'Linear constraints over numeric variables',
  experiments: 'Recorded runs and their objectives',
  imports: 'Import of tables',
  'staged experiments': 'Staged runs, without their states',
  queue: 'Runs with their states, and workers that lease them',
  rules: 'Safety limits and runs that need approval',
  model: 'The Gaussian process of the session, and its predictions',
  jobs: 'Jobs that run in the background',
  acquisition: 'Suggestions for the next runs',
  campaign: 'Goals, progress and the list of possible runs',
  visualizations: 'Data of plots',
  designs: 'Designs of experiments and their analysis',
  lock: 'The lock of a session',
  recovery: 'Backups of unsaved changes',
  audit: 'The audit log of a session',
  history: 'Earlier revisions of a session',
  control: 'Requests to a program that runs experiments, and its state',
  cost: 'Costs of runs',
  assistant: 'Optional language model',
};

/** Components of the document: those that only bodies of requests reach, and the others. */
interface Schemas {
  readonly sent: Json;
  readonly received: Json;
}

/** A body may hold named fields only, unless its schema says otherwise (`unknown-fields.ts`). */
const refusesOthers = (schema: Json): boolean =>
  schema.properties !== undefined &&
  schema.additionalProperties === undefined &&
  schema.patternProperties === undefined;

/** `line` (`schema-compiler.ts`) as a pattern: other programs do not know the format. That something can be seen is not in it. */
const line = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]*$';

/** Schemas with a title become components: `schemas` collects them, the copy refers to them. */
function hoist(schema: unknown, schemas: Schemas, place: keyof Schemas = 'received'): unknown {
  if (Array.isArray(schema)) return schema.map((entry) => hoist(entry, schemas, place));
  if (!isRecord(schema)) return schema;
  // What the engine checks itself.
  if (isRecord(schema['x-documented'])) return hoist(schema['x-documented'], schemas);
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      ['examples', 'enum', 'const', 'default', 'required'].includes(key)
        ? value
        : hoist(value, schemas, place),
    ]),
  );
  if (place === 'sent' && refusesOthers(schema)) copy.additionalProperties = false;
  if (schema.format === 'line') {
    delete copy.format;
    copy.pattern ??= line;
  }
  const { title } = schema;
  if (typeof title !== 'string') return copy;
  schemas[place][title] = copy;
  return { $ref: `#/components/schemas/${title}` };
}

function parameters(schema: unknown, place: 'path' | 'query', schemas: Schemas): Json[] {
  if (!isRecord(schema) || !isRecord(schema.properties)) return [];
  const required = (schema.required ?? []) as string[];
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description, ...rest } = hoist(property, schemas) as Json;
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    };
  });
}

/** Whether the revision of a session says all about the answer. */
const isVersioned = ({ schema }: RouteOptions): boolean =>
  Object.hasOwn((schema?.response ?? {}) as Json, '304');

const readsSession = ({ method, url }: RouteOptions): boolean =>
  method === 'GET' && url.includes('/sessions/:session_id');

const header = (name: string, description: string, pattern?: string): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...(pattern === undefined ? {} : { pattern }) },
});

/** Headers that a route listens to. */
function headers(route: RouteOptions): Json[] {
  const { method, url, config } = route;
  const reads = readsSession(route);
  const changes = method !== 'GET' && url.includes('/sessions/:session_id');
  return [
    ...(config?.once === true
      ? [
          header(
            'Idempotency-Key',
            'A request sent again under the same key is carried out once',
            '^[!-~]{1,255}$',
          ),
        ]
      : []),
    ...(changes && /^session:(write|own)$/.test(config?.permission ?? '') && config?.ignoresLock !== true
      ? [header('X-Lock-Token', 'Token of the lock, if the session enforces it')]
      : []),
    ...(changes ? [header('If-Match', 'ETag of the session on which the change is based')] : []),
    ...(isVersioned(route)
      ? [
          header(
            'If-None-Match',
            'ETag of the answer that the client already has; 304 if the session has not changed',
          ),
        ]
      : []),
    ...(reads
      ? [header('Min-Revision', 'On several servers: the lowest revision that the answer must include')]
      : []),
    ...(config?.job === true
      ? [
          header(
            'Prefer',
            'respond-async: the answer is 202 with a job, as returned by GET /api/v1/jobs/{job_id}; with wait=20 only if the answer takes more than 20 s',
          ),
        ]
      : []),
  ];
}

/** Examples of a schema for the media type, where a reader of the page finds them first. */
function content(schema: TSchema, schemas: Schemas, place?: keyof Schemas): Json {
  const { examples } = schema as { examples?: unknown[] };
  const named = examples?.map((value, i) => [`example ${i + 1}`, { value }]);
  return {
    schema: hoist(schema, schemas, place),
    ...(named === undefined ? {} : { examples: Object.fromEntries(named) }),
  };
}

/** The body schema without its null branch, which means "no body". */
function bodyOf(schema: TSchema): { schema: TSchema; required: boolean } {
  const branches = (schema as { anyOf?: (TSchema & { type?: string })[] }).anyOf;
  const [first, second, ...more] = branches ?? [];
  if (first === undefined || second?.type !== 'null' || more.length > 0) return { schema, required: true };
  return { schema: first, required: false };
}

function requestBody(route: RouteOptions, schemas: Schemas): Json | undefined {
  const { body, form, consumes = ['multipart/form-data'] } = route.schema ?? {};
  if (body !== undefined) {
    const { schema, required } = bodyOf(body as TSchema);
    return { required, content: { 'application/json': content(schema, schemas, 'sent') } };
  }
  if (form === undefined) return undefined;
  return {
    required: true,
    content: Object.fromEntries(consumes.map((type) => [type, content(form, schemas, 'sent')])),
  };
}

/** Headers of an answer, by what it means. */
function answerHeaders(route: RouteOptions, status: string): Json {
  const text = (description: string) => ({ description, schema: { type: 'string' } });
  const isError = Number(status) >= 400;
  const saves =
    route.config?.readOnly !== true && route.method !== 'GET' && route.url.includes('/sessions/:session_id/');
  return {
    ...(saves && !isError && status !== '202'
      ? { 'X-Service-Saved': { schema: { type: 'string', enum: ['true', 'false'] } } }
      : {}),
    ...(status === '200' && readsSession(route) ? { ETag: text('Revision of the session') } : {}),
    ...(status === '202'
      ? { Location: text('Address of the job'), 'Preference-Applied': text('respond-async') }
      : {}),
    ...(route.config?.once === true && !isError
      ? { 'Idempotency-Replayed': text('true: the stored answer of an earlier request with the same key') }
      : {}),
    ...(status === '429' || status === '503' ? { 'Retry-After': text('Seconds') } : {}),
  };
}

/** An error has two forms; the example is with the status to which it belongs. */
function errorContent(status: string, schema: TSchema, schemas: Schemas): Json {
  const { examples, ...media } = content(schema, schemas);
  const isShown = status === '400' || status === '422';
  return {
    'application/json': isShown ? { ...media, examples } : media,
    'application/problem+json': { schema: hoist(Problem, schemas) },
  };
}

function responses(route: RouteOptions, schemas: Schemas): Json {
  const { response, body, form } = route.schema ?? {};
  const takesBody = body !== undefined || form !== undefined;
  const given = { ...(response as Record<string, TSchema>), ...(takesBody ? { 413: ErrorBody } : {}) };
  const contentOf = (status: string, schema: TSchema): Json => {
    if (Number(status) >= 400) return errorContent(status, schema, schemas);
    return Object.fromEntries(mediaTypes(route).map((type) => [type, content(schema, schemas)]));
  };
  return Object.fromEntries(
    Object.entries(given).map(([status, schema]) => {
      const headers = answerHeaders(route, status);
      return [
        status,
        {
          description: meaning[status] ?? status,
          ...(Object.keys(headers).length > 0 ? { headers } : {}),
          ...(status === '204' || status === '304' ? {} : { content: contentOf(status, schema) }),
        },
      ];
    }),
  );
}

const mediaTypes = ({ schema }: RouteOptions): readonly string[] =>
  [schema?.produces ?? 'application/json'].flat();

function operation(route: RouteOptions, schemas: Schemas): Json {
  const { tags, summary, description, deprecated, params, querystring } = route.schema ?? {};
  const body = requestBody(route, schemas);
  return {
    operationId: route.config?.operationId,
    ...(tags === undefined ? {} : { tags }),
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(deprecated === true ? { deprecated } : {}),
    parameters: [
      ...parameters(params, 'path', schemas),
      ...parameters(querystring, 'query', schemas),
      ...headers(route),
    ],
    ...(body === undefined ? {} : { requestBody: body }),
    responses: responses(route, schemas),
    security: route.config?.permission === 'public' ? [] : [{}, { key: [] }],
    'x-permission': route.config?.permission,
  };
}

/** The OpenAPI 3.1 document of the given routes. */
export function openApi(routes: readonly RouteOptions[]): Json {
  const schemas: Schemas = { sent: {}, received: {} };
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    (paths[path] as Json)[String(route.method).toLowerCase()] = operation(route, schemas);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Athanor',
      version: release,
      description:
        'Proposes which experiment to run next. Events of a session: WebSocket /ws/{session_id}, messages {type, data}.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    // What is meant where there are none. Some programs that check a document require them.
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, or a token of the identity provider; required if AUTH is on',
        },
      },
      schemas: Object.fromEntries(
        Object.entries({ ...schemas.sent, ...schemas.received }).sort(([a], [b]) => (a < b ? -1 : 1)),
      ),
    },
  };
}
