import type { Client } from 'pg';
import { loadDriver } from './driver.ts';
import { sessions } from './migrations/1-sessions.ts';
import { jobs } from './migrations/2-jobs.ts';
import { finishRoom, room } from './migrations/3-room.ts';

export interface SchemaStep {
  readonly name: string;
  readonly sql: string;
  /** Takes away what the release before needs: only once none of its servers will come back. */
  readonly finishes?: true;
}

/**
 * Steps of the schema; the number of a step is its place, from 1 on. A step that is released is never changed. A release adds one
 * step that expands, which servers of the release before can leave alone, and at most one after it that finishes.
 */
export const schemaSteps: readonly SchemaStep[] = [
  { name: 'sessions', sql: sessions },
  { name: 'jobs', sql: jobs },
  { name: 'room', sql: room },
  { name: 'room-finished', sql: finishRoom, finishes: true },
];

/** The schema that this release was written for: before it is finished. */
export const schemaVersion = schemaSteps.findLastIndex(({ finishes }) => finishes !== true) + 1;

/** What a server can work with: the schema before its own, where a release had it. Step 2 is of the first release. */
const oldestUsable = Math.max(2, schemaVersion - 1);

/** And the one that the next release expands, after this one is finished; not that one finished. */
const newestUsable = schemaSteps.length + 1;

/** Connections of servers and workers bear this name; those of release 0.1.0 before schema 3 are plain `athanor`. */
export const applicationName = `athanor schema ${schemaVersion}`;

/** Held while the schema changes; any number that nobody else uses. */
const advisoryLock = 4_268_401_977;

async function connect(url: string): Promise<Client> {
  const pg = await loadDriver();
  const client = new pg.Client({
    connectionString: url,
    application_name: 'athanor migrate',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (cause) {
    throw new Error(`no connection to DATABASE_URL (${(cause as Error).message})`, { cause });
  }
  return client;
}

async function versionWith(client: Client): Promise<number> {
  const found = await client.query("select to_regclass('athanor_schema') is not null as there");
  if (found.rows[0]?.there !== true) return 0;
  const { rows } = await client.query('select coalesce(max(version), 0)::int as version from athanor_schema');
  return rows[0]?.version as number;
}

/** Schema of a database; 0 for one without. */
export async function schemaVersionOf(url: string): Promise<number> {
  const client = await connect(url);
  try {
    return await versionWith(client);
  } finally {
    await client.end();
  }
}

/** @throws Error servers of another release hold connections */
async function checkOthers(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name like 'athanor%' and application_name <> all($1)`,
    [[applicationName, 'athanor migrate']],
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => `'${name}'`).join(', ');
  throw new Error(
    `migrate: servers or workers of another release are connected (${names}); replace them, then finish`,
  );
}

interface MigrateOptions {
  readonly to?: number;
  readonly steps?: readonly SchemaStep[];
  /** Also takes the step that finishes, after which the release before can work with the database no more. */
  readonly finish?: boolean;
}

/**
 * Brings the schema up to a version, one step and one transaction after the other. Several at once wait for each other.
 *
 * @returns names of the steps that were taken
 * @throws Error to be finished while servers of another release are connected
 */
export async function migrateSchema(
  url: string,
  { steps = schemaSteps, finish = false, to = finish ? steps.length : schemaVersion }: MigrateOptions = {},
): Promise<string[]> {
  const client = await connect(url);
  const done: string[] = [];
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    await client.query(
      'create table if not exists athanor_schema (version int primary key, name text not null, applied_at timestamptz not null default now())',
    );
    if (finish) await checkOthers(client);
    for (let version = (await versionWith(client)) + 1; version <= to; version++) {
      const { name, sql } = steps[version - 1] as SchemaStep;
      await client.query('begin');
      try {
        await client.query(sql);
        await client.query('insert into athanor_schema (version, name) values ($1, $2)', [version, name]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
      done.push(`${version} ${name}`);
    }
    return done;
  } finally {
    await client.end();
  }
}

/** Connections that servers and workers of ours have to the database. */
export async function serversOn(url: string): Promise<number> {
  const client = await connect(url);
  try {
    const { rows } = await client.query(
      `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and application_name like 'athanor%' and application_name <> 'athanor migrate' and pid <> pg_backend_pid()`,
    );
    return rows[0]?.n as number;
  } finally {
    await client.end();
  }
}

/**
 * What a server needs of its database: a schema of this release, the one before or the one after.
 *
 * @returns lines for the operator: settings under which an acknowledged change may be lost
 * @throws Error worded for the operator
 */
export async function checkDatabase(url: string): Promise<string[]> {
  await loadDriver();
  let client: Client;
  try {
    client = await connect(url);
  } catch (cause) {
    throw new Error(`start-up: ${(cause as Error).message}`, { cause });
  }
  try {
    const version = await versionWith(client);
    if (version < oldestUsable) {
      throw new Error(
        `start-up: the database has schema ${version} and this release needs ${schemaVersion}; run athanor migrate`,
      );
    }
    if (version > newestUsable) {
      throw new Error(
        `start-up: the database has schema ${version} and this release works up to ${newestUsable}; use a later release`,
      );
    }
    const { rows } = await client.query(
      "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting in ('off', 'local')",
    );
    return rows.map(
      ({ name, setting }) =>
        `database: ${name} is ${setting}; a crash may lose acknowledged changes (docs/durability.md)`,
    );
  } finally {
    await client.end();
  }
}
