import type { Command } from 'commander';
import { readConfig } from '../../service/config.ts';
import { currentFormat } from '../../service/session/migrations.ts';
import { withFolder } from '../folder.ts';
import { exitCodes, print } from '../output.ts';

interface Options {
  readonly dataDir: string;
  readonly json?: boolean;
}

interface Page {
  readonly items: readonly { readonly session_id: string; readonly readable: boolean }[];
  readonly total: number;
}

/** The schema of the database; several at once wait for each other. */
async function migrateDatabase(url: string, json: boolean | undefined): Promise<void> {
  const { migrateSchema, schemaVersion, schemaVersionOf } = await import(
    '../../service/store/postgres/schema.ts'
  );
  const steps = await migrateSchema(url);
  const schema = await schemaVersionOf(url);
  print(json, { schema, steps }, () => [
    ...steps.map((step) => `done: ${step}`),
    `the database has schema ${schema}; this release was written for ${schemaVersion}`,
  ]);
}

async function migrateFolder(dataDir: string, json: boolean | undefined): Promise<void> {
  await withFolder(dataDir, async (service) => {
    const migrated: string[] = [];
    const failed: string[] = [];
    for (let skip = 0, total = 1; skip < total; skip += 100) {
      const page = await service.request<Page>('GET', `/sessions?skip=${skip}&limit=100`);
      total = page.total;
      for (const { session_id: id, readable } of page.items) {
        if (readable) await service.request('POST', `/sessions/${id}/save`);
        (readable ? migrated : failed).push(id);
      }
    }
    print(json, { format: currentFormat, migrated, failed }, () => [
      `${migrated.length} sessions are in format ${currentFormat}`,
      ...failed.map((id) => `${id}: cannot be read; see athanor verify`),
    ]);
    if (failed.length > 0) process.exitCode = exitCodes.failed;
  });
}

const example = `
Example:
  athanor migrate --data-dir ./data
  DATABASE_URL=postgres://athanor@localhost/athanor athanor migrate

With DATABASE_URL: brings the schema of the database up to that of this release. Servers of the release before go on meanwhile.

Else: a server reads older formats of session files as well, and writes the current one with the next change of a session.
Migrating writes all sessions at once. Back the folder up first: athanor backup.`;

export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description(
      `bring the database, or the sessions of a data folder, to the current format (${currentFormat})`,
    )
    .option('--data-dir <folder>', 'folder of the session files', process.env.DATA_DIR ?? './data')
    .option('--json', 'print the outcome as JSON')
    .addHelpText('after', example)
    .action(({ dataDir, json }: Options) => {
      const { database } = readConfig(process.env);
      // A pooler hands out connections that forget their locks.
      if (database !== undefined) return migrateDatabase(database.direct ?? database.url, json);
      return migrateFolder(dataDir, json);
    });
}
