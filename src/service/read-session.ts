import { SessionFileUnreadableError, SessionNotFoundError } from './errors.ts';
import type { OpenSession } from './open-sessions.ts';
import { composedDocument } from './session/format/composed-document.ts';
import { fromStored, withSteps } from './session/format/document.ts';
import { storedFormat } from './session/format/migrations.ts';
import type { State } from './session/state.ts';
import { inSlices } from './slices.ts';
import type { Store } from './store/store.ts';

/** A session as the store has it: its state, revision and the format of its document. */
export interface ReadSession {
  readonly state: State;
  readonly revision: number;
  readonly format: number;
}

/** @throws SessionNotFoundError, SessionFileUnreadableError, StoreError */
export async function readSession(store: Store, id: string): Promise<ReadSession> {
  const stored = await store.load(id);
  if (stored === undefined) throw new SessionNotFoundError(id);
  try {
    const document = await inSlices(composedDocument(stored.document));
    const state = await inSlices(fromStored(document, id, store.now().toISOString()));
    // Changes of names are not steps of anybody: the next write is a whole document.
    const format = document === stored.document ? storedFormat(document) : 0;
    return { state, revision: stored.revision, format };
  } catch (cause) {
    throw new SessionFileUnreadableError(`session '${id}': ${(cause as Error).message}`, { cause });
  }
}

/** What is in memory with the changes since, where the store has them; else the whole session. @throws as `readSession` */
export async function readAgain(
  store: Store,
  { state, saved, revision: since, format }: OpenSession,
  log: { warn(details: object, message: string): void },
): Promise<ReadSession> {
  const found = saved && (await store.changes?.(saved.id, since));
  if (saved === undefined || found === undefined) return readSession(store, state.id);
  try {
    const fresh = await inSlices(withSteps(saved, found.steps, store.now().toISOString(), format));
    return { revision: found.revision, state: fresh, format };
  } catch (err) {
    log.warn({ err }, 'the changes of a session are not consecutive; the session is read again');
    return readSession(store, state.id);
  }
}
