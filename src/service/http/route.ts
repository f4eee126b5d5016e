import type {
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
} from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Permission } from './permissions.ts';
import type { App, TypeBoxProvider } from './plugins/type-provider.ts';
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
}

interface RouteOf<Schema extends FastifySchema> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly permission: Permission;
  /** Of a good answer; 200 unless told. */
  readonly status?: 201 | 204;
  /** The route changes nothing that a save would keep. */
  readonly readOnly?: boolean;
  readonly schema: Schema;
  /** Looks at a body before its schema does, for a better complaint. */
  readonly check?: (body: unknown) => void;
  readonly handler: (
    request: Request<Schema>,
    context: Context<Schema>,
  ) => Answer<Schema> | Reply<Schema> | Promise<Answer<Schema> | Reply<Schema>>;
}

/** A route as data; `route` is what makes one, so that its handler's types follow from its schema. */
export type Route = RouteOf<FastifySchema>;

export const route = <const Schema extends FastifySchema>(one: RouteOf<Schema>): Route =>
  one as unknown as Route;

/** Registers routes: the one place where they meet Fastify. */
export function register(app: App, services: Services, routes: readonly Route[]): void {
  for (const { method, path, permission, status, readOnly, schema, check, handler } of routes) {
    app.route({
      method,
      url: path,
      schema,
      config: { permission, ...(readOnly === true ? { readOnly } : {}) },
      ...(check === undefined
        ? {}
        : { preValidation: async ({ body }: { readonly body: unknown }) => check(body) }),
      handler: (request, reply) => {
        if (status !== undefined) reply.code(status);
        return handler(request as unknown as Request<FastifySchema>, { ...services, reply: reply as never });
      },
    });
  }
}
