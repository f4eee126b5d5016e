import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { backoff, type Database } from './database.ts';
import { loadDriver } from './driver.ts';
import { applicationName } from './schema.ts';

/** Milliseconds between looks whether the listening connection still answers. */
const askEvery = 5000;

/** What comes on a channel; undefined when something may have been missed. */
type OnNotification = (payload: string | undefined) => void;

/** One connection that listens, past a pooler where there is one, and is opened again whenever it is lost. */
export class NotificationListener {
  readonly #database: Database;
  readonly #channels = new Map<string, Set<OnNotification>>();
  #client: Client | undefined;
  #running: Promise<void> | undefined;
  readonly #closed = new AbortController();

  constructor(database: Database) {
    this.#database = database;
  }

  on(channel: string, hear: OnNotification): () => void {
    const hearers = this.#channels.get(channel) ?? new Set();
    const isNew = !this.#channels.has(channel);
    this.#channels.set(channel, hearers.add(hear));
    this.#running ??= this.#run();
    if (isNew) void this.#client?.query(`listen ${channel}`).catch(() => {});
    return () => hearers.delete(hear);
  }

  async #run(): Promise<void> {
    const { signal } = this.#closed;
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        const client = await this.#connect();
        attempt = 0;
        // What was said while nobody listened.
        for (const hearers of this.#channels.values()) for (const hear of hearers) hear(undefined);
        await this.#untilLost(client);
      } catch {
        // Lost, or not to be had: again below.
      }
      this.#client = undefined;
      await sleep(backoff(attempt), undefined, { signal }).catch(() => {});
    }
  }

  async #connect(): Promise<Client> {
    const pg = await loadDriver();
    const { direct, connectMs } = this.#database.options;
    const client = new pg.Client({
      connectionString: direct,
      application_name: applicationName,
      connectionTimeoutMillis: connectMs,
      query_timeout: askEvery,
      keepAlive: true,
    });
    client.on('error', () => {});
    client.on('notification', ({ channel, payload = '' }) => {
      for (const hear of this.#channels.get(channel) ?? []) hear(payload);
    });
    try {
      await client.connect();
      this.#client = client;
      for (const channel of this.#channels.keys()) await client.query(`listen ${channel}`);
      return client;
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
  }

  async #untilLost(client: Client): Promise<void> {
    const { signal } = this.#closed;
    const lost = new Promise<never>((_, reject) => client.once('end', () => reject(new Error('lost'))));
    lost.catch(() => {});
    try {
      while (!signal.aborted) {
        await Promise.race([sleep(askEvery, undefined, { signal }), lost]);
        await client.query('select 1');
      }
    } finally {
      void client.end().catch(() => {});
    }
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#running;
  }
}
