import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Errors of a file that somebody else holds open just now. */
const busy = ['EPERM', 'EBUSY', 'EACCES'];

export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** Tries five times, 0.1 s apart, while the file is held. */
async function patiently<T>(action: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action();
    } catch (error) {
      if (attempt === 5 || !busy.includes(errorCode(error) ?? '')) throw error;
      await sleep(100);
    }
  }
}

/** False when there was no such file. */
export async function removeFile(path: string): Promise<boolean> {
  try {
    await patiently(() => unlink(path));
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Makes entries of a folder (a new name, a rename) outlive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => undefined);
  try {
    await handle?.sync();
  } catch (error) {
    // Folders cannot be synced everywhere (Windows); there the rename alone has to do.
    if (!['EPERM', 'EINVAL', 'EISDIR'].includes(errorCode(error) ?? '')) throw error;
  } finally {
    await handle?.close();
  }
}

async function writeAll(handle: FileHandle, chunks: Iterable<string>): Promise<number> {
  let bytes = 0;
  let waiting = '';
  for (const chunk of chunks) {
    waiting += chunk;
    if (waiting.length < 1 << 16) continue;
    bytes += (await handle.write(waiting)).bytesWritten;
    waiting = '';
  }
  return bytes + (await handle.write(waiting)).bytesWritten;
}

/**
 * Puts text under a name, whole or not at all: temporary file, fsync, rename, fsync of the folder.
 *
 * @returns bytes written
 */
export async function writeAtomically(path: string, chunks: Iterable<string>, mode = 0o644): Promise<number> {
  const folder = dirname(path);
  const temporary = join(
    folder,
    `.${basename(path)}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`,
  );
  try {
    const handle = await open(temporary, 'wx', mode);
    let bytes: number;
    try {
      bytes = await writeAll(handle, chunks);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await patiently(() => rename(temporary, path));
    await syncFolder(folder);
    return bytes;
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
}
