import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Option } from 'commander';
import { openFolder } from '../service/store/open-folder.ts';
import type { Store } from '../service/store/store.ts';
import { type LocalService, localService } from './local-service.ts';
import { logLine, UsageError } from './output.ts';
import { someText } from './values.ts';

/** The option of all commands that work on a data folder. An empty DATA_DIR counts as unset, as it does for the server. */
export const dataDirOption = (): Option =>
  new Option('--data-dir <folder>', 'folder of the session files')
    .argParser(someText)
    .default(process.env.DATA_DIR || './data');

/** @throws UsageError there is no data folder: a command that only reads one makes none */
export function checkDataFolder(folder: string): void {
  if (existsSync(join(folder, 'sessions'))) return;
  throw new UsageError(`'${folder}' is not a data folder: it has no folder 'sessions'`);
}

/** @throws UsageError there is no folder of that name */
export function checkFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`there is no folder '${folder}'`);
}

/**
 * The service on a data folder, for one command.
 *
 * @param as the store that the service sees
 */
export async function withFolder<Answer>(
  folder: string,
  work: (service: LocalService) => Promise<Answer>,
  as: (store: Store) => Store = (store) => store,
): Promise<Answer> {
  const service = await localService(process.env, as(await openFolder(folder, logLine)));
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}
