import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { type Disk, type DiskFile, errorCode, nodeDisk } from './disk.ts';
import { Encoder } from './encoder.ts';
import { Slices } from './slices.ts';

/** Errors of a file that another process holds open. */
const busy = ['EPERM', 'EBUSY', 'EACCES'];

/** Bytes that are written, or read back, at once. */
const portion = 1 << 18;

/** Tries five times, 0.1 s apart, while the file is in use. */
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
export async function removeFile(path: string, disk: Disk): Promise<boolean> {
  try {
    await patiently(() => disk.unlink(path));
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Writes all bytes: a disk may write fewer than given, and reports why only at the next attempt.
 *
 * @throws Error the disk took nothing, or its own error
 */
export async function writeFully(file: DiskFile, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const taken = await file.write(bytes.subarray(done), at + done);
    if (taken <= 0) {
      const error = new Error(`the disk accepted only ${done} of ${bytes.length} bytes`);
      throw Object.assign(error, { code: 'ENOSPC' });
    }
    done += taken;
  }
}

interface Sum {
  readonly bytes: number;
  readonly crc: number;
}

/** Texts, or bytes as they are. */
type Chunks = Iterable<string> | readonly Uint8Array[];

async function writeChunks(file: DiskFile, chunks: Chunks): Promise<Sum> {
  const slices = new Slices();
  const encoder = new Encoder();
  let bytes = 0;
  let crc = 0;
  let waiting = '';
  const add = async (part: Uint8Array) => {
    await writeFully(file, part, bytes);
    crc = crc32(part, crc);
    bytes += part.length;
  };
  for (const chunk of chunks) {
    if (typeof chunk !== 'string') {
      for (let from = 0; from < chunk.length; from += portion) {
        await add(chunk.subarray(from, from + portion));
        await slices.pause();
      }
    } else waiting += chunk;
    if (waiting.length >= portion) {
      await add(encoder.bytes(waiting));
      waiting = '';
    }
    await slices.pause();
  }
  await add(encoder.bytes(waiting));
  return { bytes, crc };
}

/** The whole content. */
export async function readFully(file: DiskFile): Promise<Buffer> {
  const { size } = await file.stat();
  const content = Buffer.allocUnsafe(size);
  let done = 0;
  while (done < size) {
    const got = await file.read(content.subarray(done), done);
    if (got === 0) break;
    done += got;
  }
  return content.subarray(0, done);
}

async function sumOf(file: DiskFile): Promise<Sum> {
  const buffer = Buffer.allocUnsafe(portion);
  let bytes = 0;
  let crc = 0;
  for (;;) {
    const got = await file.read(buffer, bytes);
    if (got === 0) return { bytes, crc };
    crc = crc32(buffer.subarray(0, got), crc);
    bytes += got;
  }
}

/** A name beside the given one for an unfinished file, or one to be removed. */
export function temporaryPath(path: string): string {
  const random = Math.random().toString(36).slice(2) || '0';
  return join(dirname(path), `.${basename(path)}.${process.pid}.${random}.tmp`);
}

/** Whether the file was left by a process that died. */
export const isTemporary = (name: string): boolean => /^\..+\.\d+\.[a-z0-9]+\.tmp$/.test(name);

export interface AtomicWrite {
  readonly disk?: Disk;
  /** Called once all is written and read back, before the name is given: the last chance to throw. */
  readonly ready?: (bytes: number) => void | Promise<void>;
}

/**
 * Puts text under a name, whole or not at all: temporary file, fsync, read back and compared, rename, fsync of the
 * folder.
 *
 * @returns bytes written
 * @throws Error nothing bears the name that did not before, except where only the last fsync failed
 */
export async function writeAtomically(
  path: string,
  chunks: Chunks,
  { disk = nodeDisk, ready = () => {} }: AtomicWrite = {},
): Promise<number> {
  const folder = dirname(path);
  const temporary = temporaryPath(path);
  const file = await disk.open(temporary, 'create');
  try {
    let written: Sum;
    try {
      written = await writeChunks(file, chunks);
      await file.sync();
      const found = await sumOf(file);
      if (found.bytes !== written.bytes || found.crc !== written.crc) {
        throw new Error(
          `of ${written.bytes} bytes written, ${found.bytes} were read back with other content`,
        );
      }
    } finally {
      await file.close();
    }
    await ready(written.bytes);
    await patiently(() => disk.rename(temporary, path));
    await disk.syncFolder(folder);
    return written.bytes;
  } catch (error) {
    await disk.unlink(temporary).catch(() => {});
    throw error;
  }
}
