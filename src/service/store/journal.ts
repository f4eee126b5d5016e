import { open, readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { SessionFileUnreadableError } from '../errors.ts';
import type { PatchStep } from '../session/document-patch.ts';
import { errorCode } from './disk.ts';

/** One line per flush: eight hex digits of CRC-32, a blank, the steps as JSON. */
export function journalLine(steps: readonly PatchStep[]): string {
  const text = JSON.stringify(steps);
  return `${crc32(text).toString(16).padStart(8, '0')} ${text}\n`;
}

function parseLine(line: string): PatchStep[] | undefined {
  const text = line.slice(9);
  if (line[8] !== ' ' || Number.parseInt(line.slice(0, 8), 16) !== crc32(text)) return undefined;
  return JSON.parse(text) as PatchStep[];
}

export interface Journal {
  readonly flushes: readonly PatchStep[][];
  /** Bytes of whole lines; what follows is a line that a crash cut off. */
  readonly bytes: number;
  readonly torn: boolean;
}

/**
 * The flushes of a journal; undefined when there is no such file.
 *
 * A cut-off last line was never acknowledged and is passed over.
 *
 * @throws SessionFileUnreadableError a line before the last one is damaged
 */
export async function readJournal(path: string): Promise<Journal | undefined> {
  let content: Buffer;
  try {
    content = await readFile(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  const flushes: PatchStep[][] = [];
  let from = 0;
  while (from < content.length) {
    const end = content.indexOf(10, from);
    const steps = end < 0 ? undefined : parseLine(content.toString('utf8', from, end));
    if (steps === undefined) {
      if (end >= 0 && end < content.length - 1) {
        throw new SessionFileUnreadableError(`session journal: line ${flushes.length + 1} is damaged`);
      }
      break;
    }
    flushes.push(steps);
    from = end + 1;
  }
  return { flushes, bytes: from, torn: from < content.length };
}

/**
 * Adds a line at the given place and puts it on disk; a line cut off there before is overwritten.
 *
 * @returns bytes of the line
 */
export async function appendLine(path: string, at: number, line: string): Promise<number> {
  const handle = await open(path, at === 0 ? 'w' : 'r+', 0o644);
  try {
    if (at > 0) await handle.truncate(at);
    const { bytesWritten } = await handle.write(line, at);
    await handle.datasync();
    return bytesWritten;
  } finally {
    await handle.close();
  }
}
