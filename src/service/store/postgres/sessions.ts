import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  JobSupersededError,
  OutcomeUnknownError,
  RevisionConflictError,
  StoreUnavailableError,
} from '../../errors.ts';
import { KeyedQueue } from '../keyed-queue.ts';
import type { Changes, CommitExtras, Stored, Write } from '../store.ts';
import { LaterChanges } from './changes.ts';
import { Compaction } from './compaction.ts';
import { readContent } from './content.ts';
import { backoff, type Database, databaseError, outcomeOf, type Runner, type Statement } from './database.ts';
import { GroupCommit } from './group.ts';
import {
  eventTexts,
  isOneStatement,
  type ReadyWrite,
  readyWrite,
  sendWrite,
  type Written,
  wasWritten,
} from './write.ts';

const removal: Statement = {
  name: 'session-remove',
  text: `with gone as (delete from session where id = $1::text returning id, event_seq),
published as (
  insert into outbox (session_id, seq, event)
  select gone.id, gone.event_seq + e.n, e.event from gone, unnest($2::text[]) with ordinality as e (event, n)
)
select id from gone`,
};
// Afterwards, so that they see what a write left that was under way when the session went.
const removeChunks: Statement = {
  name: 'session-remove-chunks',
  text: 'delete from session_chunk where session_id = $1',
};
const removeWrites: Statement = {
  name: 'session-remove-writes',
  text: 'delete from session_write where session_id = $1',
};

const everyId: Statement = { name: 'session-ids', text: 'select id from session order by id' };

const revisions: Statement = {
  name: 'session-revisions',
  text: 'select id, revision from session where id = any($1::text[])',
};

// A row that was deleted and put back has another xmin.
const stamps: Statement = {
  name: 'session-stamps',
  text: "select id, revision || ' ' || xmin as stamp from session where id = any($1::text[])",
};

/** Sessions in the database. */
export class DatabaseSessions {
  readonly #database: Database;
  readonly #compaction: Compaction;
  readonly #group: GroupCommit;
  readonly #turns = new KeyedQueue();
  readonly #later: LaterChanges;
  readonly #announce: (id: string) => void;
  /** Looked up together: requests that arrive in one iteration of the event loop share a statement. */
  #asked: { readonly ids: Set<string>; readonly found: Promise<ReadonlyMap<string, number>> } | undefined;

  /** @param announce says that events of a session were written */
  constructor(database: Database, smallJournal: number, announce: (id: string) => void) {
    this.#database = database;
    this.#announce = announce;
    this.#compaction = new Compaction(database, smallJournal);
    this.#group = new GroupCommit(database);
    this.#later = new LaterChanges(database);
  }

  async load(id: string): Promise<Stored | undefined> {
    const found = await readContent(this.#database, id);
    if (found === undefined) return undefined;
    const { document, revision, writeId } = found;
    if (writeId === undefined) this.#later.forget(id);
    else this.#later.note(id, revision, writeId);
    return { document, revision };
  }

  changes(id: string, since: number): Promise<Changes | undefined> {
    return this.#later.since(id, since);
  }

  async revision(id: string): Promise<number> {
    if (this.#asked === undefined) {
      const ids = new Set<string>();
      const found = Promise.resolve().then(() => {
        this.#asked = undefined;
        return this.#revisions([...ids]);
      });
      this.#asked = { ids, found };
    }
    const { ids, found } = this.#asked;
    ids.add(id);
    return (await found).get(id) ?? 0;
  }

  async #revisions(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#database.read(revisions, [ids]);
    return new Map(rows.map(({ id, revision }) => [id as string, Number(revision)]));
  }

  async list(): Promise<string[]> {
    return (await this.#database.read(everyId)).map(({ id }) => id as string);
  }

  async stamps(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#database.read(stamps, [ids]);
    return new Map(rows.map(({ id, stamp }) => [id as string, stamp as string]));
  }

  remove(id: string, along: CommitExtras = {}): Promise<boolean> {
    return this.#turns.take([id], () => this.#remove(id, along));
  }

  async #remove(id: string, along: CommitExtras): Promise<boolean> {
    for (let attempt = 0, wasUnknown = false; ; attempt++) {
      try {
        const existed = await this.#database.transaction(async (runner) => {
          const rows = await runner.run(removal, [id, eventTexts(along.events)]);
          if (rows.length === 0) return false;
          await runner.run(removeChunks, [id]);
          await runner.run(removeWrites, [id]);
          return true;
        });
        this.#announce(id);
        this.#later.forget(id);
        return existed || wasUnknown;
      } catch (error) {
        const outcome = outcomeOf(error);
        if (outcome === 'refused') throw databaseError(error);
        if (outcome === 'away' && !wasUnknown) throw error;
        wasUnknown ||= outcome === 'unknown';
        if (attempt === 8)
          throw wasUnknown ? new OutcomeUnknownError(id, { cause: error }) : databaseError(error);
        await sleep(backoff(attempt));
      }
    }
  }

  /** All or none. */
  write(writes: readonly Write[]): Promise<readonly number[]> {
    const ids = writes.map(({ id }) => id);
    return this.#turns.take(ids, () => this.#write(writes));
  }

  async #write(writes: readonly Write[]): Promise<readonly number[]> {
    const ready: ReadyWrite[] = [];
    for (const write of writes) ready.push(await readyWrite(write, randomUUID()));
    const written = await this.#untilKnown(ready);
    for (const [i, one] of written.entries()) {
      const { id, events, writeId } = ready[i] as ReadyWrite;
      this.#later.note(id, one.revision, writeId);
      this.#compaction.consider(id, one);
      if (events.length > 0) this.#announce(id);
    }
    return written.map(({ revision }) => revision);
  }

  #attempt(writes: readonly ReadyWrite[]): Promise<readonly Written[]> {
    const [first] = writes;
    const send = async (runner: Runner) => {
      const written: Written[] = [];
      for (const write of writes) written.push(await sendWrite(runner, write));
      return written;
    };
    if (writes.length === 1 && first !== undefined) {
      if (GroupCommit.takes(first)) return this.#group.send(first).then((written) => [written]);
      if (isOneStatement(first)) return send(this.#database);
    }
    return this.#database.transaction(send);
  }

  /**
   * Sends until it is known what became of it. A write whose connection was lost is looked up by its ID before it is
   * sent again; sent twice, its revision lets only one of them in.
   *
   * @throws OutcomeUnknownError the database stayed away for too long to find out
   */
  async #untilKnown(writes: readonly ReadyWrite[]): Promise<readonly Written[]> {
    const until = performance.now() + this.#database.options.patienceMs;
    let lost: unknown;
    for (let attempt = 0; ; attempt++) {
      try {
        if (lost !== undefined && (await this.#wereWritten(writes))) return writes.map(asWritten);
        return await this.#attempt(writes);
      } catch (error) {
        if (error instanceof RevisionConflictError || error instanceof JobSupersededError) {
          // It may be the write itself that was faster: the next look-up tells.
          if (lost === undefined || !(await this.#wereWritten(writes).catch(() => true))) throw error;
        } else {
          const outcome = outcomeOf(error);
          if (outcome === 'refused' && lost === undefined) throw databaseError(error);
          if (outcome === 'away' && lost === undefined) throw error;
          if (outcome === 'unknown') lost = error;
        }
        if (performance.now() > until) {
          if (lost !== undefined) throw new OutcomeUnknownError(writes[0]?.id ?? '', { cause: error });
          throw new StoreUnavailableError('the database is too busy; nothing was changed', { cause: error });
        }
        await sleep(backoff(attempt));
      }
    }
  }

  async #wereWritten(writes: readonly ReadyWrite[]): Promise<boolean> {
    const [first] = writes;
    // All of a transaction or nothing: one of it tells.
    return first === undefined || wasWritten(this.#database, first);
  }

  close(): Promise<void> {
    return this.#compaction.close();
  }
}

const asWritten = ({ expected }: ReadyWrite): Written => ({
  revision: expected + 1,
  baseBytes: 0,
  journalBytes: 0,
});
