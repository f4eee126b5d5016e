import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '../errors.ts';
import { removeFile } from './atomic-write.ts';
import { errorCode } from './disk.ts';
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
    removeOlder: async (time) => {
      const old = [...files].filter(([, file]) => file.time < time.getTime());
      for (const [id] of old) files.delete(id);
      return old.length;
    },
  };
}

/** Files `<id>.upload` in a folder. */
export function fileUploads(folder: string): UploadStore {
  const pathOf = (id: string) => join(folder, `${id}.upload`);
  return {
    put: async (id, bytes) => {
      try {
        await mkdir(folder, { recursive: true });
        await writeFile(`${pathOf(id)}.new`, bytes);
        await rename(`${pathOf(id)}.new`, pathOf(id));
      } catch (cause) {
        throw new StoreError(
          `the file could not be kept (${errorCode(cause) ?? cause}); see the server's log`,
          {
            cause,
          },
        );
      }
    },
    get: async (id) => {
      try {
        return await readFile(pathOf(id));
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return undefined;
        throw error;
      }
    },
    remove: (id) => removeFile(pathOf(id)),
    removeOlder: async (time) => {
      const names = await readdir(folder).catch(() => []);
      let count = 0;
      for (const name of names) {
        const path = join(folder, name);
        const found = await stat(path).catch(() => undefined);
        if (found === undefined || found.mtime >= time) continue;
        if (await removeFile(path)) count++;
      }
      return count;
    },
  };
}
