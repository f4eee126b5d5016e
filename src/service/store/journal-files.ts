import type { PatchStep } from '../session/document/document-patch.ts';
import { removeFile } from './atomic-write.ts';
import { type Disk, type DiskFile, errorCode } from './disk.ts';
import { journalPath } from './folder-names.ts';
import { writeLine } from './journal.ts';

/** Journals that are kept open between writes. */
const openLimit = 64;

interface OpenJournal {
  readonly file: DiskFile;
  readonly generation: number;
  /** A write is under way. */
  busy: boolean;
}

interface Addition {
  /** What the line holds. */
  readonly steps: readonly PatchStep[];
  /** Where it goes: the end of the whole lines. */
  readonly at: number;
  /** What follows them is to be cut off first. */
  readonly torn: boolean;
}

/** What a line rests on besides its journal. */
interface Grounds {
  /** @throws the folder is not this server's any more */
  readonly mayWrite: () => Promise<void>;
  /** False when what the journal belongs to is not there as it was; throws as `mayWrite`. */
  readonly isInPlace: () => Promise<boolean>;
}

/** The journals that are written to, the ones used last kept open. A session's calls must not overlap. */
export class JournalFiles {
  readonly #disk: Disk;
  readonly #folder: string;
  /** In the order of last use. */
  readonly #open = new Map<string, OpenJournal>();

  constructor(disk: Disk, folder: string) {
    this.#disk = disk;
    this.#folder = folder;
  }

  /**
   * Adds a line and puts it on disk. Calls that do not wait for each other run in parallel: each is one task of the thread pool.
   *
   * @returns bytes of the line; undefined if another process changed or removed the files: the line is not durable then
   */
  async append(
    id: string,
    generation: number,
    { steps, at, torn }: Addition,
    grounds: Grounds,
  ): Promise<number | undefined> {
    // Before there is a new file, too.
    if (at === 0) await grounds.mayWrite();
    let journal: OpenJournal;
    try {
      journal = await this.#take(id, generation, at === 0);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
    try {
      return await this.#addTo(journal.file, { steps, at, torn }, grounds);
    } catch (error) {
      // The next write opens it again: a handle may have died with its disk.
      await this.close(id);
      throw error;
    } finally {
      journal.busy = false;
      await this.#closeIdle(openLimit);
    }
  }

  async #addTo(
    file: DiskFile,
    { steps, at, torn }: Addition,
    { mayWrite, isInPlace }: Grounds,
  ): Promise<number | undefined> {
    if (torn) {
      await mayWrite();
      // Synced before the new line is written: the cut-off part must not reappear behind it after a power cut.
      await file.truncate(at);
      await file.sync();
    }
    const asWasLeft = async () => {
      const [{ size }] = await Promise.all([file.stat(), mayWrite()]);
      return size === at;
    };
    const length = await writeLine(file, at, steps, torn ? undefined : asWasLeft());
    if (length === undefined) return undefined;
    const [synced, looked, found] = await Promise.allSettled([file.sync(), isInPlace(), file.stat()]);
    if (synced.status === 'rejected') throw synced.reason;
    if (looked.status === 'rejected') throw looked.reason;
    if (found.status === 'rejected') throw found.reason;
    if (at === 0) await this.#disk.syncFolder(this.#folder);
    const intact = looked.value && found.value.links > 0 && found.value.size === at + length;
    return intact ? length : undefined;
  }

  async #take(id: string, generation: number, isNew: boolean): Promise<OpenJournal> {
    const known = this.#open.get(id);
    if (known?.generation === generation && !isNew) {
      known.busy = true;
      this.#open.delete(id);
      this.#open.set(id, known);
      return known;
    }
    await this.close(id);
    const path = journalPath(this.#folder, id, generation);
    // One of that name can be left by a write that failed half-way.
    if (isNew) await removeFile(path, this.#disk);
    const file = await this.#openPatiently(path, isNew ? 'create' : 'update');
    const journal = { file, generation, busy: true };
    this.#open.set(id, journal);
    return journal;
  }

  /** Without a file descriptor left, those that are only kept for speed are given back. */
  async #openPatiently(path: string, mode: 'create' | 'update'): Promise<DiskFile> {
    try {
      return await this.#disk.open(path, mode);
    } catch (error) {
      if (!['EMFILE', 'ENFILE'].includes(errorCode(error) ?? '')) throw error;
      await this.#closeIdle(0);
      return this.#disk.open(path, mode);
    }
  }

  /** Closes a session's journal. No write depends on whether closing succeeds. */
  async close(id: string): Promise<void> {
    const known = this.#open.get(id);
    this.#open.delete(id);
    await known?.file.close().catch(() => {});
  }

  async #closeIdle(limit: number): Promise<void> {
    for (const [id, { busy }] of [...this.#open]) {
      if (this.#open.size <= limit) return;
      if (!busy) await this.close(id);
    }
  }

  async closeAll(): Promise<void> {
    for (const id of [...this.#open.keys()]) await this.close(id);
  }
}
