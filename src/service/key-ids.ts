import { createHash } from 'node:crypto';
import type { CommitExtras, Store } from './store/store.ts';

type Notes = Pick<Store, 'records' | 'now'>;

interface Log {
  warn(details: object, message: string): void;
}

const kind = 'deleted-session';

/** How long the ID of a deleted session is not given again: answers under its key, and tags of its states, are kept by clients for less. */
const keptMs = 30 * 24 * 3600 * 1000;

/** Whether an ID may name a file: no wildcards, no path characters. */
export const isPlainId = (id: string): boolean => /^[A-Za-z0-9_-]{1,128}$/.test(id);

/** A UUID (version 8: of our own making) that follows from an Idempotency-Key. `use` distinguishes sessions made under one key. */
export function idOfKey(key: string, use: number): string {
  const hex = createHash('sha256').update(`${key} ${use}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** False where it could not be written, which is logged. */
async function noteDeleted(store: Notes, id: string, log: Log): Promise<boolean> {
  try {
    await store.records.put(kind, id, null, { expires: new Date(store.now().getTime() + keptMs) });
    return true;
  } catch (err) {
    log.warn({ session_id: id, err }, 'the ID of a deleted session could not be noted');
    return false;
  }
}

/**
 * Removes a session, and notes its ID where it follows from a key: a session made under the key once more gets another ID. It would count
 * its revisions from 1 again, and a change made from a state of the deleted one would pass `If-Match`.
 *
 * @returns false when there was none  @throws StoreError it is still there
 */
export async function removeNoted(
  store: Notes & Pick<Store, 'remove'>,
  id: string,
  along: CommitExtras,
  log: Log,
): Promise<boolean> {
  if (id[14] !== '8') return store.remove(id, along);
  // A full disk has no room for the note before something is removed.
  const isNoted = await noteDeleted(store, id, log);
  const existed = await store.remove(id, along);
  if (!isNoted) await noteDeleted(store, id, log);
  return existed;
}

export const wasDeleted = async ({ records }: Pick<Store, 'records'>, id: string): Promise<boolean> =>
  (await records.get(kind, id)) !== undefined;
