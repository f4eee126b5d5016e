import { basename } from 'node:path';
import type { Command } from 'commander';
import { dataDirOption, withFolder } from '../folder.ts';
import { type LocalService, localService, readCampaign } from '../local-service.ts';
import { print, UsageError } from '../output.ts';

interface Options {
  readonly dataDir: string;
  readonly json?: boolean;
}

const example = `
Example:
  athanor import campaign.json other.json --data-dir ./data

Each file becomes a new session. If one of the files is not a session file, nothing is imported. The folder must not be in use
by a running server.`;

/** A session from one of the files. @throws UsageError naming the file */
async function importNamed(service: LocalService, file: string, text: string): Promise<string> {
  try {
    return await service.importFile(basename(file), text);
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause;
    throw new UsageError(`'${file}' cannot be imported: ${cause.message}`, { cause });
  }
}

/** Reads all files into memory, so that the data folder gets all of them or none. */
async function checkFiles(files: readonly string[], texts: readonly string[]): Promise<void> {
  const service = await localService(process.env);
  try {
    for (const [i, file] of files.entries()) await importNamed(service, file, texts[i]!);
  } finally {
    await service.close();
  }
}

export function registerImport(program: Command): void {
  program
    .command('import <files...>')
    .description('put session files into a data folder as new sessions')
    .addOption(dataDirOption())
    .option('--json', 'print the new IDs as JSON')
    .addHelpText('after', example)
    .action(async (files: string[], { dataDir, json }: Options) => {
      const texts = await Promise.all(files.map(readCampaign));
      await checkFiles(files, texts);
      await withFolder(dataDir, async (service) => {
        const made: { file: string; session_id: string }[] = [];
        for (const [i, file] of files.entries()) {
          made.push({ file, session_id: await importNamed(service, file, texts[i]!) });
        }
        print(json, made, () => made.map(({ file, session_id }) => `${file}: ${session_id}`));
      });
    });
}
