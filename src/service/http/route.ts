import type {
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
} from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { NoContent, SessionParams } from '../../contract/schema-parts.ts';
import { ErrorBody } from '../../contract/server/errors.ts';
import { Job } from '../../contract/server/jobs.ts';
import type { Caller } from '../auth/caller.ts';
import type { Permission } from '../auth/permissions.ts';
import type { RequestOptions } from '../request-options.ts';
import { apiPrefix } from './api-prefix.ts';
import { answerOrJob } from './job-answers.ts';
import { hasCurrent } from './plugins/answers/entity-tags.ts';
import { sendLarge } from './plugins/bodies/files.ts';
import type { App, TypeBoxProvider } from './plugins/type-provider.ts';
import { asyncAfter, onlyOnce, requestOptions } from './request-options.ts';
import type { Services } from './services.ts';

type Request<Schema extends FastifySchema> = FastifyRequest<
  RouteGenericInterface,
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  Schema,
  TypeBoxProvider
>;

type Reply<Schema extends FastifySchema> = FastifyReply<
  RouteGenericInterface,
  RawServerDefault,
  RawRequestDefaultExpression<RawServerDefault>,
  RawReplyDefaultExpression<RawServerDefault>,
  unknown,
  Schema,
  TypeBoxProvider
>;

/** What the good answers of a schema hold. */
type Answer<Schema extends FastifySchema> = Schema extends { readonly response: infer Responses }
  ? {
      [Status in keyof Responses]: Responses[Status] extends TSchema ? Static<Responses[Status]> : never;
    }[keyof Responses]
  : unknown;

/** What a handler works with besides the request. */
export interface Context<Schema extends FastifySchema = FastifySchema> extends Services {
  readonly reply: Reply<Schema>;
  /** For whatever changes or works: what the headers of the request ask for. */
  readonly options: RequestOptions;
  /** Who sends the request; undefined without authentication. */
  readonly caller: Caller | undefined;
  /** Which sessions a list may name. */
  readonly visible: () => Promise<((session: string) => boolean) | undefined>;
}

/** Why clients should leave a route, and by when. */
export interface Deprecation {
  /** Day on which it became deprecated, such as `2027-01-31`. */
  readonly since: string;
  /** Day after which it may be gone. */
  readonly sunset: string;
  /** Path of the page that tells what to use instead. */
  readonly see: string;
}

/** Headers of RFC 9745 (Deprecation), RFC 8594 (Sunset) and RFC 8288 (Link). */
function deprecationHeaders({ since, sunset, see }: Deprecation): Readonly<Record<string, string>> {
  return {
    Deprecation: `@${Date.parse(since) / 1000}`,
    Sunset: new Date(sunset).toUTCString(),
    Link: `<${see}>; rel="deprecation"; type="text/html"`,
  };
}

interface RouteOf<Schema extends FastifySchema> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Stable name of the operation: verb and noun, such as `createSession`. Generated clients call their functions so. */
  readonly operationId: string;
  readonly permission: Permission;
  /** Of a good answer; 200 by default. */
  readonly status?: 201 | 204;
  /** The route changes nothing that a save would keep. */
  readonly readOnly?: boolean;
  /** It records something: the same request sent again under one `Idempotency-Key` is carried out once. */
  readonly once?: boolean;
  /** It runs a job: with `Prefer: respond-async` the answer is the job. */
  readonly job?: boolean;
  /** It is deprecated: answers say so and name the replacement. */
  readonly deprecated?: Deprecation;
  /** A field of its body is deprecated: answers to requests that send it say so and name the replacement. */
  readonly deprecatedField?: Deprecation & { readonly field: string };
  /** What it reads of a session may change while the revision of the session does not. */
  readonly unversioned?: boolean;
  /** It works whoever holds the lock of the session. */
  readonly ignoresLock?: boolean;
  readonly schema: Schema;
  /** Checks a body before its schema does, for a better error message. */
  readonly check?: (body: unknown) => void;
  readonly handler: (
    request: Request<Schema>,
    context: Context<Schema>,
  ) => Answer<Schema> | Reply<Schema> | Promise<Answer<Schema> | Reply<Schema>>;
}

/** A route as data; `route` is what makes one, so that its handler's types follow from its schema. */
export type Route = RouteOf<FastifySchema>;

/** The parameters of a route of one session need not be written down, unless there are more of them. */
type WithParams<Path extends string, Schema extends FastifySchema> = Schema extends {
  readonly params: TSchema;
}
  ? Schema
  : Path extends `${string}:session_id${string}`
    ? Schema & { readonly params: typeof SessionParams }
    : Schema;

type RouteAt<Path extends string, Schema extends FastifySchema> = Omit<
  RouteOf<WithParams<Path, Schema>>,
  'path' | 'schema'
> & { readonly path: Path; readonly schema: Schema };

export function route<const Path extends string, const Schema extends FastifySchema>(
  one: RouteAt<Path, Schema>,
): Route {
  const params = one.path.includes(':session_id') ? { params: SessionParams } : {};
  return { ...one, schema: { ...params, ...one.schema } } as unknown as Route;
}

/** Routes under one heading of the API documentation. */
export const tagged = (tag: string, routes: readonly Route[]): readonly Route[] =>
  routes.map((one) => ({ ...one, schema: { tags: [tag], ...one.schema } }));

/** Whether the revision of a session says all about what the route reads of it. */
const isVersioned = ({ method, path, unversioned }: Route): boolean =>
  method === 'GET' && unversioned !== true && path.startsWith('/sessions/:session_id');

/** Of a route that reads nothing from the query: what is there is misplaced. */
const NoQuery = Type.Object({});

/** What a route refuses, and the answers that it may give, because of what it is. */
function promised(one: Route): FastifySchema {
  const { method, path, permission, once, job, deprecated, schema } = one;
  const response = schema.response as Record<string, unknown>;
  const changes = method !== 'GET' && path.startsWith('/sessions/:session_id');
  return {
    // Probes and browsers may add to public addresses what they like.
    ...(permission === 'public' ? {} : { querystring: NoQuery }),
    ...schema,
    ...(deprecated === undefined ? {} : { deprecated: true }),
    response: {
      503: ErrorBody,
      ...response,
      403: ErrorBody,
      ...(permission === 'public' ? {} : { 401: ErrorBody }),
      ...(/:(session|job)_id/.test(path) ? { 404: ErrorBody } : {}),
      ...(job === true ? { 202: Job } : {}),
      ...(isVersioned(one) ? { 304: NoContent } : {}),
      ...(changes || once === true ? { 409: ErrorBody } : {}),
      ...(changes ? { 412: ErrorBody, 423: ErrorBody } : {}),
      429: ErrorBody,
    },
  };
}

const hasField = (body: unknown, field: string): boolean =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, field);

/** Before a handler runs: a commit compares again, and routes without one compare here alone. */
async function compareVersion(
  { sessions }: Services,
  request: FastifyRequest,
  options: RequestOptions,
): Promise<void> {
  // A form may be a repetition, which its handler finds out first.
  if (options.once !== undefined && request.isMultipart()) return;
  if (!request.routeOptions.url?.startsWith(`${apiPrefix}/sessions/:session_id`)) return;
  await sessions.checkVersion((request.params as SessionParams).session_id, options);
}

/** A route that is registered, and what its requests share. */
interface Registered {
  readonly route: Route;
  readonly services: Services;
  /** Idempotency keys of requests under way. */
  readonly inProgress: Set<string>;
}

/** Calls the handler of a route with what it works with. */
function handleOf(
  { route: { handler }, services }: Registered,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  return (options: RequestOptions): ReturnType<Route['handler']> => {
    const caller = request.caller ?? undefined;
    const visible = async () => caller && services.gate?.visible(caller);
    return handler(request as Request<FastifySchema>, {
      ...services,
      reply: reply as never,
      options,
      caller,
      visible,
    });
  };
}

/** Answers a request: at once, as a job, or once for all repetitions under one Idempotency-Key. */
function respond(registered: Registered, request: FastifyRequest, reply: FastifyReply) {
  const { route: one, services, inProgress } = registered;
  const { deprecated, deprecatedField, path, status } = one;
  if (isVersioned(one) && hasCurrent(request)) return reply.code(304).send();
  if (deprecated !== undefined) reply.headers(deprecationHeaders(deprecated));
  if (deprecatedField !== undefined && hasField(request.body, deprecatedField.field))
    reply.headers(deprecationHeaders(deprecatedField));
  const handle = handleOf(registered, request, reply);
  const patience = one.job === true ? asyncAfter(request) : undefined;
  if (patience !== undefined) return answerOrJob(services, request, reply, { ...one, handle }, patience);
  const options = requestOptions(request, reply, one.once === true ? (status ?? 200) : undefined);
  if (status !== undefined) reply.code(status);
  const answer = async () => {
    if (options.ifMatch !== undefined) await compareVersion(services, request, options);
    return sendLarge(reply, await handle(options), services.config.compat !== undefined);
  };
  const { once } = options;
  if (once === undefined) return answer();
  return onlyOnce(inProgress, request, once, async () => {
    const { session_id } = request.params as Partial<SessionParams>;
    // The content of a form is not known yet; it is compared when the change is made.
    const isKnown = session_id !== undefined && path.includes('/sessions/') && !request.isMultipart();
    if (isKnown) await services.sessions.checkReplay(session_id, once);
    return answer();
  });
}

/** Registers routes with Fastify; nothing else does. */
export function register(app: App, services: Services, routes: readonly Route[]): void {
  const inProgress = new Set<string>();
  for (const one of routes) {
    const { method, path, permission, readOnly, check } = one;
    const registered = { route: one, services, inProgress };
    app.route({
      method,
      url: path,
      schema: promised(one),
      config: {
        permission,
        readOnly: readOnly === true,
        ignoresLock: one.ignoresLock === true,
        once: one.once === true,
        job: one.job === true,
        operationId: one.operationId,
      },
      ...(check === undefined
        ? {}
        : { preValidation: async ({ body }: { readonly body: unknown }) => check(body) }),
      handler: (request, reply) => respond(registered, request, reply) as never,
    });
  }
}
