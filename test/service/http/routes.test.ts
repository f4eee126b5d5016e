import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { requirePermissions } from '../../../src/service/http/permissions.ts';
import type { App } from '../../../src/service/http/plugins/type-provider.ts';
import { type Route, register } from '../../../src/service/http/route.ts';
import type { Services } from '../../../src/service/http/services.ts';
import { openApiDocument } from '../../../src/tools/write-client.ts';

interface Operation {
  readonly 'x-permission': string;
}

const services = {} as Services;

function bare(): App {
  const app = Fastify() as unknown as App;
  requirePermissions(app);
  return app;
}

describe('routes', () => {
  it.each([undefined, 'session:everything'])('with the permission %s fail start-up', (permission) => {
    const one = { method: 'GET', path: '/x', permission, schema: {}, handler: () => null };
    expect(() => register(bare(), services, [one as unknown as Route])).toThrow(
      'start-up: route GET /x has no permission',
    );
  });

  it('that pass by the registration function need a permission as well', () => {
    expect(() => bare().get('/x', async () => null)).toThrow('route GET /x has no permission');
  });

  it('say in the API document what a caller must be allowed to do', async () => {
    const document = JSON.parse(await openApiDocument()) as {
      paths: Record<string, Record<string, Operation>>;
    };
    const lines = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, one]) => `${one['x-permission'].padEnd(14)} ${method.toUpperCase()} ${path}`,
      ),
    );
    await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('./permissions.txt');
  });
});
