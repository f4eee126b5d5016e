import type { Command } from 'commander';
import { counted } from '../../engine/words.ts';
import { restore } from '../../service/store/backup-set.ts';
import { checkFolder, dataDirOption } from '../folder.ts';
import { print } from '../output.ts';

interface Options {
  readonly dataDir: string;
  readonly json?: boolean;
}

const example = `
Example:
  athanor restore ./backups/2026-11-22 --data-dir ./data

The data folder must be empty or not exist. If the backup fails its checks, nothing is restored.`;

export function registerRestore(program: Command): void {
  program
    .command('restore <backup>')
    .description('restore a backup into an empty data folder')
    .addOption(dataDirOption())
    .option('--json', 'print the outcome as JSON')
    .addHelpText('after', example)
    .action(async (backup: string, { dataDir, json }: Options) => {
      checkFolder(backup);
      const sessions = await restore(backup, dataDir);
      print(json, { data_dir: dataDir, sessions }, () => [
        `restored ${counted(sessions, 'session')} to ${dataDir}`,
      ]);
    });
}
