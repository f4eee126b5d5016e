import { Health, Info } from '../../../contract/service.ts';
import type { Config } from '../../config.ts';
import { release } from '../../release.ts';
import { answers } from '../plugins/answers.ts';
import type { App } from '../plugins/type-provider.ts';
import type { Services } from '../services.ts';

export const infoOf = (config: Config): Info => ({
  name: 'Athanor',
  version: release,
  docs: '/api/docs',
  health: '/health',
  openapi: '/api/openapi.json',
  assistant: config.assistant,
});

/** Addresses at the server's root. */
export function serviceRoutes(app: App, { config }: Services): void {
  const tags = ['service'];
  app.get(
    '/health',
    { schema: { tags, summary: 'Is the server up', response: answers(200, Health) } },
    async () => ({
      status: 'healthy' as const,
      service: 'athanor',
      version: release,
    }),
  );
  app.get('/api', { schema: { tags, summary: 'About the server', response: answers(200, Info) } }, async () =>
    infoOf(config),
  );
}
