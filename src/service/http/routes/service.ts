import { Health, Info } from '../../../contract/service.ts';
import { answers } from '../plugins/answers.ts';
import type { App } from '../plugins/type-provider.ts';

/** Of the package. */
export const version = '0.1.0';

export const info: Info = {
  name: 'Athanor',
  version,
  docs: '/api/docs',
  health: '/health',
  openapi: '/api/openapi.json',
};

/** Addresses at the server's root. */
export function serviceRoutes(app: App): void {
  const tags = ['service'];
  app.get(
    '/health',
    { schema: { tags, summary: 'Is the server up', response: answers(200, Health) } },
    async () => ({
      status: 'healthy' as const,
      service: 'athanor',
      version,
    }),
  );
  app.get(
    '/api',
    { schema: { tags, summary: 'About the server', response: answers(200, Info) } },
    async () => info,
  );
}
