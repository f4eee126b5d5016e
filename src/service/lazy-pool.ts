import type { Config } from './config.ts';
import type { Pool, PoolDescription } from './jobs/pool.ts';

/** The part of a pool that a server needs. */
export interface JobRunner extends Pick<Pool, 'run' | 'close'> {
  /** How busy the workers of this process are; undefined until the first job. */
  describe?(): PoolDescription | undefined;
}

/**
 * A pool that is loaded with the first job, so that the server is up at once. A requested backend is opened at start-up, so that a
 * failure is reported then and not with the first job.
 *
 * @throws BackendUnavailableError saying how to get the backend
 */
export async function lazyPool(config: Config, log: (line: string) => void): Promise<JobRunner> {
  let pool: Promise<Pool> | undefined;
  let loaded: Pool | undefined;
  const get = () => {
    pool ??= import('./jobs/pool.ts').then(({ createPool }) => {
      loaded = createPool({
        backend: config.backend,
        log,
        queueLimit: config.limits.waitingJobs,
        keyLimit: config.limits.sessionJobs,
        modelMemory: config.limits.modelBytes,
        ...(config.threads === undefined ? {} : { threads: config.threads }),
      });
      return loaded;
    });
    return pool;
  };
  if (config.backend !== 'auto') await (await get()).start();
  return {
    run: async (name, task, options) => (await get()).run(name, task, options),
    describe: () => loaded?.describe(),
    close: async () => (await pool)?.close(),
  };
}
