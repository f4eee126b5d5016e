import { mkdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SessionFileUnreadableError, StoreError } from '../errors.ts';
import type { Document } from '../session/document.ts';
import { applySteps, diff } from '../session/document-patch.ts';
import { fileBackups } from './backups.ts';
import { errorCode, removeFile, syncFolder, writeAtomically } from './disk.ts';
import { appendLine, journalLine, readJournal } from './journal.ts';
import { jsonChunks } from './json-chunks.ts';
import type { Store } from './store.ts';

/** A journal shorter than this is never folded into its document. */
const smallJournal = 1 << 16;

/** What is known of one session's files. Its writes run one after another. */
interface Slot {
  /** The document on disk, journals included; undefined when the next write must be a whole one. */
  saved: Document | undefined;
  /** Of the document and of the journal that is written to. */
  generation: number;
  journal: number;
  documentBytes: number;
  journalBytes: number;
  /** The newest document that somebody wants saved. */
  wanted: Document | undefined;
  /** The last write that was started; never rejects. */
  tail: Promise<void>;
  /** The write that will take `wanted`, while it has not started. */
  next: Promise<void> | undefined;
  /** Folding the journal into the document, off the path of writers; never rejects. */
  folding: Promise<void> | undefined;
  removed: boolean;
}

const emptySlot = (): Slot => ({
  saved: undefined,
  generation: 0,
  journal: 0,
  documentBytes: 0,
  journalBytes: 0,
  wanted: undefined,
  tail: Promise.resolve(),
  next: undefined,
  folding: undefined,
  removed: false,
});

/**
 * One JSON document per session and, beside it, journals of what changed since.
 *
 * `<id>.json` names its generation g; `<id>.<g>.journal` holds the changes after it, and `<id>.<g+1>.journal` those
 * after that, while (or since) the document of generation g+1 is (or was going to be) written. So a save appends
 * one line, and folding a long journal into the document holds up nobody. See docs/session-file.md.
 */
export function fileStore(dataDir: string, log: (line: string) => void = () => {}): Store {
  const folder = join(dataDir, 'sessions');
  const recovery = join(dataDir, 'recovery');
  mkdirSync(folder, { recursive: true });
  mkdirSync(recovery, { recursive: true });
  const files = new SessionFiles(folder, log);
  return {
    load: (id) => files.load(id),
    peek: (id) => files.peek(id),
    save: (id, document) => files.save(id, document),
    remove: (id) => files.remove(id),
    list: () => files.list(),
    backups: fileBackups(recovery),
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

  async load(id: string): Promise<unknown | undefined> {
    const read = await this.#read(id);
    if (read !== undefined) this.#slots.set(id, read.slot);
    return read?.document;
  }

  async peek(id: string): Promise<unknown | undefined> {
    return (await this.#read(id))?.document;
  }

  async #read(id: string): Promise<{ document: unknown; slot: Slot } | undefined> {
    if (!(await this.#exists(id))) return undefined;
    try {
      const text = await readFile(this.#document(id), 'utf8');
      const document = JSON.parse(text) as Record<string, unknown>;
      if (typeof document !== 'object' || document === null) throw new SyntaxError('not a JSON object');
      const generation = typeof document._generation === 'number' ? document._generation : 0;
      delete document._generation;
      const slot: Slot = {
        ...emptySlot(),
        saved: document as unknown as Document,
        generation,
        journal: generation,
        documentBytes: text.length,
      };
      await this.#replay(id, slot, document);
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
  async #replay(id: string, slot: Slot, document: Record<string, unknown>): Promise<void> {
    for (let generation = slot.generation; ; generation++) {
      const journal = await readJournal(this.#journal(id, generation));
      if (journal === undefined) {
        if (generation > slot.generation) return;
        continue;
      }
      if (journal.torn) this.#log(`session '${id}': a record that was cut off was dropped`);
      for (const steps of journal.flushes) applySteps(document, steps);
      slot.journal = generation;
      slot.journalBytes = journal.bytes;
    }
  }

  /** By exact name: a folder that folds letter case must not give one session two IDs. */
  async #exists(id: string): Promise<boolean> {
    return (await readdir(this.#folder)).includes(`${id}.json`);
  }

  save(id: string, document: Document): Promise<void> {
    let slot = this.#slots.get(id);
    if (slot === undefined) {
      slot = emptySlot();
      this.#slots.set(id, slot);
    }
    slot.wanted = document;
    slot.next ??= this.#enqueue(id, slot);
    return slot.next;
  }

  /** A write after the one under way; it takes whatever is wanted when it starts, for all who asked by then. */
  #enqueue(id: string, slot: Slot): Promise<void> {
    const write = slot.tail.then(async () => {
      slot.next = undefined;
      const document = slot.wanted as Document;
      try {
        if (slot.removed) throw new Error('the session was deleted');
        await this.#write(id, slot, document);
      } catch (cause) {
        slot.saved = undefined;
        throw new StoreError(`session '${id}' could not be saved: ${(cause as Error).message}`, { cause });
      }
    });
    slot.tail = write.catch(() => {});
    return write;
  }

  async #write(id: string, slot: Slot, document: Document): Promise<void> {
    if (slot.saved === undefined) {
      await this.#writeWhole(id, slot, document);
      return;
    }
    const steps = diff(slot.saved as unknown as Record<string, unknown>, { ...document });
    if (steps.length === 0) return;
    const path = this.#journal(id, slot.journal);
    const isNew = slot.journalBytes === 0;
    slot.journalBytes += await appendLine(path, slot.journalBytes, journalLine(steps));
    if (isNew) await syncFolder(this.#folder);
    slot.saved = document;
    if (slot.journalBytes > Math.max(smallJournal, slot.documentBytes / 2)) this.#fold(id, slot);
  }

  /** Waits for folding, as both write the document. */
  async #writeWhole(id: string, slot: Slot, document: Document): Promise<void> {
    await slot.folding;
    const generation = slot.journal + 1;
    // A journal of that name can be left by a write that failed half-way; it must not be replayed.
    await removeFile(this.#journal(id, generation));
    await this.#put(id, slot, generation, document);
    slot.journal = generation;
    slot.journalBytes = 0;
    slot.saved = document;
  }

  /** Puts the document in place and drops the journals that it contains. */
  async #put(id: string, slot: Slot, generation: number, document: Document): Promise<void> {
    const before = slot.generation;
    const whole = { ...document, _generation: generation };
    slot.documentBytes = await writeAtomically(this.#document(id), jsonChunks(whole));
    slot.generation = generation;
    for (let old = before; old < generation; old++) await removeFile(this.#journal(id, old));
  }

  #fold(id: string, slot: Slot): void {
    if (slot.folding !== undefined) return;
    const document = slot.saved as Document;
    slot.journal += 1;
    slot.journalBytes = 0;
    slot.folding = this.#put(id, slot, slot.journal, document)
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
