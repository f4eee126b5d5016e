import type { Database, Statement } from './database.ts';

const statement = (name: string, text: string): Statement => ({ name, text });

/** What is kept for a time and then of no use; each may be carried out by several servers at once. */
const upkeep: readonly Statement[] = [
  statement('upkeep-outbox', `delete from outbox where told_at < now() - interval '1 hour'`),
  // A writer that lost its connection has long looked it up.
  statement(
    'upkeep-writes',
    `delete from session_write w using session s
    where w.session_id = s.id and w.revision <= s.base_revision and w.written_at < now() - interval '1 hour'`,
  ),
  statement(
    'upkeep-chunks',
    `delete from session_chunk c using session s where c.session_id = s.id and c.revision < s.base_revision`,
  ),
  statement('upkeep-records', 'delete from record where expires_at < now()'),
  statement('upkeep-jobs', `delete from job where ended_at < now() - interval '1 day'`),
  statement('upkeep-models', `delete from model where used_at < now() - interval '1 day'`),
  statement('upkeep-workers', `delete from worker where seen_at < now() - interval '1 hour'`),
  statement('upkeep-tallies', 'delete from tally where ends_at < now()'),
];

/** Milliseconds between two rounds, on average. */
const every = 10 * 60_000;

/** One round. */
export async function tidy(database: Database): Promise<void> {
  for (const one of upkeep) await database.run(one);
}

/** Removes what had its time, again and again; ends with the returned function. */
export function keepTidy(database: Database): () => void {
  let timer: NodeJS.Timeout;
  const next = () => {
    timer = setTimeout(round, every * (0.5 + Math.random()));
    timer.unref();
  };
  const round = () => {
    tidy(database).then(next, (error: unknown) => {
      database.options.log(`database: upkeep waits for its next turn (${error})`);
      next();
    });
  };
  next();
  return () => clearTimeout(timer);
}
