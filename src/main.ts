import { readConfig } from './service/config.ts';
import { createApp } from './service/http/app.ts';
import { lazyPool } from './service/lazy-pool.ts';
import { fileStore } from './service/store/file.ts';

const config = readConfig(process.env);
const say = (line: string) => process.stderr.write(`${line}\n`);
const pool = await lazyPool(config, say);
const store = fileStore(config.dataDir, say);
const app = await createApp({ config, store, pool });

async function stop(): Promise<void> {
  await app.close();
  await store.close();
  await pool.close();
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stop().then(
      () => process.exit(0),
      (error: Error) => {
        say(`shutdown: ${error.message}`);
        process.exit(1);
      },
    );
  });
}

const address = await app.listen({ host: config.host, port: config.port });
say(`Athanor listens on ${address}; API docs at ${address}/api/docs`);
