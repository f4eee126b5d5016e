import { readConfig } from '../../src/service/config.ts';

/** Names that the server asks its environment for, in any mode. */
export function askedSettings(): Set<string> {
  const names = new Set<string>();
  const watch = (environment: Record<string, string>) =>
    new Proxy(environment, {
      get: (of, name) => {
        names.add(String(name));
        return of[String(name)];
      },
    });
  readConfig(watch({}));
  readConfig(
    watch({
      DATABASE_URL: 'postgres://localhost/athanor',
      AUTH: 'oidc',
      OIDC_ISSUER: 'https://id.example',
      OIDC_CLIENT_ID: 'athanor',
      PUBLIC_URL: 'https://athanor.example',
    }),
  );
  return names;
}
