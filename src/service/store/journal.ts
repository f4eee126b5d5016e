import { crc32 } from 'node:zlib';
import { SessionFileUnreadableError } from '../errors.ts';
import type { PatchStep } from '../session/document/document-patch.ts';
import { readFully, writeFully } from './atomic-write.ts';
import { type Disk, type DiskFile, errorCode } from './disk.ts';
import { Encoder } from './encoder.ts';
import { jsonChunks } from './json-chunks.ts';
import { parseInSlices } from './json-slices.ts';
import { Slices } from './slices.ts';

function* stepChunks(steps: readonly PatchStep[]): Generator<string> {
  let before = '[';
  for (const [kind, path, value] of steps) {
    yield `${before}["${kind}",${JSON.stringify(path)}`;
    if (kind !== 'drop') {
      yield ',';
      yield* jsonChunks(value);
    }
    yield ']';
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** In place of the sum while a line is being written: such a line counts as cut off. */
const noSum = ' '.repeat(9);

/**
 * Writes a line at `at`: eight hex digits of CRC-32, a blank, the steps as JSON, a line feed. A long one is written while it is made, and its
 * sum last: as a whole it would be some hundred megabytes in memory.
 *
 * @param mayBegin  what is asked of the disk while the text is made; nothing is written before it, or where it is false
 * @returns bytes of the line; undefined: nothing was written
 */
export async function writeLine(
  file: DiskFile,
  at: number,
  steps: readonly PatchStep[],
  mayBegin: Promise<boolean> = Promise.resolve(true),
): Promise<number | undefined> {
  // Looked at below, unless the text cannot be made.
  mayBegin.catch(() => {});
  const slices = new Slices();
  const encoder = new Encoder();
  let crc = 0;
  let length = 0;
  let waiting = noSum;
  const flush = async () => {
    const part = encoder.bytes(waiting);
    crc = crc32(length === 0 ? part.subarray(noSum.length) : part, crc);
    await writeFully(file, part, at + length);
    length += part.length;
    waiting = '';
  };
  for (const chunk of stepChunks(steps)) {
    waiting += chunk;
    if (waiting.length < 1 << 17) continue;
    if (!(await mayBegin)) return undefined;
    await flush();
    await slices.pause();
  }
  const sum = () => `${crc.toString(16).padStart(8, '0')} `;
  if (length > 0) {
    await flush();
    await writeFully(file, encoder.bytes('\n'), at + length);
    await writeFully(file, encoder.bytes(sum()), at);
    return length + 1;
  }
  const whole = Buffer.from(`${waiting}\n`);
  crc = crc32(whole.subarray(noSum.length, -1));
  whole.write(sum());
  if (!(await mayBegin)) return undefined;
  await writeFully(file, whole, at);
  return whole.length;
}

/** Bytes that are scanned or summed at once. */
const portion = 1 << 20;

async function sumOf(bytes: Uint8Array, slices: Slices): Promise<number> {
  let crc = 0;
  for (let from = 0; from < bytes.length; from += portion) {
    crc = crc32(bytes.subarray(from, from + portion), crc);
    await slices.pause();
  }
  return crc;
}

/** Where the line that begins at `from` ends; -1: it has no end. */
async function lineEnd(content: Buffer, from: number, slices: Slices): Promise<number> {
  for (let at = from; at < content.length; at += portion) {
    const end = content.subarray(at, at + portion).indexOf(10);
    if (end >= 0) return at + end;
    await slices.pause();
  }
  return -1;
}

async function parseLine(line: Buffer, slices: Slices): Promise<PatchStep[] | undefined> {
  const text = line.subarray(9);
  const sum = line.toString('latin1', 0, 9);
  if (!/^[0-9a-f]{8} $/.test(sum)) return undefined;
  if (Number.parseInt(sum, 16) !== (await sumOf(text, slices))) return undefined;
  return (await parseInSlices(text)) as PatchStep[];
}

export interface Journal {
  /** How many there are. */
  readonly writes: number;
  /** Bytes of whole lines; what follows is a line that a crash cut off. */
  readonly bytes: number;
  readonly torn: boolean;
}

/**
 * Hands over the writes of a journal, one after another: all of a long one at once would be some times its size. Undefined when there is
 * no such file.
 *
 * A cut-off last line was never acknowledged and is skipped.
 *
 * @throws SessionFileUnreadableError a line before the last one is damaged
 */
export async function readJournal(
  disk: Disk,
  path: string,
  take: (steps: readonly PatchStep[]) => void | Promise<void>,
): Promise<Journal | undefined> {
  let content: Buffer;
  try {
    const file = await disk.open(path, 'read');
    content = await readFully(file).finally(() => file.close());
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  const slices = new Slices();
  let writes = 0;
  let from = 0;
  while (from < content.length) {
    const end = await lineEnd(content, from, slices);
    const steps = end < 0 ? undefined : await parseLine(content.subarray(from, end), slices);
    if (steps === undefined) {
      if (end >= 0 && end < content.length - 1) {
        throw new SessionFileUnreadableError(`line ${writes + 1} of its journal is damaged`);
      }
      break;
    }
    await take(steps);
    writes++;
    from = end + 1;
    await slices.pause();
  }
  return { writes, bytes: from, torn: from < content.length };
}
