import type { RouteOptions } from 'fastify';
import type { TSchema } from 'typebox';
import { ErrorBody, Problem } from '../../../contract/errors.ts';
import { release } from '../../release.ts';
import { isRecord } from '../../session/is-record.ts';

type Json = Record<string, unknown>;

const meaning: Readonly<Record<string, string>> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted with Prefer: respond-async; the job goes on',
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

/** Schemas with a title become components: `schemas` collects them, the copy refers to them. */
function hoist(schema: unknown, schemas: Json): unknown {
  if (Array.isArray(schema)) return schema.map((entry) => hoist(entry, schemas));
  if (!isRecord(schema)) return schema;
  if (isRecord(schema['x-documented'])) return hoist(schema['x-documented'], schemas);
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      ['examples', 'enum', 'const', 'default', 'required'].includes(key) ? value : hoist(value, schemas),
    ]),
  );
  const { title } = schema;
  if (typeof title !== 'string') return copy;
  schemas[title] = copy;
  return { $ref: `#/components/schemas/${title}` };
}

function parameters(schema: unknown, place: 'path' | 'query', schemas: Json): Json[] {
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

/** Headers that a route listens to. */
function headers(route: RouteOptions): Json[] {
  const { method, url, config } = route;
  const reads = readsSession(route);
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
  const changes = method !== 'GET' && url.includes('/sessions/:session_id');
  return [
    ...(config?.once === true
      ? [header('Idempotency-Key', 'A request sent again under the same key is carried out once')]
      : []),
    ...(changes && /^session:(write|own)$/.test(config?.permission ?? '') && config?.ignoresLock !== true
      ? [header('X-Lock-Token', 'Token of the lock, if the session enforces it')]
      : []),
    ...(changes ? [header('If-Match', 'ETag of the session on which the change is based')] : []),
    ...(isVersioned(route)
      ? [
          header(
            'If-None-Match',
            'ETag of the answer that the client has: 304 if the session has not changed',
          ),
        ]
      : []),
    ...(reads
      ? [header('Min-Revision', 'On several servers: a revision that the answer includes at least')]
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
function content(schema: TSchema, schemas: Json): Json {
  const { examples } = schema as { examples?: unknown[] };
  const named = examples?.map((value, i) => [`example ${i + 1}`, { value }]);
  return {
    schema: hoist(schema, schemas),
    ...(named === undefined ? {} : { examples: Object.fromEntries(named) }),
  };
}

/** The body schema without its null branch, which stands for "no body". */
function bodyOf(schema: TSchema): { schema: TSchema; required: boolean } {
  const branches = (schema as { anyOf?: (TSchema & { type?: string })[] }).anyOf;
  const [first, second, ...more] = branches ?? [];
  if (first === undefined || second?.type !== 'null' || more.length > 0) return { schema, required: true };
  return { schema: first, required: false };
}

function requestBody(route: RouteOptions, schemas: Json): Json | undefined {
  const { body, form, consumes = ['multipart/form-data'] } = route.schema ?? {};
  if (body !== undefined) {
    const { schema, required } = bodyOf(body as TSchema);
    return { required, content: { 'application/json': content(schema, schemas) } };
  }
  if (form === undefined) return undefined;
  return {
    required: true,
    content: Object.fromEntries(consumes.map((type) => [type, content(form, schemas)])),
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

/** An error has two forms; the example stands with the status that it is of. */
function errorContent(status: string, schema: TSchema, schemas: Json): Json {
  const { examples, ...media } = content(schema, schemas);
  const isShown = status === '400' || status === '422';
  return {
    'application/json': isShown ? { ...media, examples } : media,
    'application/problem+json': { schema: hoist(Problem, schemas) },
  };
}

function responses(route: RouteOptions, schemas: Json): Json {
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

/** get_sessions_session_id_state and the like: stable names for generated clients. */
const operationId = (method: string, path: string): string =>
  `${method}_${path.replace('/api/v1/', '').replaceAll(/[^a-zA-Z0-9]+/g, '_')}`.replaceAll(/_+$/g, '');

/** The OpenAPI 3.1 document of the given routes. */
export function openApi(routes: readonly RouteOptions[]): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.url.replaceAll(/:(\w+)/g, '{$1}');
    const method = String(route.method).toLowerCase();
    const { tags, summary, description, deprecated, params, querystring } = route.schema ?? {};
    const body = requestBody(route, schemas);
    paths[path] ??= {};
    (paths[path] as Json)[method] = {
      operationId: operationId(method, path),
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
      ...(route.config?.permission === 'public' ? {} : { security: [{}, { key: [] }] }),
      'x-permission': route.config?.permission,
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Athanor',
      version: release,
      description:
        'Decides which experiment to run next. Events of a session: WebSocket /ws/{session_id}, messages {type, data}.',
    },
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key, or a token of the identity provider; required if AUTH is on',
        },
      },
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}
