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

Each file becomes a new session. If one of the files is not a session file, or cannot be written, nothing is imported. If the command
is killed, the sessions written so far remain, each complete. The folder must not be in use by a running server.`;

/** A session from one of the files. @throws UsageError, Error naming the file */
async function importNamed(service: LocalService, file: string, text: string): Promise<string> {
  try {
    return await service.importFile(basename(file), text);
  } catch (cause) {
    if (!(cause instanceof UsageError))
      throw new Error(`'${file}' cannot be imported: ${(cause as Error).message}`, { cause });
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

/** All of them or none: those before one that cannot be written are removed again. */
export async function importAll(service: LocalService, files: readonly string[], texts: readonly string[]) {
  const made: { file: string; session_id: string }[] = [];
  try {
    for (const [i, file] of files.entries()) {
      made.push({ file, session_id: await importNamed(service, file, texts[i]!) });
    }
    return made;
  } catch (cause) {
    for (const { session_id } of made) await service.remove(session_id);
    throw cause;
  }
}

export function registerImport(program: Command): void {
  program
    .command('import <files...>')
    .description('import session files into a data folder as new sessions')
    .addOption(dataDirOption())
    .option('--json', 'print the new IDs as JSON')
    .addHelpText('after', example)
    .action(async (files: string[], { dataDir, json }: Options) => {
      const texts = await Promise.all(files.map(readCampaign));
      await checkFiles(files, texts);
      const made = await withFolder(dataDir, (service) => importAll(service, files, texts));
      print(json, made, () => made.map(({ file, session_id }) => `${file}: ${session_id}`));
    });
}
