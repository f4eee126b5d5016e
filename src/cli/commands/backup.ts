import type { Command } from 'commander';
import { counted } from '../../engine/words.ts';
import { backUp } from '../../service/store/backup-set.ts';
import { checkDataFolder, dataDirOption } from '../folder.ts';
import { exitCodes, print } from '../output.ts';

interface Options {
  readonly dataDir: string;
  readonly json?: boolean;
}

const example = `
Example:
  athanor backup ./backups/2026-11-22 --data-dir ./data

A server may be using the folder. The backup contains every change that the server acknowledged before the command started,
and the settings of the assistant with their API keys.`;

export function registerBackup(program: Command): void {
  program
    .command('backup <target>')
    .description('copy a data folder, with checksums, into a new folder')
    .addOption(dataDirOption())
    .option('--json', 'print the outcome as JSON')
    .addHelpText('after', example)
    .action(async (target: string, { dataDir, json }: Options) => {
      checkDataFolder(dataDir);
      const { sessions, problems } = await backUp(dataDir, target);
      print(json, { target, sessions, problems }, () => [
        `copied ${counted(sessions, 'session')} to ${target}`,
        ...problems.map((problem) => `left out: ${problem}`),
      ]);
      if (problems.length > 0) process.exitCode = exitCodes.failed;
    });
}
