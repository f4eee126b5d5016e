import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/** An open regular file. */
export interface DiskFile {
  /** Bytes written from the given position on; possibly fewer than given. */
  write(bytes: Uint8Array, at: number): Promise<number>;
  /** Bytes read from the given place on; 0 at the end. */
  read(into: Uint8Array, at: number): Promise<number>;
  truncate(size: number): Promise<void>;
  /** Content and size survive a power cut. */
  sync(): Promise<void>;
  stat(): Promise<FileStat>;
  close(): Promise<void>;
}

export interface FileStat {
  readonly size: number;
  /** Names of the file; 0 when it was removed. */
  readonly links: number;
  /** When the content was last written, in milliseconds since 1970. */
  readonly modified: number;
  /** When anything of the file was last changed; nobody can set it. */
  readonly changed: number;
  /** Distinguishes it from other files that exist now. */
  readonly inode: number;
  /** Others than its owner may read or change it. */
  readonly isExposed: boolean;
}

/** `read` and `update` need the file, `create` refuses one that is there. */
export type OpenMode = 'read' | 'update' | 'create';

/** The file operations of the store; tests replace them by failing ones. */
export interface Disk {
  /** @throws Error with code `EFOREIGN`: the name is not a regular file; or a code of the system */
  open(path: string, mode: OpenMode): Promise<DiskFile>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** Undefined when there is nothing of that name. Links are not followed. */
  stat(path: string): Promise<FileStat | undefined>;
  /** Names in a folder, in no order; none where there is no folder. */
  names(folder: string): Promise<readonly string[]>;
  makeFolder(path: string): Promise<void>;
  /** New names, renames and removals in the folder survive a power cut. */
  syncFolder(path: string): Promise<void>;
}

export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** No space is left, or none that this user may take. */
export const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '');

function foreign(kind: string): Error {
  return Object.assign(new Error(`it is a ${kind}, not a file`), { code: 'EFOREIGN' });
}

// A FIFO or a device must not hold up a thread of the pool, and a link must not lead out of the folder.
const careful = (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
const flags: Readonly<Record<OpenMode, number>> = {
  read: constants.O_RDONLY | careful,
  update: constants.O_RDWR | careful,
  create: constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | careful,
};

async function openRegular(path: string, mode: OpenMode): Promise<FileHandle> {
  let handle: FileHandle;
  try {
    handle = await open(path, flags[mode], 0o600);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ELOOP') throw foreign('symbolic link');
    if (code === 'ENXIO') throw foreign('socket or FIFO');
    if (code === 'EISDIR') throw foreign('folder');
    throw error;
  }
  try {
    const found = await handle.stat();
    if (found.isFile()) return handle;
    throw foreign(found.isDirectory() ? 'folder' : found.isFIFO() ? 'FIFO' : 'device');
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Folders cannot be synced everywhere (Windows); there only the rename is done.
    if (!['EPERM', 'EINVAL', 'EISDIR'].includes(errorCode(error) ?? '')) throw error;
  } finally {
    await handle.close();
  }
}

async function names(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

const factsOf = ({ size, nlink, mtimeMs, ctimeMs, ino, mode }: Stats): FileStat => ({
  size,
  links: nlink,
  modified: mtimeMs,
  changed: ctimeMs,
  inode: ino,
  isExposed: process.platform !== 'win32' && (mode & 0o077) !== 0,
});

/**
 * A folder, with those above it, that only its owner may look into, as PostgreSQL makes its own. One that is there keeps its mode.
 * Step by step: Node's own recursion never ends where a folder cannot be made below one that is there (`/proc/x`).
 */
export async function makeFolder(path: string): Promise<void> {
  const make = () => mkdir(path, { mode: 0o700 });
  try {
    await make();
  } catch (error) {
    if (errorCode(error) === 'ENOENT' && dirname(path) !== path) {
      await makeFolder(dirname(path));
      await make();
    } else if (!(await stat(path).catch(() => undefined))?.isDirectory()) throw error;
  }
}

/** Says that other users of this machine may look into a folder of data; undefined where they may not. */
export async function exposure(folder: string): Promise<string | undefined> {
  const { mode } = await lstat(folder);
  if (process.platform === 'win32' || (mode & 0o007) === 0) return undefined;
  const shown = (mode & 0o777).toString(8).padStart(4, '0');
  return `'${folder}' is open to every user of this machine (mode ${shown}); chmod -R go-rwx '${folder}' closes it`;
}

/** The file system of this machine. Files that it makes are readable by their owner alone. */
export const nodeDisk: Disk = {
  open: async (path, mode) => {
    const handle = await openRegular(path, mode);
    return {
      write: async (bytes, at) => (await handle.write(bytes, 0, bytes.length, at)).bytesWritten,
      read: async (into, at) => (await handle.read(into, 0, into.length, at)).bytesRead,
      truncate: (size) => handle.truncate(size),
      // Of the metadata only the size is needed, which fdatasync takes along.
      sync: () => handle.datasync(),
      stat: async () => {
        return factsOf(await handle.stat());
      },
      close: () => handle.close(),
    };
  },
  rename,
  unlink,
  stat: async (path) => {
    try {
      return factsOf(await lstat(path));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  },
  names,
  makeFolder,
  syncFolder,
};
