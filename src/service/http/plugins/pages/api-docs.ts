import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RouteOptions } from 'fastify';
import { apiDocsAssets } from '../../../../assets.ts';
import { hidden } from '../../permissions.ts';
import type { App } from '../type-provider.ts';

/** Files of the documentation page, and their types. */
export const apiDocsFiles: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
};

/** Relative addresses, so that the page also works behind a path prefix. */
const startScript = `window.addEventListener('load', () => {
  const { api } = document.body.dataset;
  window.ui = SwaggerUIBundle({
    url: api + 'openapi.json',
    dom_id: '#docs',
    deepLinking: true,
    tryItOutEnabled: true,
    validatorUrl: null,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
  });
});
`;

/** @param api address of `/api/` as seen from the page */
const page = (api: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Athanor API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${api}docs-assets/swagger-ui.css">
<script src="${api}docs-assets/swagger-ui-bundle.js" defer></script>
<script src="${api}docs-assets/start.js" defer></script>
</head>
<body data-api="${api}"><div id="docs"></div></body>
</html>
`;

// The page's own code sets style attributes and inlines small images; scripts come from this server only.
const contentPolicy =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'";

/** `/api/openapi.json` and the documentation page. The document is put together when it is first asked for. */
export function apiDocs(app: App): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    if (route.schema?.hide !== true && route.method !== 'HEAD') routes.push(route);
  });

  let document: Promise<string> | undefined;
  app.get('/api/openapi.json', hidden, async (_request, reply) => {
    document ??= import('./openapi.ts').then(({ openApi }) => JSON.stringify(openApi(routes)));
    return reply
      .type('application/json; charset=utf-8')
      .serializer((text: string) => text)
      .send(await document);
  });

  for (const [path, api] of [
    ['/api/docs', './'],
    ['/api/docs/', '../'],
    ['/api/redoc', './'],
    ['/api/redoc/', '../'],
    ['/docs', 'api/'],
    ['/docs/', '../api/'],
  ] as const) {
    app.get(path, hidden, async (_request, reply) =>
      reply.header('Content-Security-Policy', contentPolicy).type('text/html; charset=utf-8').send(page(api)),
    );
  }

  app.get('/api/docs-assets/:name', hidden, async (request, reply) => {
    const { name } = request.params as { name: string };
    reply.header('Cache-Control', 'public, max-age=86400');
    if (name === 'start.js') return reply.type('text/javascript; charset=utf-8').send(startScript);
    const type = Object.hasOwn(apiDocsFiles, name) ? apiDocsFiles[name] : undefined;
    if (type === undefined) return reply.callNotFound();
    return reply.type(`${type}; charset=utf-8`).send(await readFile(join(apiDocsAssets, name)));
  });
}
