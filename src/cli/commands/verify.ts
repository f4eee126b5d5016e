import type { Command } from 'commander';
import { counted } from '../../engine/words.ts';
import { verify } from '../../service/store/backup-set.ts';
import { checkFolder } from '../folder.ts';
import { exitCodes, print } from '../output.ts';

const example = `
Examples:
  athanor verify ./backups/2026-11-22
  athanor verify ./data

Reads every session as a server does, with its journal, and compares the files of a backup with their checksums. A server may
be using the data folder. The exit code is 1 if there is a problem.`;

export function registerVerify(program: Command): void {
  program
    .command('verify <folder>')
    .description('read every session of a backup or a data folder, and report problems')
    .option('--json', 'print the outcome as JSON')
    .addHelpText('after', example)
    .action(async (folder: string, { json }: { readonly json?: boolean }) => {
      checkFolder(folder);
      const { sessions, problems } = await verify(folder);
      print(json, { folder, sessions, problems }, () => [
        ...problems,
        `read ${counted(sessions, 'session')}; ${problems.length === 0 ? 'no problems' : counted(problems.length, 'problem')}`,
      ]);
      if (problems.length > 0) process.exitCode = exitCodes.failed;
    });
}
