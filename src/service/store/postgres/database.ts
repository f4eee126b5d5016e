import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';
import { StoreError, StoreUnavailableError } from '../../errors.ts';
import { errorCode } from '../disk.ts';
import { loadDriver } from './driver.ts';
import { applicationName } from './schema.ts';

export interface DatabaseOptions {
  readonly url: string;
  /** Past a pooler such as PgBouncer: for listening. Given, nothing that lives in a connection is used beyond it. */
  readonly direct?: string | undefined;
  /** Connections at most. */
  readonly connections?: number;
  /** Milliseconds until a connection must stand, and until a statement and a lock must be had. */
  readonly connectMs?: number;
  readonly statementMs?: number;
  readonly lockMs?: number;
  /** Milliseconds after which a connection that nobody uses is closed. */
  readonly idleMs?: number;
  /** Milliseconds for which a writer that lost its connection tries to find out what became of its write. */
  readonly patienceMs?: number;
  readonly log?: (line: string) => void;
}

export type Rows = readonly QueryResultRow[];

/** A statement: prepared once per connection under its name where that is possible. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export const statement = (name: string, text: string): Statement => ({ name, text });

/** What runs statements: a connection within a transaction, or any free one. */
export interface Runner {
  run(statement: Statement, values: readonly unknown[]): Promise<Rows>;
}

/** What is known about a statement that failed. */
export type Outcome =
  /** Nothing was sent. */
  | 'away'
  /** It was rolled back and may be tried again at once. */
  | 'again'
  /** It was rolled back. */
  | 'refused'
  /** The connection was lost under way: it may have been carried out. */
  | 'unknown';

const firstWait = 50;
const longestWait = 3000;

/** Milliseconds to wait before an attempt: longer each time, and of random length so that servers do not come together. */
export const backoff = (attempt: number): number =>
  Math.min(longestWait, firstWait * 2 ** Math.min(attempt, 10)) * (0.5 + Math.random());

const unavailable = (cause: unknown): StoreUnavailableError =>
  new StoreUnavailableError('the database cannot be reached now; nothing was changed', { cause });

/** The connection itself failed, the server shut down, or the answer did not come in time. */
const lostCodes = /^(08|57P0|58)/;

/** What became of a statement, by the error of the driver. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof StoreUnavailableError) return 'away';
  const code = errorCode(error);
  if (code === '40001' || code === '40P01') return 'again';
  const isState = code !== undefined && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('E');
  return isState && !lostCodes.test(code) ? 'refused' : 'unknown';
}

/** Connections to PostgreSQL: bounded in number and time. */
export class Database {
  readonly #pool: Pool;
  readonly #prepares: boolean;
  readonly options: Required<Omit<DatabaseOptions, 'direct'>> & { readonly direct: string };
  #failures = 0;
  /** By `performance.now()`: the clock of the day may be set. */
  #notBefore = 0;

  private constructor(pool: Pool, options: Database['options'], prepares: boolean) {
    this.#pool = pool;
    this.options = options;
    this.#prepares = prepares;
    // A connection that fails while nobody uses it is replaced with the next use; one that is in use fails its statement.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** @throws Error worded for the operator: the driver is not installed, or the address is none */
  static async open(given: DatabaseOptions): Promise<Database> {
    const pg = await loadDriver();
    const options = {
      connections: 10,
      connectMs: 5000,
      statementMs: 15_000,
      lockMs: 5000,
      idleMs: 30_000,
      patienceMs: 20_000,
      log: () => {},
      ...given,
      direct: given.direct ?? given.url,
    };
    const pool = new pg.Pool({
      connectionString: options.url,
      application_name: applicationName,
      max: options.connections,
      connectionTimeoutMillis: options.connectMs,
      idleTimeoutMillis: options.idleMs,
      keepAlive: true,
      // The server gives up first, so that its word is heard.
      query_timeout: options.statementMs + 1000,
      // A pooler takes none of these; there they belong to the role (see docs/scale.md).
      ...(given.direct === undefined
        ? {
            statement_timeout: options.statementMs,
            lock_timeout: options.lockMs,
            idle_in_transaction_session_timeout: options.statementMs,
            // The statements wait for each other's rows; under a stricter level one of them would fail instead.
            options: '-c default_transaction_isolation=read\\ committed',
          }
        : {}),
    });
    return new Database(pool, options, given.direct === undefined);
  }

  /** Connections in use, idle, and callers that wait for one. */
  get load(): { readonly total: number; readonly idle: number; readonly waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }

  /** @throws StoreUnavailableError nothing was sent */
  async #connect(): Promise<PoolClient> {
    if (performance.now() < this.#notBefore) throw unavailable('waiting before the next attempt');
    try {
      const client = await this.#pool.connect();
      this.#failures = 0;
      return client;
    } catch (cause) {
      // Whoever waits in vain for one of many busy connections says nothing about the database.
      if (this.#pool.totalCount < this.options.connections) {
        this.#notBefore = performance.now() + backoff(this.#failures++);
      }
      throw unavailable(cause);
    }
  }

  /** One statement, outside a transaction. */
  async run(statement: Statement, values: readonly unknown[] = []): Promise<Rows> {
    return this.#with((client) => this.#send(client, statement, values));
  }

  /** All of what `work` runs, or nothing. */
  async transaction<T>(work: (runner: Runner) => Promise<T>): Promise<T> {
    const outcome = await this.#with(async (client): Promise<{ result: T } | { refusal: unknown }> => {
      let failure: unknown;
      const run: Runner['run'] = (statement, values) =>
        this.#send(client, statement, values).catch((error: unknown) => {
          failure = error;
          throw error;
        });
      await client.query('begin');
      let result: T;
      try {
        result = await work({ run });
      } catch (error) {
        await client.query('rollback');
        // An error of the work itself, such as a conflict of revisions, says nothing of the connection.
        if (error !== failure) return { refusal: error };
        throw error;
      }
      await client.query('commit');
      return { result };
    });
    if ('refusal' in outcome) throw outcome.refusal;
    return outcome.result;
  }

  /** Reads may be repeated: once more where the connection turned out to be dead. @throws StoreUnavailableError */
  async read(statement: Statement, values: readonly unknown[] = []): Promise<Rows> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.run(statement, values);
      } catch (error) {
        const outcome = outcomeOf(error);
        if (outcome === 'away') throw error;
        if (outcome === 'refused') throw databaseError(error);
        if (attempt === 2) throw unavailable(error);
        await sleep(backoff(attempt));
      }
    }
  }

  async #with<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#connect();
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      // After an error that the server did not word the connection is in no known state.
      client.release(outcomeOf(error) === 'unknown');
      throw error;
    }
  }

  async #send(client: PoolClient, { name, text }: Statement, values: readonly unknown[]): Promise<Rows> {
    const query = { text, values: values as unknown[] };
    const result: QueryResult = await client.query(this.#prepares ? { ...query, name } : query);
    return result.rows;
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

/** What the database refused, without its words: they may hold what was stored. */
export function databaseError(cause: unknown): StoreError {
  return new StoreError(
    `the database refused the statement (${errorCode(cause) ?? 'no code'}); see the server's log`,
    {
      cause,
    },
  );
}
