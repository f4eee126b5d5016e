import { StoreUnavailableError } from '../../errors.ts';
import type { Store } from '../store.ts';
import { DatabaseClock } from './clock.ts';
import { databaseBackups, databaseUploads } from './copies.ts';
import { Database, type DatabaseOptions, statement } from './database.ts';
import { JobTable } from './job-table.ts';
import { startMaintenance } from './maintenance.ts';
import { NotificationListener } from './notification-listener.ts';
import { Outbox } from './outbox.ts';
import { databaseRecords } from './records.ts';
import { checkDatabase } from './schema.ts';
import { DatabaseSessions } from './sessions.ts';
import { WrittenFormat } from './written-format.ts';

export interface PostgresStoreOptions extends DatabaseOptions {
  /** A journal shorter than this, in characters, is never compacted into its document. */
  readonly smallJournal?: number;
}

const readOnly = statement('takes-changes', "select current_setting('transaction_read_only') as read_only");

/** @throws StoreUnavailableError the database is away, or a standby since it was found fit */
async function checkTakesChanges(database: Database): Promise<void> {
  const [row] = await database.read(readOnly);
  if (row?.read_only === 'on')
    throw new StoreUnavailableError('the database accepts no changes: it is read-only');
}

/**
 * Sessions in PostgreSQL, which several servers may write to.
 *
 * A change is one statement: the revision is compared and raised, the steps and the events are added, all in one
 * transaction. See docs/scale.md.
 */
export async function postgresStore({
  smallJournal = 1 << 16,
  ...options
}: PostgresStoreOptions): Promise<Store> {
  const database = await Database.open(options);
  const listening = new NotificationListener(database);
  const events = new Outbox(database, listening);
  const sessions = new DatabaseSessions(database, smallJournal, (id) => events.announce(id));
  const stopUpkeep = startMaintenance(database);
  const held = new WrittenFormat(database);
  const clock = new DatabaseClock(database);
  await clock.follow();
  const one = async (revisions: Promise<readonly number[]>): Promise<number> =>
    (await revisions)[0] as number;
  return {
    shared: true,
    format: () => held.format,
    now: () => clock.now(),
    load: (id) => sessions.load(id),
    revision: (id) => sessions.revision(id),
    changes: (id, since) => sessions.changes(id, since),
    save: (id, document, expected, along) =>
      one(sessions.write([{ kind: 'save', id, document, expected, ...(along && { along }) }])),
    append: (id, steps, expected, along) =>
      one(sessions.write([{ kind: 'append', id, steps, expected, ...(along && { along }) }])),
    transaction: (writes) => sessions.write(writes),
    remove: (id, along) => sessions.remove(id, along),
    list: () => sessions.list(),
    stamps: (ids) => sessions.stamps(ids),
    backups: databaseBackups(database),
    uploads: databaseUploads(database),
    records: databaseRecords(database),
    events,
    jobs: new JobTable(database, listening),
    check: () => checkTakesChanges(database),
    close: async () => {
      stopUpkeep();
      held.close();
      clock.close();
      await sessions.close();
      await events.close();
      await listening.close();
      await database.close();
    },
  };
}

/**
 * The store of a server, once the database is found fit for it.
 *
 * @throws Error worded for the operator
 */
export async function openPostgres(options: PostgresStoreOptions): Promise<Store> {
  for (const line of await checkDatabase(options.direct ?? options.url)) options.log?.(line);
  return postgresStore(options);
}
