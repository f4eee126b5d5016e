import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename, unlink } from 'node:fs/promises';

/** An open regular file. */
export interface DiskFile {
  /** Bytes taken, from the given place on; they may be fewer than there are. */
  write(bytes: Uint8Array, at: number): Promise<number>;
  /** Bytes read from the given place on; 0 at the end. */
  read(into: Uint8Array, at: number): Promise<number>;
  truncate(size: number): Promise<void>;
  /** Content and size outlive a power cut. */
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
}

/** `read` and `update` need the file, `create` refuses one that is there. */
export type OpenMode = 'read' | 'update' | 'create';

/** What the store asks of a file system; tests put one in its place that fails. */
export interface Disk {
  /** @throws Error with code `EFOREIGN`: what bears the name is no regular file; or a code of the system */
  open(path: string, mode: OpenMode, permissions?: number): Promise<DiskFile>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** Undefined when there is nothing of that name. Links are not followed. */
  stat(path: string): Promise<FileStat | undefined>;
  /** Names in a folder, in no order; none where there is no folder. */
  names(folder: string): Promise<readonly string[]>;
  makeFolder(path: string): Promise<void>;
  /** New names, renames and removals in the folder outlive a power cut. */
  syncFolder(path: string): Promise<void>;
}

export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

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

async function openRegular(path: string, mode: OpenMode, permissions: number): Promise<FileHandle> {
  let handle: FileHandle;
  try {
    handle = await open(path, flags[mode], permissions);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ELOOP') throw foreign('symbolic link');
    if (code === 'ENXIO') throw foreign('socket or FIFO');
    if (code === 'EISDIR') throw foreign('folder');
    throw error;
  }
  try {
    const stat = await handle.stat();
    if (stat.isFile()) return handle;
    throw foreign(stat.isDirectory() ? 'folder' : stat.isFIFO() ? 'FIFO' : 'device');
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
    // Folders cannot be synced everywhere (Windows); there the rename alone has to do.
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

const factsOf = ({ size, nlink, mtimeMs }: Stats): FileStat => ({ size, links: nlink, modified: mtimeMs });

/** The file system of this machine. */
export const nodeDisk: Disk = {
  open: async (path, mode, permissions = 0o644) => {
    const handle = await openRegular(path, mode, permissions);
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
  makeFolder: async (path) => {
    await mkdir(path, { recursive: true });
  },
  syncFolder,
};
