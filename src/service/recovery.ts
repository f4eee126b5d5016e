import type { BackupDeleted, BackupTaken, Recovery, RecoveryList } from '../contract/sessions/recovery.ts';
import type { SessionCreated } from '../contract/sessions/session.ts';
import { NotFoundError } from './errors.ts';
import { isPlainId } from './key-ids.ts';
import type { RequestOptions } from './request-options.ts';
import { exportDocument, fromDocument } from './session/format/document.ts';
import type { Sessions } from './sessions.ts';
import { inSlices } from './slices.ts';

/** A copy of the session, when something in it was not saved. */
export async function createBackup(sessions: Sessions, id: string): Promise<BackupTaken> {
  const document = await sessions.read(id, exportDocument);
  if (!sessions.hasUnsavedChanges(id)) {
    return { message: 'nothing has changed since the last save; no backup is needed', taken: false };
  }
  await sessions.store.backups.put(id, sessions.store.now().toISOString(), document);
  return { message: `backup of session '${id}' taken`, taken: true };
}

/** Anything but a plain ID is ignored. */
export async function deleteBackup({ store }: Sessions, id: string): Promise<BackupDeleted> {
  const count = isPlainId(id) ? await store.backups.remove(id) : 0;
  return {
    message:
      count > 0 ? `${count} backup(s) of session '${id}' deleted` : `there is no backup of session '${id}'`,
    deleted: count > 0,
  };
}

type BackupStore = Sessions['store']['backups'];

/** What the list says about copies that were read, by session and time: a copy never changes. */
const known = new WeakMap<BackupStore, Map<string, Recovery>>();

/** The newest copy of a session that can be restored; undefined where there is none. */
async function recoveryOf(backups: BackupStore, id: string): Promise<Recovery | undefined> {
  const backup = await backups.newest(id);
  if (backup === undefined) return undefined;
  try {
    const state = await inSlices(fromDocument(backup.document, id, backup.time));
    return {
      session_id: id,
      session_name: state.metadata.name,
      backup_time: backup.time,
      n_variables: state.variables.length,
      n_experiments: state.rows.length,
      model_trained: state.model !== null,
    };
  } catch {
    // A copy that is not a session cannot be restored, so it is not offered.
    return undefined;
  }
}

/** The newest copy of every session that a caller may see, newest first. Each is read once. */
export async function listRecoveries(
  { store: { backups } }: Sessions,
  isVisible: (session: string) => boolean = () => true,
): Promise<RecoveryList> {
  const before = known.get(backups);
  const copies = await backups.list();
  const now = new Map<string, Recovery>();
  for (const { id, time } of copies) {
    const key = `${id} ${time}`;
    const found = before?.get(key) ?? (isVisible(id) ? await recoveryOf(backups, id) : undefined);
    if (found !== undefined) now.set(key, found);
  }
  known.set(backups, now);
  const recoveries = [...now.values()].filter(({ session_id: id }) => isVisible(id));
  return { recoveries, count: recoveries.length };
}

/**
 * The newest copy of an unsaved session as a new session. The copies are handed to it, once it is on disk.
 *
 * @param handsOver whether the caller may delete the copies; otherwise they stay for those who may
 * @throws NotFoundError there is no copy
 */
export async function restoreBackup(
  sessions: Sessions,
  id: string,
  options: RequestOptions,
  handsOver: boolean,
): Promise<SessionCreated> {
  const backup = isPlainId(id) ? await sessions.store.backups.newest(id) : undefined;
  if (backup === undefined)
    throw new NotFoundError(`there is no backup of session '${id}'; see GET …/recovery/list`);
  const created = await sessions.creation.import(backup.document, options);
  if (handsOver) await sessions.store.backups.rename(id, created.session_id);
  return created;
}

/** Removes copies that were taken longer ago, of all sessions. */
export async function removeOldBackups({ store }: Sessions, hours: number): Promise<{ message: string }> {
  // No copy is older than the epoch, and dates do not reach much further back.
  const before = new Date(Math.max(0, store.now().getTime() - hours * 3600 * 1000)).toISOString();
  const count = await store.backups.removeOlder(before);
  return { message: `${count} backup(s) older than ${hours} hours deleted` };
}
