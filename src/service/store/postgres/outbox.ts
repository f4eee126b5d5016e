import { randomUUID } from 'node:crypto';
import type { SessionEvent } from '../../../contract/sessions/events.ts';
import type { EventLog, LoggedEvent } from '../store.ts';
import { type Database, statement } from './database.ts';
import type { NotificationListener } from './notification-listener.ts';
import { eventTexts } from './write.ts';

const channel = 'athanor';

const add = statement(
  'event-add',
  `with moved as (
  update session set event_seq = event_seq + cardinality($2::text[]) where id = $1::text returning id, event_seq
)
insert into outbox (session_id, seq, event)
select moved.id, moved.event_seq - cardinality($2::text[]) + e.n, e.event
from moved, unnest($2::text[]) with ordinality as e (event, n)`,
);
const extent = statement(
  'event-extent',
  `select coalesce((select event_seq from session where id = $1::text), max(seq), 0) as last,
  coalesce(min(seq), 0) as first from outbox where session_id = $1::text`,
);
const maxAtOnce = 2000;
const after = statement(
  'event-after',
  `select o.session_id, o.seq, o.event, extract(epoch from clock_timestamp() - o.told_at) as age
from unnest($1::text[], $2::bigint[]) as c (id, seq) join outbox o on o.session_id = c.id and o.seq > c.seq
order by 1, 2 limit ${maxAtOnce}`,
);
const notify = statement('event-notify', 'select pg_notify($1, $2)');

/** IDs of one notification: PostgreSQL takes up to 8,000 bytes. */
const idsAtOnce = 50;
/** Milliseconds within which changes are announced together. Announcing takes a lock that all commits of the server share. */
const togetherMs = 8;

/** Begins the last word of a notification: the server that sent it. Session IDs have no such character. */
const senderMark = '~';

type Watcher = (ids: readonly string[] | undefined) => void;

/** Events of sessions in the database, and the announcement of changes between servers. */
export class Outbox implements EventLog {
  readonly #database: Database;
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  readonly #listening: NotificationListener;
  readonly #sender = `${senderMark}${randomUUID().slice(0, 8)}`;

  constructor(database: Database, listening: NotificationListener) {
    this.#database = database;
    this.#listening = listening;
  }

  async add(id: string, events: readonly SessionEvent[]): Promise<void> {
    await this.#database.run(add, [id, eventTexts(events)]);
    this.announce(id);
  }

  async extent(id: string): Promise<{ readonly first: number; readonly last: number }> {
    const [row] = await this.#database.read(extent, [id]);
    return { first: Number(row?.first ?? 0), last: Number(row?.last ?? 0) };
  }

  async after(from: ReadonlyMap<string, number>) {
    const rows = await this.#database.read(after, [[...from.keys()], [...from.values()]]);
    const events = rows.map(({ session_id, seq, event, age }): LoggedEvent => {
      return {
        id: session_id as string,
        seq: Number(seq),
        event: JSON.parse(event as string) as SessionEvent,
        age: Number(age),
      };
    });
    return { events, isAll: rows.length < maxAtOnce };
  }

  /** Says to all servers that something is in the log; soon, and together with others. */
  announce(id: string): void {
    this.#changed.add(id);
    this.#timer ??= setTimeout(() => void this.#announce(), togetherMs);
  }

  async #announce(): Promise<void> {
    const ids = [...this.#changed];
    this.#changed.clear();
    this.#timer = undefined;
    try {
      for (let from = 0; from < ids.length; from += idsAtOnce) {
        await this.#database.run(notify, [
          channel,
          [...ids.slice(from, from + idsAtOnce), this.#sender].join(' '),
        ]);
      }
    } catch {
      // The others check from time to time anyway.
    }
  }

  watch(listener: Watcher): () => void {
    return this.#listening.on(channel, (payload) => {
      const words = payload?.split(' ');
      // Who wrote it knows of it.
      if (words?.at(-1) !== this.#sender) listener(words?.filter((word) => !word.startsWith(senderMark)));
    });
  }

  /** Says what is still to be said. */
  async close(): Promise<void> {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    await this.#announce();
  }
}
