import { mkdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RevisionConflictError, SessionFileUnreadableError, StoreError } from '../errors.ts';
import type { Document } from '../session/document.ts';
import { applySteps, type PatchStep } from '../session/document-patch.ts';
import { fileBackups } from './backups.ts';
import { errorCode, removeFile, syncFolder, writeAtomically } from './disk.ts';
import { appendLine, journalLine, readJournal } from './journal.ts';
import { jsonChunks } from './json-chunks.ts';
import type { Store, Stored, Write } from './store.ts';
import { fileUploads } from './uploads.ts';

/** A journal shorter than this is never folded into its document. */
const smallJournal = 1 << 16;

/** What is known of one session's files. Its writes run one after another. */
interface Slot {
  revision: number;
  /** Of the document and of the journal that is written to. */
  generation: number;
  journal: number;
  documentBytes: number;
  journalBytes: number;
  /** The last write that was started; never rejects. */
  tail: Promise<void>;
  /** Folding the journal into the document, off the path of writers; never rejects. */
  folding: Promise<void> | undefined;
  removed: boolean;
}

const emptySlot = (): Slot => ({
  revision: 0,
  generation: 0,
  journal: 0,
  documentBytes: 0,
  journalBytes: 0,
  tail: Promise.resolve(),
  folding: undefined,
  removed: false,
});

/**
 * One JSON document per session and, beside it, journals of what changed since.
 *
 * `<id>.json` names its generation g and its revision; `<id>.<g>.journal` holds the changes after it, one line and
 * one revision each, and `<id>.<g+1>.journal` those after that, while (or since) the document of generation g+1 is (or
 * was going to be) written. So a change appends one line, and folding a long journal into the document holds up
 * nobody. See docs/session-file.md.
 */
export function fileStore(dataDir: string, log: (line: string) => void = () => {}): Store {
  const folder = join(dataDir, 'sessions');
  const recovery = join(dataDir, 'recovery');
  mkdirSync(folder, { recursive: true });
  mkdirSync(recovery, { recursive: true });
  const files = new SessionFiles(folder, log);
  const write = (one: Write) => files.write(one);
  return {
    shared: false,
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
    list: () => files.list(),
    backups: fileBackups(recovery),
    uploads: fileUploads(join(dataDir, 'uploads')),
    close: () => files.close(),
  };
}

class SessionFiles {
  readonly #folder: string;
  readonly #log: (line: string) => void;
  readonly #slots = new Map<string, Slot>();

  constructor(folder: string, log: (line: string) => void) {
    this.#folder = folder;
    this.#log = log;
  }

  #document(id: string): string {
    return join(this.#folder, `${id}.json`);
  }

  #journal(id: string, generation: number): string {
    return join(this.#folder, `${id}.${generation}.journal`);
  }

  async load(id: string): Promise<Stored | undefined> {
    await this.#slots.get(id)?.tail;
    const read = await this.#read(id);
    if (read === undefined) return undefined;
    if (!this.#slots.has(id)) this.#slots.set(id, read.slot);
    return { document: read.document, revision: read.slot.revision };
  }

  async revision(id: string): Promise<number> {
    return this.#slots.get(id)?.revision ?? (await this.load(id))?.revision ?? 0;
  }

  /** @param last journals of later generations are left out */
  async #read(
    id: string,
    last = Number.POSITIVE_INFINITY,
  ): Promise<{ document: Record<string, unknown>; slot: Slot } | undefined> {
    if (!(await this.#exists(id))) return undefined;
    try {
      const text = await readFile(this.#document(id), 'utf8');
      const document = JSON.parse(text) as Record<string, unknown>;
      if (typeof document !== 'object' || document === null) throw new SyntaxError('not a JSON object');
      const generation = typeof document._generation === 'number' ? document._generation : 0;
      const slot: Slot = {
        ...emptySlot(),
        revision: typeof document._revision === 'number' ? document._revision : 1,
        generation,
        journal: generation,
        documentBytes: text.length,
      };
      delete document._generation;
      delete document._revision;
      await this.#replay(id, slot, document, last);
      return { document, slot };
    } catch (cause) {
      if (cause instanceof SessionFileUnreadableError) throw cause;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new SessionFileUnreadableError(
        `session '${id}': its file cannot be read (${reason}); restore it from a backup, or delete the session`,
        { cause },
      );
    }
  }

  /** Journals of the document's generation and of those after it, while there are any. */
  async #replay(id: string, slot: Slot, document: Record<string, unknown>, last: number): Promise<void> {
    for (let generation = slot.generation; generation <= last; generation++) {
      const journal = await readJournal(this.#journal(id, generation));
      if (journal === undefined) {
        if (generation > slot.generation) return;
        continue;
      }
      if (journal.torn) this.#log(`session '${id}': a record that was cut off was dropped`);
      for (const steps of journal.flushes) applySteps(document, steps);
      slot.revision += journal.flushes.length;
      slot.journal = generation;
      slot.journalBytes = journal.bytes;
    }
  }

  /** By exact name: a folder that folds letter case must not give one session two IDs. */
  async #exists(id: string): Promise<boolean> {
    return (await readdir(this.#folder)).includes(`${id}.json`);
  }

  async write(write: Write): Promise<number> {
    const { id, expected } = write;
    if (!this.#slots.has(id) && expected > 0) await this.load(id);
    let slot = this.#slots.get(id);
    if (slot === undefined) {
      slot = emptySlot();
      this.#slots.set(id, slot);
    }
    const held = slot;
    const written = held.tail.then(() => this.#write(held, write));
    held.tail = written.then(
      () => {},
      () => {},
    );
    return written;
  }

  async #write(slot: Slot, write: Write): Promise<number> {
    const { id, expected } = write;
    if (slot.removed) throw new StoreError(`session '${id}' could not be saved: it was deleted`);
    if (slot.revision !== expected) throw new RevisionConflictError(id, expected, slot.revision);
    if (slot.revision === 0 && write.kind === 'append')
      throw new StoreError(`session '${id}': there is nothing to append to`);
    try {
      if (write.kind === 'save') await this.#writeWhole(id, slot, write.document);
      else await this.#append(id, slot, write.steps);
    } catch (cause) {
      throw new StoreError(`session '${id}' could not be saved: ${(cause as Error).message}`, { cause });
    }
    slot.revision += 1;
    if (slot.journalBytes > Math.max(smallJournal, slot.documentBytes / 2)) this.#fold(id, slot);
    return slot.revision;
  }

  async #append(id: string, slot: Slot, steps: readonly PatchStep[]): Promise<void> {
    const path = this.#journal(id, slot.journal);
    const isNew = slot.journalBytes === 0;
    const bytes = await appendLine(path, slot.journalBytes, journalLine(steps));
    if (isNew) await syncFolder(this.#folder);
    slot.journalBytes += bytes;
  }

  /** Waits for folding, as both write the document. */
  async #writeWhole(id: string, slot: Slot, document: Document): Promise<void> {
    await slot.folding;
    const generation = slot.journal + 1;
    // A journal of that name can be left by a write that failed half-way; it must not be replayed.
    await removeFile(this.#journal(id, generation));
    await this.#put(id, slot, generation, slot.revision + 1, document);
    slot.journal = generation;
    slot.journalBytes = 0;
  }

  /** Puts the document in place and drops the journals that it contains. */
  async #put(id: string, slot: Slot, generation: number, revision: number, document: object): Promise<void> {
    const before = slot.generation;
    const whole = { ...document, _generation: generation, _revision: revision };
    slot.documentBytes = await writeAtomically(this.#document(id), jsonChunks(whole));
    slot.generation = generation;
    for (let old = before; old < generation; old++) await removeFile(this.#journal(id, old));
  }

  /** What is folded is read again from the disk: nothing of a session is held in memory for it. */
  #fold(id: string, slot: Slot): void {
    if (slot.folding !== undefined) return;
    const full = slot.journal;
    const { revision } = slot;
    slot.journal += 1;
    slot.journalBytes = 0;
    slot.folding = this.#read(id, full)
      .then((read) => read && this.#put(id, slot, full + 1, revision, read.document))
      .catch((error: Error) => this.#log(`session '${id}': its journal stays as it is: ${error.message}`))
      .finally(() => {
        slot.folding = undefined;
      });
  }

  async remove(id: string): Promise<boolean> {
    const slot = this.#slots.get(id);
    // From here on nothing is written, or a late save would bring the session back.
    if (slot !== undefined) slot.removed = true;
    await slot?.tail;
    await slot?.folding;
    try {
      const existed = (await this.#exists(id)) && (await removeFile(this.#document(id)));
      const journals = await readdir(this.#folder);
      const ours = journals.filter((name) => name.startsWith(`${id}.`) && name.endsWith('.journal'));
      for (const name of ours) await removeFile(join(this.#folder, name));
      this.#slots.delete(id);
      return existed;
    } catch (cause) {
      if (slot !== undefined) slot.removed = false;
      throw new StoreError(`session '${id}' could not be deleted: ${errorCode(cause) ?? cause}; it is kept`, {
        cause,
      });
    }
  }

  async list(): Promise<string[]> {
    const names = await readdir(this.#folder);
    return names.filter((name) => /^[\w-]+\.json$/.test(name)).map((name) => name.slice(0, -'.json'.length));
  }

  async close(): Promise<void> {
    for (const slot of this.#slots.values()) {
      await slot.tail;
      await slot.folding;
    }
  }
}
