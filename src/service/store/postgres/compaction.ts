import { readContent } from './content.ts';
import { type Database, outcomeOf, type Statement } from './database.ts';
import { jsonParts, type Written } from './write.ts';

const move: Statement = {
  name: 'compact-move',
  text: `update session set base_revision = $3, base_bytes = $4,
  journal_bytes = (select coalesce(sum(length(steps)), 0) from session_write where session_id = $1 and revision > $3)
where id = $1 and base_revision = $2 returning id`,
};
const clear: Statement = {
  name: 'compact-clear',
  text: 'delete from session_chunk where session_id = $1 and revision < $2',
};
const put: Statement = {
  name: 'compact-put',
  text: 'insert into session_chunk (session_id, revision, number, content) values ($1, $2, $3, $4)',
};

/** Puts long journals into their documents, one session at a time, in parallel to requests. */
export class Compaction {
  readonly #database: Database;
  readonly #smallJournal: number;
  readonly #waiting = new Set<string>();
  #running: Promise<void> | undefined;
  #closed = false;

  /** @param smallJournal characters up to which a journal stays as it is */
  constructor(database: Database, smallJournal: number) {
    this.#database = database;
    this.#smallJournal = smallJournal;
  }

  /** Folds the session soon if its journal is longer than its document. */
  consider(id: string, { baseBytes, journalBytes }: Written): void {
    if (journalBytes <= Math.max(this.#smallJournal, baseBytes) || this.#closed) return;
    this.#waiting.add(id);
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    });
  }

  async #work(): Promise<void> {
    for (const id of this.#waiting) {
      this.#waiting.delete(id);
      try {
        await this.#compact(id);
      } catch (error) {
        // The next change brings it here again.
        if (outcomeOf(error) === 'refused')
          this.#database.options.log(`database: '${id}' was not compacted: ${error}`);
      }
      if (this.#closed) return;
    }
  }

  async #compact(id: string): Promise<void> {
    const read = await readContent(this.#database, id);
    if (read === undefined || read.revision === read.baseRevision) return;
    const { document, revision, baseRevision } = read;
    const parts = await jsonParts(document);
    const bytes = parts.reduce((sum, part) => sum + part.length, 0);
    await this.#database.transaction(async (runner) => {
      // Somebody else may have compacted it, or put a whole document there.
      const moved = await runner.run(move, [id, baseRevision, revision, bytes]);
      if (moved.length === 0) return;
      await runner.run(clear, [id, revision]);
      for (const [number, part] of parts.entries()) await runner.run(put, [id, revision, number, part]);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#running;
  }
}
