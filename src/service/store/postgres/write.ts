import type { SessionEvent } from '../../../contract/sessions/events.ts';
import { JobSupersededError, RevisionConflictError } from '../../errors.ts';
import { jsonChunks } from '../json-chunks.ts';
import { Slices } from '../slices.ts';
import type { Write } from '../store.ts';
import type { Runner, Statement } from './database.ts';

/** Characters of a document per row. */
const chunkSize = 1 << 20;

/** JSON text in parts of about the given size. */
export async function jsonParts(value: unknown, size = chunkSize): Promise<string[]> {
  const slices = new Slices();
  const parts: string[] = [];
  let waiting: string[] = [];
  let length = 0;
  for (const text of jsonChunks(value)) {
    waiting.push(text);
    length += text.length;
    if (length >= size) {
      parts.push(waiting.join(''));
      waiting = [];
      length = 0;
    }
    await slices.pause();
  }
  if (length > 0 || parts.length === 0) parts.push(waiting.join(''));
  return parts;
}

/** A write as text, ready to be sent as often as it takes. */
export interface ReadyWrite {
  readonly id: string;
  readonly expected: number;
  /** Names this write for good: sent twice, it is carried out once. */
  readonly writeId: string;
  readonly kind: 'create' | 'replace' | 'append';
  /** Parts of the document; the steps as the only one. */
  readonly parts: readonly string[];
  readonly bytes: number;
  readonly events: readonly string[];
  /** Jobs that end with this write. */
  readonly jobs: readonly string[];
}

/** Makes the text of a write, in slices. @param writeId a UUID that no other write has */
export async function readyWrite(write: Write, writeId: string): Promise<ReadyWrite> {
  const { id, expected, along } = write;
  const value = write.kind === 'save' ? write.document : write.steps;
  const parts = await jsonParts(value, write.kind === 'save' ? chunkSize : Number.POSITIVE_INFINITY);
  return {
    id,
    expected,
    writeId,
    kind: write.kind === 'append' ? 'append' : expected === 0 ? 'create' : 'replace',
    parts,
    bytes: parts.reduce((sum, part) => sum + part.length, 0),
    events: eventTexts(along?.events),
    jobs: along?.jobs ?? [],
  };
}

export const eventTexts = (events: readonly SessionEvent[] = []): string[] =>
  events.map((event) => JSON.stringify(event));

/** Numbers of events begin here, so that a session that is made again under an ID continues beyond the one before. */
const firstSeq = '(extract(epoch from clock_timestamp()) * 1000)::bigint * 1000';

const publish = `published as (
  insert into outbox (session_id, seq, event)
  select moved.id, moved.event_seq - cardinality($4::text[]) + e.n, e.event
  from moved, unnest($4::text[]) with ordinality as e (event, n)
)`;

const keep = (steps: string) => `kept as (
  insert into session_write (session_id, revision, write_id, steps)
  select id, revision, $3::uuid, ${steps} from moved
)`;

const chunk = `chunk as (
  insert into session_chunk (session_id, revision, number, content) select id, revision, 0, $5::text from moved
)`;

/** The results of jobs are applied once: by the commit that finds all of them waiting. */
const allComputed = `(cardinality($7::uuid[]) = 0 or cardinality($7::uuid[]) =
    (select count(*) from job where id = any($7::uuid[]) and state = 'computed'))`;
const endJobs = `ended as (
  update job set state = 'done', payload = null, result = null, ended_at = now()
  where id = any($7::uuid[]) and exists (select from moved)
)`;

const answer = 'select revision, event_seq, base_bytes, journal_bytes from moved';

const create: Statement = {
  name: 'session-create',
  text: `with moved as (
  insert into session (id, revision, base_revision, base_bytes, journal_bytes, event_seq)
  values ($1::text, $2::bigint + 1, $2::bigint + 1, $6::bigint, 0, ${firstSeq} + cardinality($4::text[]))
  on conflict (id) do nothing returning *
), ${keep('null')}, ${publish}, ${chunk} ${answer}`,
};

const replace: Statement = {
  name: 'session-replace',
  text: `with moved as (
  update session set revision = revision + 1, base_revision = revision + 1, base_bytes = $6::bigint, journal_bytes = 0,
    event_seq = event_seq + cardinality($4::text[])
  where id = $1::text and revision = $2::bigint and ${allComputed} returning *
), gone as (
  delete from session_chunk using moved where session_id = moved.id and session_chunk.revision < moved.revision
), ${keep('null')}, ${publish}, ${chunk}, ${endJobs} ${answer}`,
};

const append: Statement = {
  name: 'session-append',
  text: `with moved as (
  update session set revision = revision + 1, journal_bytes = journal_bytes + $6::bigint,
    event_seq = event_seq + cardinality($4::text[])
  where id = $1::text and revision = $2::bigint and ${allComputed} returning *
), ${keep('$5::text')}, ${publish}, ${endJobs} ${answer}`,
};

const more: Statement = {
  name: 'session-chunk',
  text: 'insert into session_chunk (session_id, revision, number, content) values ($1, $2, $3, $4)',
};

const statements = { create, replace, append };

const revisionOf: Statement = {
  name: 'session-revision',
  text: 'select revision from session where id = $1',
};

/** The state after a write. */
export interface Written {
  readonly revision: number;
  readonly baseBytes: number;
  readonly journalBytes: number;
}

/** @throws RevisionConflictError nothing was written */
export async function sendWrite(runner: Runner, write: ReadyWrite): Promise<Written> {
  const { id, expected, writeId, kind, parts, bytes, events, jobs } = write;
  const values = [id, expected, writeId, events, parts[0], bytes];
  const [row] = await runner.run(statements[kind], kind === 'create' ? values : [...values, jobs]);
  if (row === undefined) {
    const [found] = await runner.run(revisionOf, [id]);
    if (jobs.length > 0 && Number(found?.revision) === expected) throw new JobSupersededError(id);
    throw new RevisionConflictError(id, expected, Number(found?.revision ?? 0));
  }
  const revision = Number(row.revision);
  for (let number = 1; number < parts.length; number++) {
    await runner.run(more, [id, revision, number, parts[number]]);
  }
  return { revision, baseBytes: Number(row.base_bytes), journalBytes: Number(row.journal_bytes) };
}

/** Whether one statement carries out the write. */
export const isOneStatement = ({ parts }: ReadyWrite): boolean => parts.length === 1;

const writerOf: Statement = {
  name: 'session-writer',
  text: 'select write_id from session_write where session_id = $1 and revision = $2',
};

/** Whether this very write was carried out before. */
export async function wasWritten(runner: Runner, { id, expected, writeId }: ReadyWrite): Promise<boolean> {
  const [row] = await runner.run(writerOf, [id, expected + 1]);
  return row?.write_id === writeId;
}
