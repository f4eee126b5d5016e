import { RevisionConflictError, StoreError } from '../errors.ts';
import { applySteps, type PatchStep } from '../session/document/document-patch.ts';
import { removeFile, temporaryPath, writeAtomically } from './atomic-write.ts';
import { saveReason } from './data-folder.ts';
import { type Disk, errorCode, isFull } from './disk.ts';
import { emptyFilesState, type FilesState, firstGeneration, isInherited, stride } from './files-state.ts';
import { documentPath, journalPath, noteJournal } from './folder-names.ts';
import { JournalFiles } from './journal-files.ts';
import { jsonBytes, jsonChunks } from './json-chunks.ts';
import { parseInSlices } from './json-slices.ts';
import type { Owner } from './owner.ts';
import { SessionFolder } from './session-folder.ts';
import { type ReadSession, readSession } from './session-reader.ts';
import { Slices } from './slices.ts';
import type { Stored, Write } from './store.ts';

export interface SessionFilesOptions {
  readonly disk: Disk;
  readonly folder: string;
  readonly owner: Owner;
  readonly log: (line: string) => void;
  /** A journal shorter than this, in bytes, is never compacted into its document. */
  readonly smallJournal: number;
}

/** Resolves when the work has succeeded or failed, without its result, which would stay in memory as long as the session is known. */
const ended = (work: Promise<unknown>): Promise<void> =>
  work.then(
    () => {},
    () => {},
  );

/** The files of all sessions: who writes what next to which. See docs/session-file.md and docs/durability.md. */
export class SessionFiles {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #owner: Owner;
  readonly #log: (line: string) => void;
  readonly #smallJournal: number;
  readonly #states = new Map<string, FilesState>();
  /** The last removal of each session that is being removed; never rejects. */
  readonly #removals = new Map<string, Promise<void>>();
  readonly #open: JournalFiles;
  /** What the folder holds. */
  readonly contents: SessionFolder;

  constructor({ disk, folder, owner, log, smallJournal }: SessionFilesOptions) {
    this.#disk = disk;
    this.#folder = folder;
    this.#owner = owner;
    this.#log = log;
    this.#smallJournal = smallJournal;
    this.#open = new JournalFiles(disk, folder);
    this.contents = new SessionFolder({ disk, folder, owner, log });
  }

  async load(id: string): Promise<Stored | undefined> {
    const read = await this.#afterWrites(id, () => this.#load(id));
    return read && { document: read.document, revision: read.revision };
  }

  async revision(id: string): Promise<number> {
    return this.#states.get(id)?.revision ?? (await this.load(id))?.revision ?? 0;
  }

  /** Once what was asked for before is done, and not while the document is being replaced. */
  async #afterWrites<T>(id: string, action: () => Promise<T>): Promise<T> {
    const state = this.#states.get(id);
    if (state === undefined) return action();
    const done = state.tail.then(() => state.compaction).then(action);
    state.tail = ended(done);
    return done;
  }

  async #load(id: string): Promise<ReadSession | undefined> {
    if (!(await this.contents.has(id))) return undefined;
    const read = await this.#read(id);
    if (read.torn) this.#log(`session '${id}': an incomplete record at the end of the journal was dropped`);
    if (!this.#states.has(id)) {
      this.#states.set(id, {
        ...emptyFilesState(),
        revision: read.revision,
        generation: read.generation,
        journal: read.journal,
        documentBytes: [read.documentBytes],
        journalBytes: read.journalBytes,
        torn: read.torn,
        needsWhole: false,
        inherited: isInherited(read.journal, this.#owner),
      });
    }
    return read;
  }

  async #read(id: string, last?: number): Promise<ReadSession> {
    const journals = await this.contents.journals(id);
    const wanted = last === undefined ? { journals } : { journals, last };
    return readSession(this.#disk, this.#folder, id, wanted);
  }

  async write(write: Write): Promise<number> {
    const { id } = write;
    if (!this.#states.has(id)) {
      await this.load(id).catch((cause: Error) => {
        throw new StoreError(`session '${id}' could not be saved: ${cause.message}`, { cause });
      });
    }
    let state = this.#states.get(id);
    if (state === undefined) {
      state = emptyFilesState();
      this.#states.set(id, state);
    }
    const held = state;
    const written = held.tail.then(() => this.#write(held, write));
    held.tail = ended(written);
    return written;
  }

  async #write(state: FilesState, write: Write): Promise<number> {
    const { id, expected } = write;
    if (state.removed) throw new StoreError(`session '${id}' could not be saved: it was deleted`);
    if (state.revision !== expected) throw new RevisionConflictError(id, expected, state.revision);
    try {
      if (write.kind === 'save') await this.#writeWhole(id, state, write.document);
      else if (state.inherited)
        await this.#writeWhole(id, state, await this.#withSteps(id, state, write.steps));
      else await this.#appendBesideCompaction(id, state, write.steps);
    } catch (cause) {
      state.needsWhole ||= write.kind === 'save';
      throw new StoreError(`session '${id}' could not be saved: ${saveReason(cause)}`, { cause });
    }
    state.revision += 1;
    const [documentBytes = 0] = state.documentBytes;
    if (state.journalBytes > Math.max(this.#smallJournal, documentBytes)) this.#compact(id, state);
    return state.revision;
  }

  /** As `#append`. The last of the space may be taken only until a document that does not fit is given up. */
  async #appendBesideCompaction(id: string, state: FilesState, steps: readonly PatchStep[]): Promise<void> {
    try {
      await this.#append(id, state, steps);
    } catch (error) {
      const compaction = [...this.#states.values()].flatMap((one) => one.compaction ?? []);
      if (compaction.length === 0 || !isFull(error)) throw error;
      await Promise.all(compaction);
      await this.#append(id, state, steps);
    }
  }

  async #append(id: string, state: FilesState, steps: readonly PatchStep[]): Promise<void> {
    if (state.needsWhole)
      throw new StoreError('an earlier write failed, and the whole session must be written');
    const known = await this.contents.known();
    const { journal, journalBytes: at, torn } = state;
    state.torn = true;
    const length = await this.#open.append(
      id,
      journal,
      { steps, at, torn },
      { mayWrite: () => this.#owner.check(), isInPlace: () => this.#isOurs(id, state) },
    );
    noteJournal(known, id, journal);
    if (length === undefined) {
      state.needsWhole = true;
      throw new StoreError('its files were changed by another program; the whole session will be written');
    }
    state.torn = false;
    state.journalBytes = at + length;
  }

  /** Whether the document is the one that was written last, and the folder still this server's. */
  async #isOurs(id: string, state: FilesState): Promise<boolean> {
    const before = state.documentBytes;
    const [stat] = await Promise.all([this.#disk.stat(documentPath(this.#folder, id)), this.#owner.check()]);
    return stat !== undefined && [...before, ...state.documentBytes].includes(stat.size);
  }

  /** Waits for compaction, as both write the document. */
  async #writeWhole(id: string, state: FilesState, document: object): Promise<void> {
    await state.compaction;
    await this.#owner.check();
    await this.#disk.makeFolder(this.#folder);
    // Past every journal that there is, those of a session deleted half-way included.
    const journals = await this.contents.journals(id);
    const last = Math.max(state.journal, ...journals);
    const next = state.inherited ? (Math.floor(last / stride) + 1) * stride : last + 1;
    // A new session too: a file that a sleeping owner leaves must not have the name of one of its journals to come.
    const generation = Math.max(next, firstGeneration(this.#owner.epoch) + 1);
    // A journal of that name can be left by a write that failed half-way; it must not be replayed.
    await this.#dropJournal(id, generation);
    await this.#put(id, state, generation, state.revision + 1, document);
    await this.#owner.check();
    state.journal = generation;
    state.journalBytes = 0;
    state.torn = false;
    state.needsWhole = false;
    state.inherited = false;
  }

  /** The whole document that the steps make of the one on disk. */
  async #withSteps(id: string, state: FilesState, steps: readonly PatchStep[]): Promise<object> {
    const { document, revision } = await this.#read(id);
    if (state.needsWhole || revision !== state.revision) {
      state.needsWhole = true;
      throw new StoreError('the whole session must be written first');
    }
    // A copy: what is pushed must not end up in an array of the writer's.
    const copy = (await parseInSlices(await jsonBytes(steps))) as PatchStep[];
    await new Slices().run(applySteps(document, copy));
    return document;
  }

  async #dropJournal(id: string, generation: number): Promise<void> {
    await this.#open.close(id);
    await removeFile(journalPath(this.#folder, id, generation), this.#disk);
    (await this.contents.known()).journals.get(id)?.delete(generation);
  }

  /** Puts the document in place and drops the journals that it contains. */
  async #put(
    id: string,
    state: FilesState,
    generation: number,
    revision: number,
    document: object,
  ): Promise<void> {
    const whole = { ...document, _generation: generation, _revision: revision };
    const bytes = await writeAtomically(documentPath(this.#folder, id), jsonChunks(whole), {
      disk: this.#disk,
      ready: async (size) => {
        await this.#owner.check();
        // The ones before stay: a write that fails here leaves the old document, or the new one, in place.
        state.documentBytes = [...state.documentBytes, size].slice(-8);
      },
    });
    state.documentBytes = [bytes];
    state.generation = generation;
    const known = await this.contents.known();
    known.ids.add(id);
    // The one written to is not among the known ones when its first write failed half-way.
    for (const old of new Set([...(known.journals.get(id) ?? []), state.journal])) {
      if (old >= generation) continue;
      await this.#owner.check();
      try {
        await removeFile(journalPath(this.#folder, id, old), this.#disk);
        known.journals.get(id)?.delete(old);
      } catch (error) {
        // It is older than the document and is not read any more; the next document will try again.
        noteJournal(known, id, old);
        this.#log(`session '${id}': journal ${old} could not be removed: ${(error as Error).message}`);
      }
    }
  }

  /** What is compacted is read again from the disk: no part of a session stays in memory for it. */
  #compact(id: string, state: FilesState): void {
    if (state.compaction !== undefined) return;
    const { journal: full, revision } = state;
    state.journal = full + 1;
    state.journalBytes = 0;
    state.compaction = this.#compactUpTo(id, state, full, revision)
      .catch((error: Error) => this.#log(`session '${id}': its journal stays as it is: ${error.message}`))
      .finally(() => {
        state.compaction = undefined;
      });
  }

  async #compactUpTo(id: string, state: FilesState, full: number, revision: number): Promise<void> {
    const read = await this.#read(id, full).catch((error: Error) => {
      state.needsWhole ||= errorCode(error.cause) === undefined;
      throw error;
    });
    if (read.revision !== revision) {
      state.needsWhole = true;
      throw new Error(`its files hold revision ${read.revision} instead of ${revision}`);
    }
    await this.#put(id, state, full + 1, revision, read.document);
  }

  /** Removals of one session run one after another: the later one finds nothing left. */
  remove(id: string): Promise<boolean> {
    const removed = (this.#removals.get(id) ?? Promise.resolve()).then(() => this.#remove(id));
    const tail = ended(removed).then(() => {
      if (this.#removals.get(id) === tail) this.#removals.delete(id);
    });
    this.#removals.set(id, tail);
    return removed;
  }

  async #remove(id: string): Promise<boolean> {
    const state = this.#states.get(id);
    // From here on nothing is written, or a late save would bring the session back.
    if (state !== undefined) state.removed = true;
    await state?.tail;
    await state?.compaction;
    try {
      await this.#owner.check();
      await this.#open.close(id);
      const existed = (await this.contents.has(id)) && (await this.#dropDocument(id));
      await this.#dropJournals(id, state?.journal ?? 0);
      (await this.contents.known()).ids.delete(id);
      this.#states.delete(id);
      return existed;
    } catch (cause) {
      if (state !== undefined) state.removed = false;
      const reason = saveReason(cause);
      throw new StoreError(`session '${id}' could not be deleted: ${reason}; it is kept`, { cause });
    }
  }

  /** Removes it for good, or throws and keeps it; false when there was none. */
  async #dropDocument(id: string): Promise<boolean> {
    const path = documentPath(this.#folder, id);
    // Under a name that the next start removes, should this process not get that far.
    const aside = temporaryPath(path);
    await this.#disk.rename(path, aside);
    try {
      await this.#disk.syncFolder(this.#folder);
    } catch (error) {
      await this.#disk.rename(aside, path).catch((cause: Error) => {
        this.#log(
          `session '${id}': a deletion failed, and its file could not be put back: ${cause.message}; unless the session is saved again before the next start, rename '${aside}' to '${path}'`,
        );
        throw error;
      });
      await this.#disk.syncFolder(this.#folder);
      throw error;
    }
    await removeFile(aside, this.#disk).catch((error: Error) => {
      this.#log(`session '${id}': its deleted file is still there as '${aside}': ${error.message}`);
    });
    return true;
  }

  /** Without a document they are read by nobody, and a later session of this ID begins past them. */
  async #dropJournals(id: string, last: number): Promise<void> {
    const known = await this.contents.known();
    for (const journal of new Set([...(known.journals.get(id) ?? []), last])) {
      try {
        await removeFile(journalPath(this.#folder, id, journal), this.#disk);
        known.journals.get(id)?.delete(journal);
      } catch (error) {
        noteJournal(known, id, journal);
        this.#log(`session '${id}': journal ${journal} is still there: ${(error as Error).message}`);
      }
    }
    if (known.journals.get(id)?.size === 0) known.journals.delete(id);
    await this.#disk.syncFolder(this.#folder).catch(() => {});
  }

  async close(): Promise<void> {
    for (const state of this.#states.values()) {
      await state.tail;
      await state.compaction;
    }
    await this.#open.closeAll();
  }
}
