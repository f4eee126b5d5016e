import type { FastifyInstance } from 'fastify';
import { type Permission, permissions } from '../auth/permissions.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route needs one; the server does not start otherwise. */
    permission?: Permission;
    /** The route changes nothing that a save would keep: no save header. */
    readOnly?: boolean;
    /** It works whoever holds the lock of the session. */
    ignoresLock?: boolean;
    /** It honours `Idempotency-Key`. */
    once?: boolean;
    /** It honours `Prefer: respond-async`. */
    job?: boolean;
    /** Of the operation in the API document. */
    operationId?: string;
  }
}

/** Options of a route that the API document does not list. */
export const hiddenFrom = (permission: Permission) =>
  ({ schema: { hide: true }, config: { permission } }) as const;

/** The same for browsers. */
export const hidden = hiddenFrom('public');

/** Refuses to start if a route has no permission. Register before the first route. */
export function requirePermissions(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    // CORS preflight requests are answered before authentication.
    if (method === 'OPTIONS') return;
    const permission: string | undefined = config?.permission;
    if (permission !== undefined && (permissions as readonly string[]).includes(permission)) return;
    throw new Error(
      `start-up: route ${String(method)} ${url} has no permission; give it one of ${permissions.join(', ')}`,
    );
  });
}
