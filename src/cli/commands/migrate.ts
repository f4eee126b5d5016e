import { join } from 'node:path';
import type { Command } from 'commander';
import { counted } from '../../engine/words.ts';
import { currentFormat } from '../../service/session/format/migrations.ts';
import { openFolder } from '../../service/store/open-folder.ts';
import type { Store } from '../../service/store/store.ts';
import { checkDataFolder, dataDirOption, withFolder } from '../folder.ts';
import type { LocalService } from '../local-service.ts';
import { exitCodes, logLine, print, UsageError } from '../output.ts';
import { settingsOf } from '../values.ts';

interface Options {
  readonly dataDir: string;
  readonly json?: boolean;
  readonly to?: string;
  readonly finish?: boolean;
}

/** Hashes of API keys and keys of the assistant are of use only with the secret that they were made with. */
function secretNote(to: string, dataDir: string, isSet: boolean): string {
  if (isSet) return 'the servers need the same SECRET_KEY as before';
  return to === 'postgres'
    ? `the servers need SECRET_KEY: the content of '${join(dataDir, 'secret-key')}'`
    : 'the server needs the SECRET_KEY that the servers of the database had';
}

/** Sessions, copies, records and accounts from files into the database, or back. */
async function move(dataDir: string, to: string, json: boolean | undefined): Promise<void> {
  const { database, secretKeys } = settingsOf(process.env);
  if (database === undefined) throw new UsageError('migrate: set DATABASE_URL to the database');
  if (to === 'postgres') checkDataFolder(dataDir);
  const url = database.direct ?? database.url;
  const { openPostgres } = await import('../../service/store/postgres/store.ts');
  const { migrateSchema, serversOn } = await import('../../service/store/postgres/schema.ts');
  const { copyServerData } = await import('../../service/copy-server-data.ts');
  if (to === 'postgres') await migrateSchema(url);
  const servers = await serversOn(url);
  if (to === 'files' && servers > 0) {
    throw new UsageError(
      `migrate: servers or workers hold ${servers} connections to the database; stop them first`,
    );
  }
  const files = await openFolder(dataDir, logLine);
  try {
    const rows = await openPostgres({ ...database, log: logLine });
    try {
      const [source, target] = to === 'postgres' ? [files, rows] : [rows, files];
      const done = await copyServerData(source, target, (some, all) => logLine(`${some} of ${all} sessions`));
      print(json, { to, ...done }, () => [
        `copied ${counted(done.copied, 'session')} to ${to}, ${done.present} existed already`,
        `records there: ${done.records}, recovery copies: ${done.backups}, people: ${done.people}, grants: ${done.grants}`,
        ...(done.people + done.providers === 0 ? [] : [secretNote(to, dataDir, secretKeys.length > 0)]),
        ...done.problems.map((problem) => `left out: ${problem}`),
      ]);
      if (done.problems.length > 0) process.exitCode = exitCodes.failed;
    } finally {
      await rows.close();
    }
  } finally {
    await files.close();
  }
}

interface Page {
  readonly items: readonly { readonly session_id: string }[];
  readonly total: number;
}

/** The schema of the database; several at once wait for each other. */
async function migrateDatabase(url: string, finish: boolean, json: boolean | undefined): Promise<void> {
  const { migrateSchema, schemaSteps, schemaVersion, schemaVersionOf } = await import(
    '../../service/store/postgres/schema.ts'
  );
  const steps = await migrateSchema(url, { finish });
  const schema = await schemaVersionOf(url);
  const isFinished = schema > schemaVersion && schema === schemaSteps.length;
  print(json, { schema, steps }, () => [
    ...steps.map((step) => `done: ${step}`),
    schema === schemaVersion || isFinished
      ? `the database has schema ${schema}, ${isFinished ? 'the finished one' : 'that'} of this release`
      : `the database has schema ${schema}; this release was written for ${schemaVersion}`,
  ]);
}

/** A save ends the recovery copies of its session. A migration is none of the user whose changes they hold. */
export const keepingCopies = (store: Store): Store => ({
  ...store,
  backups: { ...store.backups, remove: async () => 0 },
});

/**
 * Writes all sessions in the current format.
 *
 * @returns IDs of those that were written, and why each of the others was not
 */
export async function rewriteSessions(service: LocalService) {
  const migrated: string[] = [];
  const failed = new Map<string, string>();
  for (let skip = 0, total = 1; skip < total; skip += 100) {
    const page = await service.request<Page>('GET', `/sessions?skip=${skip}&limit=100`);
    total = page.total;
    for (const { session_id: id } of page.items) {
      try {
        await service.request('POST', `/sessions/${id}/save`);
        migrated.push(id);
      } catch (error) {
        failed.set(id, (error as Error).message);
      }
    }
  }
  return { migrated, failed };
}

async function migrateFolder(dataDir: string, json: boolean | undefined): Promise<void> {
  checkDataFolder(dataDir);
  const { migrated, failed } = await withFolder(dataDir, rewriteSessions, keepingCopies);
  const value = { format: currentFormat, migrated, failed: [...failed.keys()] };
  print(json, value, () => [`wrote ${counted(migrated.length, 'session')} in format ${currentFormat}`]);
  for (const reason of failed.values()) logLine(reason);
  if (failed.size > 0) process.exitCode = exitCodes.failed;
}

const example = `
Example:
  athanor migrate --data-dir ./data
  DATABASE_URL=postgres://athanor@localhost/athanor athanor migrate

Without DATABASE_URL: rewrites all session files of the data folder in the current format. This is optional: a server also reads
older formats, and writes the current one when a session changes. Make a backup first (athanor backup).

With DATABASE_URL: updates the schema of the database to this release. Servers of the previous release keep running, and you can
go back to them. Use --finish when all servers and workers run this release: it removes what only the previous release needs.

With --to postgres: copies the data folder into the database: sessions, recovery copies, people, keys, grants and settings of the
assistant. With --to files: copies them back. An interrupted copy can be started again; it skips what is already there. No server
may be using the source. Servers need the same SECRET_KEY afterwards; one that a server made is in the file secret-key of the folder.`;

export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description(
      `update the database, or the session files of a data folder, to the current format (${currentFormat})`,
    )
    .addOption(dataDirOption())
    .option('--to <store>', 'postgres: copy the data folder into the database; files: copy it back')
    .option('--finish', 'database: remove what only the previous release needs')
    .option('--json', 'print the outcome as JSON')
    .addHelpText('after', example)
    .action(({ dataDir, json, to, finish = false }: Options, command: Command) => {
      const { database } = settingsOf(process.env);
      if (to !== undefined && to !== 'postgres' && to !== 'files')
        throw new UsageError(`--to must be postgres or files, got '${to}'`);
      if (finish && (to !== undefined || database === undefined))
        throw new UsageError('--finish is for a database: set DATABASE_URL, and leave --to out');
      if (to !== undefined) return move(dataDir, to, json);
      if (database === undefined) return migrateFolder(dataDir, json);
      if (command.getOptionValueSource('dataDir') === 'cli')
        throw new UsageError('--data-dir: DATABASE_URL is set; unset it, or name the direction with --to');
      // A pooler hands out connections that forget their locks.
      return migrateDatabase(database.direct ?? database.url, finish, json);
    });
}
