import { Health, Info, Ready } from '../../../contract/server/service.ts';
import type { Config } from '../../config.ts';
import { release } from '../../release.ts';
import { answers } from '../plugins/answers/answers.ts';
import { type Route, route, tagged } from '../route.ts';

export const infoOf = (config: Config): Info => ({
  name: 'Athanor',
  version: release,
  docs: '/api/docs',
  health: '/health',
  openapi: '/api/openapi.json',
  authentication: config.auth.mode,
  assistant: config.assistant,
});

/** Addresses at the server's root. */
export const serviceRoutes: readonly Route[] = tagged('service', [
  route({
    method: 'GET',
    path: '/health',
    operationId: 'getHealth',
    permission: 'public',
    schema: { summary: 'Whether the server is alive', response: answers(200, Health) },
    handler: (_request, { config, compute }) => {
      const { backend = null, device = null } = compute() ?? {};
      const requested = config.backend;
      return {
        status: 'healthy' as const,
        service: 'athanor',
        version: release,
        compute: { requested, backend, device },
      };
    },
  }),
  route({
    method: 'GET',
    path: '/ready',
    operationId: 'getReadiness',
    permission: 'public',
    schema: {
      summary: 'Whether the server accepts requests; 503 while it shuts down or its store accepts no changes',
      response: { ...answers(200, Ready), 503: Ready },
    },
    handler: async (_request, { isDraining, unready, reply }) => {
      const reason = isDraining() ? undefined : await unready();
      if (!isDraining() && reason === undefined) return { status: 'ready' as const };
      reply.code(503);
      return reason === undefined
        ? { status: 'draining' as const }
        : { status: 'unavailable' as const, reason };
    },
  }),
  route({
    method: 'GET',
    path: '/api',
    operationId: 'getInfo',
    permission: 'public',
    schema: { summary: 'About the server', response: answers(200, Info) },
    handler: (_request, { config }) => infoOf(config),
  }),
]);
