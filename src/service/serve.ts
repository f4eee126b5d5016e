import { setTimeout as sleep } from 'node:timers/promises';
import { openAccountFile } from './auth/account-file.ts';
import { recordAccounts } from './auth/account-records.ts';
import type { Gate } from './auth/gate.ts';
import { openGate } from './auth/open-gate.ts';
import { openSecrets, secretsOf } from './auth/secrets.ts';
import { type Config, readConfig } from './config.ts';
import { createApp } from './http/app.ts';
import type { App } from './http/plugins/type-provider.ts';
import { loadCompiler } from './http/plugins/validation/validation.ts';
import { type JobRunner, lazyPool } from './lazy-pool.ts';
import { errorCode } from './store/disk.ts';
import { openFolder } from './store/open-folder.ts';
import type { Store } from './store/store.ts';

/** Ends what `serve` began. */
export interface Server {
  readonly address: string;
  /** @throws Error worded for the operator: changes could not be written, and are lost */
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
  const store = await openStore(config, say);
  let app: App | undefined;
  try {
    const gate = await gateOf(config, store);
    const runner = await jobRunner(config, pool, store, say);
    app = await createApp({ config, store, pool: runner, gate });
    const address = await listen(app, config);
    return { address, stop: stopping(app, store, pool, config) };
  } catch (error) {
    // The port of the metrics may be open by now, and keeps the process alive.
    await app?.close();
    await store.close();
    await pool.close();
    throw error;
  }
}

const stopping =
  (app: App, store: Store, pool: JobRunner, { drainSeconds, limits }: Config): Server['stop'] =>
  async () => {
    app.startDraining();
    await sleep(drainSeconds * 1000);
    app.dismissSockets();
    await closeGently(app, limits.graceSeconds);
    await store.close();
    await pool.close();
    checkNothingLost(app.lostSessions());
  };

function checkNothingLost(sessions: readonly string[]): void {
  if (sessions.length === 0) return;
  throw new Error(
    `stopped; changes that could not be written are lost; sessions (${sessions.length}): ${sessions.join(', ')}`,
  );
}

/** @throws Error worded for the operator: the folder or the database cannot be had */
export async function openStore({ database, dataDir }: Config, say: (line: string) => void): Promise<Store> {
  if (database === undefined) return openFolder(dataDir, say);
  const { openPostgres } = await import('./store/postgres/store.ts');
  return openPostgres({ ...database, log: say });
}

/** Long jobs go to the workers of the database, where there are any. */
async function jobRunner(
  { database }: Config,
  pool: JobRunner,
  { jobs }: Store,
  log: (line: string) => void,
) {
  if (jobs === undefined || database === undefined) return pool;
  const { QueuedPool } = await import('./queued-pool.ts');
  return new QueuedPool(pool, jobs, {
    needs: database.jobsNeed,
    longSeconds: database.jobsLongSeconds,
    log,
  });
}

/**
 * Accounts beside the sessions: in the data folder, or in the database that servers share.
 *
 * @throws Error worded for the operator
 */
export async function openAccounts({ secretKeys }: Config, { folder, records }: Store) {
  if (folder !== undefined) {
    return { accounts: await openAccountFile(folder), secrets: await openSecrets(secretKeys, folder) };
  }
  if (secretKeys.length === 0) {
    throw new Error(
      'start-up: AUTH with DATABASE_URL needs SECRET_KEY, the same for all servers (openssl rand -base64 32)',
    );
  }
  return { accounts: recordAccounts(records), secrets: secretsOf(secretKeys) };
}

/** Undefined without authentication. */
async function gateOf(config: Config, store: Store): Promise<Gate | undefined> {
  if (config.auth.mode === 'off') return undefined;
  const { accounts, secrets } = await openAccounts(config, store);
  return openGate(config.auth, accounts, secrets);
}

/** Accepts no more requests and lets those in flight finish; after the grace period their connections are closed. */
async function closeGently(app: App, graceSeconds: number): Promise<void> {
  const timer = setTimeout(() => app.cutConnections(), graceSeconds * 1000);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}

async function listen(app: App, { host, port }: Config): Promise<string> {
  try {
    const address = await app.listen({ host, port, listenTextResolver: () => 'listening' });
    setImmediate(loadCompiler);
    return address;
  } catch (cause) {
    const code = errorCode(cause);
    const reason =
      code === 'EADDRINUSE'
        ? `port ${port} on ${host} is taken; stop the program that has it, or set PORT`
        : `the server cannot listen on ${host}:${port} (${code ?? cause}); set HOST and PORT`;
    throw new Error(`start-up: ${reason}`, { cause });
  }
}
