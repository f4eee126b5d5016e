import type { Database, Statement } from './database.ts';

/** Rows that one statement removes at most: more of them might take longer than a statement may. */
const atOnce = 5000;

/** Several servers may remove at once: each skips what another one is removing. */
const removal = (table: string, where: string, joined = ''): Statement => ({
  name: `upkeep-${table}`,
  text: `with gone as (
  delete from ${table} where ctid = any(array(
    select ${table}.ctid from ${table} ${joined} where ${where} limit ${atOnce} for update of ${table} skip locked
  )) returning 1
) select count(*)::int as removed from gone`,
});

/** What is kept for a time and then of no use. */
const removals: readonly Statement[] = [
  removal('outbox', `told_at < now() - interval '1 hour'`),
  // A writer that lost its connection has long looked it up.
  removal(
    'session_write',
    `session_write.revision <= s.base_revision and written_at < now() - interval '1 hour'`,
    'join session s on s.id = session_id',
  ),
  removal('session_chunk', 'session_chunk.revision < s.base_revision', 'join session s on s.id = session_id'),
  removal('record', 'expires_at < now()'),
  removal('job', `ended_at < now() - interval '1 day'`),
  removal('model', `used_at < now() - interval '1 day'`),
  removal('worker', `seen_at < now() - interval '1 hour'`),
  removal('tally', 'ends_at < now()'),
];

/** Milliseconds between two rounds, on average. */
const every = 10 * 60_000;

/** One round. */
export async function maintain(database: Database): Promise<void> {
  for (const one of removals) {
    let removed = atOnce;
    while (removed === atOnce) removed = Number((await database.run(one))[0]?.removed);
  }
}

/** Removes what had its time, again and again; ends with the returned function. */
export function startMaintenance(database: Database): () => void {
  let timer: NodeJS.Timeout;
  const next = () => {
    timer = setTimeout(round, every * (0.5 + Math.random()));
    timer.unref();
  };
  const round = () => {
    maintain(database).then(next, (error: unknown) => {
      database.options.log(`database: upkeep is postponed to its next turn (${error})`);
      next();
    });
  };
  next();
  return () => clearTimeout(timer);
}
