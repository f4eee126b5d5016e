import { readConfig } from './config.ts';
import { createApp } from './http/app.ts';
import { lazyPool } from './lazy-pool.ts';
import { fileStore } from './store/file.ts';

/** Ends what `serve` began. */
export interface Server {
  readonly address: string;
  stop(): Promise<void>;
}

/**
 * Reads the configuration, opens the store, picks the backend, and listens.
 *
 * @throws Error worded for the operator: a variable of the environment, the backend or the address cannot be had
 */
export async function serve(
  environment: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<Server> {
  const config = readConfig(environment);
  const pool = await lazyPool(config, say);
  const store = fileStore(config.dataDir, say);
  const app = await createApp({ config, store, pool });
  const address = await app.listen({
    host: config.host,
    port: config.port,
    listenTextResolver: () => 'listening',
  });
  return {
    address,
    stop: async () => {
      await app.close();
      await store.close();
      await pool.close();
    },
  };
}
