import { Health, Info } from '../../../contract/service.ts';
import type { Config } from '../../config.ts';
import { release } from '../../release.ts';
import { answers } from '../plugins/answers.ts';
import { type Route, route } from '../route.ts';

export const infoOf = (config: Config): Info => ({
  name: 'Athanor',
  version: release,
  docs: '/api/docs',
  health: '/health',
  openapi: '/api/openapi.json',
  assistant: config.assistant,
});

const tags = ['service'];

/** Addresses at the server's root. */
export const serviceRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/health',
    permission: 'public',
    schema: { tags, summary: 'Is the server up', response: answers(200, Health) },
    handler: () => ({ status: 'healthy' as const, service: 'athanor', version: release }),
  }),
  route({
    method: 'GET',
    path: '/api',
    permission: 'public',
    schema: { tags, summary: 'About the server', response: answers(200, Info) },
    handler: (_request, { config }) => infoOf(config),
  }),
];
