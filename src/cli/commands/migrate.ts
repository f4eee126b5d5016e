import type { Command } from 'commander';
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

const example = `
Example:
  athanor migrate --data-dir ./data

A server reads older formats as well, and writes the current one with the next change of a session. Migrating writes all
sessions at once. Back the folder up first: athanor backup.`;

export function registerMigrate(program: Command): void {
  program
    .command('migrate')
    .description(`write all sessions of a data folder in the current format, ${currentFormat}`)
    .option('--data-dir <folder>', 'folder of the session files', process.env.DATA_DIR ?? './data')
    .option('--json', 'print the outcome as JSON')
    .addHelpText('after', example)
    .action(({ dataDir, json }: Options) =>
      withFolder(dataDir, async (service) => {
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
      }),
    );
}
