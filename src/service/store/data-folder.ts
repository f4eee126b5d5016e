import { join } from 'node:path';
import { isRecord } from '../../contract/is-record.ts';
import { StoreError } from '../errors.ts';
import { readFully, writeAtomically } from './atomic-write.ts';
import { type Disk, errorCode, nodeDisk } from './disk.ts';
import { noOwner, type Owner } from './owner.ts';

/** Why files cannot be written, in words without paths of the server. The log has the error itself. */
export function saveReason(error: unknown): string {
  const code = errorCode(error);
  return code === undefined || error instanceof StoreError
    ? (error as Error).message
    : `the disk answered ${code}`;
}

/** A folder of files, and the right to write to it. */
export interface DataFolder {
  readonly path: string;
  readonly disk: Disk;
  readonly owner: Owner;
}

/** A folder that nobody else writes to. */
export const plainFolder = (path: string): DataFolder => ({ path, disk: nodeDisk, owner: noOwner });

/** The content of a file; undefined when there is none. @throws Error of the file system: it cannot be read */
export async function readFile({ path, disk }: DataFolder, name: string): Promise<Buffer | undefined> {
  try {
    const file = await disk.open(join(path, name), 'read');
    return await readFully(file).finally(() => file.close());
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** That a file of the data folder is not as it was written. @param place of the file in the folder @param what is wrong */
export const damaged = (place: string, what: string, options?: ErrorOptions): StoreError =>
  new StoreError(
    `${place} of the data folder is damaged (${what}); restore it from a backup, or remove it`,
    options,
  );

/** The object that a file of the data folder holds. @param place of the file in the folder @throws StoreError naming it: it is damaged */
export function parseStored(content: Uint8Array, place: string): Readonly<Record<string, unknown>> {
  let stored: unknown;
  try {
    stored = JSON.parse(Buffer.from(content).toString('utf8'));
  } catch (cause) {
    throw damaged(place, 'no JSON', { cause });
  }
  if (isRecord(stored)) return stored;
  throw damaged(place, 'no JSON object');
}

/** As `readFile`. A file that others than its owner may read, as a copy of it may be, is written again for the owner alone. */
export async function readPrivate(folder: DataFolder, name: string): Promise<Buffer | undefined> {
  const content = await readFile(folder, name);
  const stat = content && (await folder.disk.stat(join(folder.path, name)));
  if (content !== undefined && stat?.isExposed) await putFile(folder, name, [content]);
  return content;
}

/**
 * Puts a file in place, whole or not at all; once the promise resolves it outlives a power cut.
 *
 * @returns its bytes
 * @throws Error nothing bears the name that did not before, except where only the last sync failed or the folder was lost meanwhile
 */
export async function putFile(
  { path, disk, owner }: DataFolder,
  name: string,
  chunks: Parameters<typeof writeAtomically>[1],
): Promise<number> {
  await owner.check();
  await disk.makeFolder(path);
  const bytes = await writeAtomically(join(path, name), chunks, { disk, ready: () => owner.check() });
  await owner.check();
  return bytes;
}
