import { SessionFileUnreadableError } from '../errors.ts';
import { applySteps } from '../session/document/document-patch.ts';
import { readFully } from './atomic-write.ts';
import { type Disk, errorCode } from './disk.ts';
import { documentPath, journalPath, lastGeneration } from './folder-names.ts';
import { type Journal, readJournal } from './journal.ts';
import { parseInSlices } from './json-slices.ts';
import { Slices } from './slices.ts';

/** A session as its files hold it. */
export interface ReadSession {
  readonly document: Record<string, unknown>;
  readonly revision: number;
  /** Of the document, and of the last journal that there is; the same when there is none. */
  readonly generation: number;
  readonly journal: number;
  readonly documentBytes: number;
  /** Whole lines of the last journal. */
  readonly journalBytes: number;
  /** A last line was cut off. */
  readonly torn: boolean;
}

/** Why files cannot be read, without the content of files or places on the server; those are in the cause. */
function reasonOf(error: unknown): string {
  const code = errorCode(error);
  if (code === 'EFOREIGN' || error instanceof SessionFileUnreadableError) return (error as Error).message;
  if (code !== undefined) return `the disk answered ${code}`;
  return error instanceof SyntaxError ? 'it is not valid JSON' : 'its journal does not match it';
}

function wholeNumber(document: Record<string, unknown>, key: string, fallback: number): number {
  const value = document[key] ?? fallback;
  delete document[key];
  if (Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= lastGeneration) {
    return value as number;
  }
  throw new SessionFileUnreadableError(`${key} must be a whole number up to ${lastGeneration}`);
}

/** Of UTF-8; editors put it before a text that was edited by hand. */
const mark = Buffer.from('\ufeff');

async function readDocument(disk: Disk, path: string) {
  const file = await disk.open(path, 'read');
  const content = await readFully(file).finally(() => file.close());
  const text = content.subarray(0, 3).equals(mark) ? content.subarray(3) : content;
  const document = (await parseInSlices(text)) as Record<string, unknown>;
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new SessionFileUnreadableError('it is not a JSON object');
  }
  const generation = wholeNumber(document, '_generation', 0);
  return { document, generation, revision: wholeNumber(document, '_revision', 1), bytes: content.length };
}

interface Wanted {
  /** Journals that are known to be there: one that is missing is an error. */
  readonly journals: ReadonlySet<number>;
  /** Journals of later generations are left out. */
  readonly last?: number;
}

interface Chain {
  readonly writes: number;
  /** The last one; undefined when there is none. */
  readonly last: (Journal & { readonly generation: number }) | undefined;
}

/** Carries out the journals of the document's generation and of those after it. A gap would be a state that never was. */
async function followChain(
  disk: Disk,
  pathOf: (generation: number) => string,
  { document, generation }: { readonly document: Record<string, unknown>; readonly generation: number },
  { journals, last: end = lastGeneration }: Wanted,
): Promise<Chain> {
  const known = Math.max(-1, ...[...journals].filter((journal) => journal <= end));
  let chain: Chain = { writes: 0, last: undefined };
  for (let next = generation; next <= end; next++) {
    const journal = await readJournal(disk, pathOf(next), (steps) =>
      new Slices().run(applySteps(document, steps)),
    );
    if (journal !== undefined) {
      const { last } = chain;
      if (last?.torn)
        throw new SessionFileUnreadableError(`its journal ${last.generation} ends within a line`);
      chain = { writes: chain.writes + journal.writes, last: { ...journal, generation: next } };
    } else if (next < known) throw new SessionFileUnreadableError(`its journal ${next} is missing`);
    else if (next === known) throw new SessionFileUnreadableError(`its last journal, ${next}, is missing`);
    else break;
  }
  return chain;
}

async function read(disk: Disk, folder: string, id: string, wanted: Wanted): Promise<ReadSession> {
  const { document, generation, revision, bytes } = await readDocument(disk, documentPath(folder, id));
  const pathOf = (journal: number) => journalPath(folder, id, journal);
  const { writes, last } = await followChain(disk, pathOf, { document, generation }, wanted);
  return {
    document,
    revision: revision + writes,
    generation,
    journal: last?.generation ?? generation,
    documentBytes: bytes,
    journalBytes: last?.bytes ?? 0,
    torn: last?.torn ?? false,
  };
}

/**
 * Document and journals of a session.
 *
 * @throws SessionFileUnreadableError they do not make a session, or the disk does not give them
 */
export async function readSession(
  disk: Disk,
  folder: string,
  id: string,
  wanted: Wanted,
): Promise<ReadSession> {
  try {
    return await read(disk, folder, id, wanted);
  } catch (cause) {
    throw new SessionFileUnreadableError(
      `session '${id}': its file cannot be read (${reasonOf(cause)}); ` +
        'try again if the disk was busy, else restore it from a backup, or delete the session',
      { cause },
    );
  }
}
