import { createHash } from 'node:crypto';
import type { Document } from '../session/format/document.ts';
import type { Store } from './store.ts';

export interface Transferred {
  /** Sessions that were copied now, and those that were there already with the same content. */
  readonly copied: number;
  readonly present: number;
  readonly records: number;
  readonly backups: number;
  /** What was not copied, each with the session that it is about. */
  readonly problems: readonly string[];
}

const digest = (document: unknown): string =>
  createHash('sha256').update(JSON.stringify(document)).digest('hex');

/** Results of jobs and files of imports stay behind, which are kept for a day or an hour only. Accounts and settings are files in a folder: `moveAll` copies them. */
const leftBehind = /^(job|import|accounts|assistant|(grants|granted)-.*)$/;

async function copySession(from: Store, to: Store, id: string): Promise<'copied' | 'present'> {
  const source = await from.load(id);
  if (source === undefined) throw new Error('it no longer exists');
  const wanted = digest(source.document);
  const before = await to.load(id);
  if (before !== undefined) {
    if (digest(before.document) === wanted) return 'present';
    throw new Error('another session has this ID already; nothing was changed');
  }
  await to.save(id, source.document as Document, 0);
  const after = await to.load(id);
  if (digest(after?.document) !== wanted) throw new Error('what was read back is not what was written');
  return 'copied';
}

/**
 * Copies all sessions, their recovery copies and all records into another store, each compared by its SHA-256 sum after it was
 * written. It may be broken off and begun again: what is there already and the same is left alone. Nothing is removed.
 *
 * @param onProgress called after every hundred sessions
 */
export async function transfer(
  from: Store,
  to: Store,
  onProgress: (done: number, all: number) => void = () => {},
): Promise<Transferred> {
  const problems: string[] = [];
  const counts = { copied: 0, present: 0 };
  const ids = (await from.list()).sort();
  for (const [i, id] of ids.entries()) {
    try {
      counts[await copySession(from, to, id)]++;
    } catch (error) {
      problems.push(`session '${id}': ${(error as Error).message}`);
    }
    if ((i + 1) % 100 === 0) onProgress(i + 1, ids.length);
  }
  let backups = 0;
  for (const { id } of await from.backups.list()) {
    const copy = await from.backups.newest(id);
    if (copy === undefined) continue;
    await to.backups.put(id, copy.time, copy.document as Document);
    backups++;
  }
  let records = 0;
  for (const kind of await from.records.kinds()) {
    if (leftBehind.test(kind)) continue;
    for (const { key, value, expires } of await from.records.list(kind)) {
      const there = await to.records.get(kind, key);
      const term = expires === undefined ? {} : { expires };
      if (there === undefined) await to.records.put(kind, key, value, { expected: 0, ...term });
      else if (digest(there.value) !== digest(value))
        problems.push(`record ${kind}/${key}: another one exists`);
      records++;
    }
  }
  return { ...counts, backups, records, problems };
}
