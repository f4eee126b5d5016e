import { SessionFileUnreadableError } from '../errors.ts';
import { type Disk, errorCode } from './disk.ts';
import {
  documentPath,
  type FolderNames,
  journalPath,
  noteJournal,
  readNames,
  removeTemporary,
} from './folder-names.ts';
import { noOwner, type Owner } from './owner.ts';
import { Slices } from './slices.ts';

interface SessionFolderOptions {
  readonly disk: Disk;
  readonly folder: string;
  readonly owner: Owner;
  readonly log: (line: string) => void;
}

/** What the folder of sessions holds: names as found at the first use and as noted since, and marks of what changed. */
export class SessionFolder {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #owner: Owner;
  readonly #log: (line: string) => void;
  #names: Promise<FolderNames> | undefined;
  #listed: FolderNames | undefined;

  constructor({ disk, folder, owner, log }: SessionFolderOptions) {
    this.#disk = disk;
    this.#folder = folder;
    this.#owner = owner;
    this.#log = log;
  }

  /** The names, to be noted in by whoever writes; what a crash left is removed at the first use. */
  known(): Promise<FolderNames> {
    this.#names ??= this.#firstLook();
    return this.#names;
  }

  async #firstLook(): Promise<FolderNames> {
    try {
      await this.#owner.check();
      await this.#disk.makeFolder(this.#folder);
      const names = await readNames(this.#disk, this.#folder);
      // Without an owner, another store may be writing them.
      const isOurs = this.#owner !== noOwner;
      const removed = isOurs ? await removeTemporary(this.#disk, this.#folder, names) : 0;
      if (removed > 0) this.#log(`${removed} unfinished file(s) of an earlier run were removed`);
      return names;
    } catch (error) {
      this.#names = undefined;
      throw error;
    }
  }

  /** The session's journals that are known. */
  async journals(id: string): Promise<ReadonlySet<number>> {
    return (await this.known()).journals.get(id) ?? new Set();
  }

  /** By exact name: a folder that folds letter case must not give one session two IDs. */
  async has(id: string): Promise<boolean> {
    const known = await this.known();
    try {
      if ((await this.#disk.stat(documentPath(this.#folder, id))) === undefined) return false;
      if (known.ids.has(id)) return true;
      // Somebody put it there since, or a session has this name in other letters.
      const now = await readNames(this.#disk, this.#folder);
      if (!now.ids.has(id)) return false;
      known.ids.add(id);
      for (const journal of now.journals.get(id) ?? []) noteJournal(known, id, journal);
      return true;
    } catch (cause) {
      const reason = errorCode(cause) ?? 'no answer';
      throw new SessionFileUnreadableError(
        `session '${id}': its folder cannot be read (${reason}); try again`,
        { cause },
      );
    }
  }

  /** The IDs that are there now. */
  async list(): Promise<string[]> {
    this.#listed = await readNames(this.#disk, this.#folder);
    return [...this.#listed.ids];
  }

  /** A mark of each session's files as they are now; none where one of them changed just before. */
  async stamps(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const stamps = new Map<string, string>();
    const slices = new Slices();
    for (const id of ids) {
      // A file that cannot be examined is reported by whoever loads it.
      const stamp = await this.#stamp(id).catch(() => undefined);
      if (stamp !== undefined) stamps.set(id, stamp);
      await slices.pause();
    }
    return stamps;
  }

  /** Of the document and of every journal that is known or was there when the folder was last listed. */
  async #stamp(id: string): Promise<string | undefined> {
    const journals = new Set([...(await this.journals(id)), ...(this.#listed?.journals.get(id) ?? [])]);
    const paths = [
      documentPath(this.#folder, id),
      ...[...journals].sort((a, b) => a - b).map((journal) => journalPath(this.#folder, id, journal)),
    ];
    const found = await Promise.all(paths.map((path) => this.#disk.stat(path)));
    if (found[0] === undefined) return undefined;
    // Another change in the same tick of the clock of files would not show.
    const settled = Date.now() - 2000;
    if (found.some((stat) => stat !== undefined && stat.changed > settled)) return undefined;
    return found
      .map((stat, i) => (stat === undefined ? '' : `${paths[i]} ${stat.inode} ${stat.size} ${stat.changed}`))
      .join('\n');
  }
}
