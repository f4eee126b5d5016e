import { RevisionConflictError } from '../../errors.ts';
import { type Database, outcomeOf, type Rows, type Statement } from './database.ts';
import { isOneStatement, type ReadyWrite, sendWrite, type Written } from './write.ts';

/** A larger change is written alone: the others need not wait until it is sent. */
const largest = 1 << 16;

/** Members of a group at most. */
const maxTogether = 64;

/** Groups under way at once: one that is slow does not hold up all that come after it. */
const maxUnderWay = 2;

/**
 * The changes of a group, in one statement, and the revisions of those that came too late. It waits for no lock: who does not come
 * back in its answer was not changed.
 */
const appendAll: Statement = {
  name: 'session-append-all',
  text: `with g as (
  select * from unnest($1::text[], $2::bigint[], $3::uuid[], $4::text[], $5::bigint[], $6::int[])
    as g (id, expected, write_id, steps, bytes, published)
), held as materialized (
  select id from session where id = any($1::text[]) for no key update skip locked
), moved as (
  update session s set revision = s.revision + 1, journal_bytes = s.journal_bytes + g.bytes, event_seq = s.event_seq + g.published
  from g join held using (id)
  where s.id = g.id and s.revision = g.expected
  returning s.id, s.revision, s.event_seq - g.published as seq, s.base_bytes, s.journal_bytes, g.write_id, g.steps
), kept as (
  insert into session_write (session_id, revision, write_id, steps) select id, revision, write_id, steps from moved
), published as (
  insert into outbox (session_id, seq, event)
  select moved.id, moved.seq + e.n, e.event
  from moved join unnest($7::text[], $8::int[], $9::text[]) as e (id, n, event) using (id)
)
select true as moved, id, revision, base_bytes, journal_bytes from moved
union all
select false, s.id, s.revision, 0, 0 from g join session s using (id) where s.revision > g.expected`,
};

const valuesOf = (writes: readonly ReadyWrite[]): unknown[] => {
  const published = writes.flatMap(({ id, events }) => events.map((event, i) => ({ id, n: i + 1, event })));
  return [
    writes.map(({ id }) => id),
    writes.map(({ expected }) => expected),
    writes.map(({ writeId }) => writeId),
    writes.map(({ parts }) => parts[0]),
    writes.map(({ bytes }) => bytes),
    writes.map(({ events }) => events.length),
    published.map(({ id }) => id),
    published.map(({ n }) => n),
    published.map(({ event }) => event),
  ];
};

interface Member {
  readonly write: ReadyWrite;
  readonly resolve: (written: Written | Promise<Written>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Small changes of different sessions that wait at the same time go to the database as one statement: one round trip, one
 * transaction, one flush. Each keeps its own expected revision, and one that fails does not fail the others.
 */
export class GroupCommit {
  readonly #database: Database;
  #waiting: Member[] = [];
  #underWay = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Whether a write may share a statement with others. */
  static takes(write: ReadyWrite): boolean {
    return (
      write.kind === 'append' && write.jobs.length === 0 && write.bytes <= largest && isOneStatement(write)
    );
  }

  /**
   * At most one write of a session at a time.
   *
   * @throws RevisionConflictError nothing was written
   */
  send(write: ReadyWrite): Promise<Written> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    while (this.#waiting.length > 0 && this.#underWay < maxUnderWay) {
      const members = this.#waiting.splice(0, maxTogether);
      this.#underWay++;
      void this.#together(members).finally(() => {
        this.#underWay--;
        this.#next();
      });
    }
  }

  async #together(members: readonly Member[]): Promise<void> {
    const alone = ({ write, resolve }: Member) => resolve(sendWrite(this.#database, write));
    const [only] = members;
    if (members.length === 1 && only !== undefined) {
      const written = sendWrite(this.#database, only.write);
      only.resolve(written);
      await written.catch(() => {});
      return;
    }
    let rows: Rows;
    try {
      rows = await this.#database.run(appendAll, valuesOf(members.map(({ write }) => write)));
    } catch (error) {
      // It was rolled back because of one of them: written separately, the others succeed.
      if (outcomeOf(error) === 'refused') members.forEach(alone);
      else for (const { reject } of members) reject(error);
      return;
    }
    const found = new Map(rows.map((row) => [row.id as string, row]));
    for (const member of members) {
      const { id, expected } = member.write;
      const row = found.get(id);
      if (row === undefined) alone(member);
      else if (row.moved !== true)
        member.reject(new RevisionConflictError(id, expected, Number(row.revision)));
      else
        member.resolve({
          revision: Number(row.revision),
          baseBytes: Number(row.base_bytes),
          journalBytes: Number(row.journal_bytes),
        });
    }
  }
}
