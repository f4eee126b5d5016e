import type { App } from '../type-provider.ts';

/** Methods that the routes of an address take, sorted; empty where no route has the address. */
export type AllowedMethods = (path: string) => readonly string[];

/** Takes down the methods of every route but those with `*`. Register before the first route. */
export function allowedMethods(app: App): AllowedMethods {
  const routes: { readonly parts: readonly string[]; readonly methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.includes('*')) routes.push({ parts: url.split('/'), methods: [method].flat() });
  });
  return (path) => {
    const given = path.split('/');
    const found = routes
      .filter(({ parts }) => parts.length === given.length)
      .filter(({ parts }) => parts.every((part, i) => part.startsWith(':') || part === given[i]));
    return [...new Set(found.flatMap(({ methods }) => methods))].sort();
  };
}
