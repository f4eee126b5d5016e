import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openFolder } from '../service/store/open-folder.ts';
import { type LocalService, localService } from './local-service.ts';
import { say, UsageError } from './output.ts';

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

/** The service on a data folder, for one command. */
export async function withFolder<Answer>(
  folder: string,
  work: (service: LocalService) => Promise<Answer>,
): Promise<Answer> {
  const service = await localService(process.env, await openFolder(folder, say));
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}
