import Fastify, { type RouteOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { requirePermissions } from '../../../src/service/http/permissions.ts';
import { openApi } from '../../../src/service/http/plugins/pages/openapi.ts';
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

  it('that are deprecated say so with each answer and in the API document', async () => {
    const app = bare();
    const documented: RouteOptions[] = [];
    app.addHook('onRoute', (options) => {
      documented.push(options);
    });
    const one = {
      method: 'GET',
      path: '/old',
      permission: 'public',
      deprecated: { since: '2027-01-01', sunset: '2027-07-01', see: '/docs/new' },
      schema: { response: {} },
      handler: () => ({ ok: true }),
    };
    register(app, services, [one as unknown as Route]);
    const { headers } = await app.inject('/old');
    expect(headers.deprecation).toBe('@1798761600');
    expect(headers.sunset).toBe('Thu, 01 Jul 2027 00:00:00 GMT');
    expect(headers.link).toBe('</docs/new>; rel="deprecation"; type="text/html"');
    const { paths } = openApi(documented.filter(({ method }) => method === 'GET')) as {
      paths: Record<string, { get: { deprecated?: boolean } }>;
    };
    expect(paths['/old']!.get.deprecated).toBe(true);
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
