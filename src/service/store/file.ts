import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../errors.ts';
import { fileBackups } from './backups.ts';
import { type Disk, nodeDisk } from './disk.ts';
import { noOwner, type Owner } from './owner.ts';
import { fileRecords } from './records.ts';
import { SessionFiles } from './session-files.ts';
import type { Store, Write } from './store.ts';
import { fileUploads } from './uploads.ts';

export interface FileStoreOptions {
  readonly log?: (line: string) => void;
  /** Who may write to the folder; see `claimFolder`. */
  readonly owner?: Owner;
  readonly disk?: Disk;
  /** A journal shorter than this, in bytes, is never compacted into its document. */
  readonly smallJournal?: number;
}

/**
 * One JSON document per session and, beside it, journals of what changed since.
 *
 * `<id>.json` names its generation g and its revision; `<id>.<g>.journal` holds the changes after it, one line and
 * one revision each, and `<id>.<g+1>.journal` those after that, while (or since) the document of generation g+1 is (or
 * was going to be) written. So a change appends one line, and compacting a long journal into the document holds up
 * nobody. See docs/session-file.md.
 *
 * @throws Error the folder cannot be made
 */
export function fileStore(dataDir: string, options: FileStoreOptions = {}): Store {
  const { log = () => {}, owner = noOwner, disk = nodeDisk, smallJournal = 1 << 16 } = options;
  const folder = join(dataDir, 'sessions');
  const recovery = join(dataDir, 'recovery');
  if (disk === nodeDisk)
    for (const path of [folder, recovery]) mkdirSync(path, { recursive: true, mode: 0o700 });
  const files = new SessionFiles({ disk, folder, owner, log, smallJournal });
  const write = (one: Write) => files.write(one);
  return {
    shared: false,
    now: () => new Date(),
    load: (id) => files.load(id),
    revision: (id) => files.revision(id),
    save: (id, document, expected) => write({ kind: 'save', id, document, expected }),
    append: (id, steps, expected) => write({ kind: 'append', id, steps, expected }),
    transaction: async (writes) => {
      const [first, ...more] = writes;
      if (more.length > 0) throw new StoreError('a file store writes one session at a time');
      return first === undefined ? [] : [await write(first)];
    },
    remove: (id) => files.remove(id),
    list: () => files.contents.list(),
    stamps: (ids) => files.contents.stamps(ids),
    backups: fileBackups(recovery, disk),
    uploads: fileUploads({ path: join(dataDir, 'uploads'), disk, owner }),
    records: fileRecords({ path: join(dataDir, 'records'), disk, owner }),
    folder: { path: dataDir, disk, owner },
    check: () => owner.check(),
    close: async () => {
      await files.close();
      await owner.release();
    },
  };
}
