import { join } from 'node:path';
import { StoreUnavailableError } from '../errors.ts';
import { removeFile } from './atomic-write.ts';
import { type DataFolder, putFile, readFile, saveReason } from './data-folder.ts';
import type { UploadStore } from './store.ts';

/** In memory. */
export function memoryUploads(): UploadStore {
  const files = new Map<string, { readonly bytes: Uint8Array; readonly time: number }>();
  return {
    put: async (id, bytes) => {
      files.set(id, { bytes: bytes.slice(), time: Date.now() });
    },
    get: async (id) => files.get(id)?.bytes,
    remove: async (id) => files.delete(id),
    removeOlder: async (time, prefix) => {
      const old = [...files].filter(([id, file]) => id.startsWith(prefix) && file.time < time.getTime());
      for (const [id] of old) files.delete(id);
      return old.length;
    },
  };
}

/** Files `<id>.upload` in a folder, whole or not at all; they outlive a power cut. */
export function fileUploads(folder: DataFolder): UploadStore {
  const { path: place, disk } = folder;
  const nameOf = (id: string) => `${id}.upload`;
  const orRefused = <T>(action: Promise<T>): Promise<T> =>
    action.catch((cause: unknown) => {
      throw new StoreUnavailableError(
        `the file could not be stored or read: ${saveReason(cause)}; try again`,
        { cause },
      );
    });
  const removeOlder = async (time: Date, prefix: string) => {
    let count = 0;
    for (const name of await disk.names(place)) {
      // What a crash left unfinished too: `.<id>.upload.….tmp`.
      if (!name.startsWith(prefix) && !name.startsWith(`.${prefix}`)) continue;
      const path = join(place, name);
      const found = await disk.stat(path);
      // What cannot be removed is tried again the next time.
      if (found === undefined || found.modified >= time.getTime()) continue;
      if (await removeFile(path, disk).catch(() => false)) count++;
    }
    return count;
  };
  return {
    put: async (id, bytes) => {
      await orRefused(putFile(folder, nameOf(id), [bytes]));
    },
    get: (id) => orRefused(readFile(folder, nameOf(id))),
    remove: (id) => orRefused(removeFile(join(place, nameOf(id)), disk)),
    removeOlder: (time, prefix) => orRefused(removeOlder(time, prefix)),
  };
}
