import {
  type JobEnd,
  type JobNeeds,
  type JobQueue,
  type JobState,
  type JobView,
  type LeasedJob,
  leaseSeconds,
  maxAttempts,
  type NewJob,
  type WorkerIdentity,
} from '../job-queue.ts';
import { type Database, statement } from './database.ts';
import type { NotificationListener } from './notification-listener.ts';

const channel = 'athanor_jobs';
const lease = `make_interval(secs => ${leaseSeconds})`;

const add = statement(
  'job-add',
  `insert into job (id, session_id, name, layout, payload, needs, memory) values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (id) do nothing`,
);
const view = statement(
  'job-view',
  'select state, attempts, fraction, message, result, reason, provenance from job where id = $1',
);
const cancel = statement(
  'job-cancel',
  `update job set state = 'cancelled', payload = null, result = null, ended_at = now()
  where id = $1 and (state = 'queued' or (not $2::boolean and state in ('running', 'computed'))) returning 1`,
);
const hasWorker = statement(
  'job-has-worker',
  `select exists (select from worker where seen_at > now() - ${lease} and capabilities @> $1::text[] and memory >= $2) as there`,
);
// Skips what others are taking just now; a job whose worker fell silent too often goes to the dead ones.
const claim = statement(
  'job-claim',
  `with next as (
  select id from job
  where (state = 'queued' or (state = 'running' and lease_until < clock_timestamp()))
    and needs <@ $2::text[] and memory <= $3
  order by created_at limit 1 for update skip locked
)
update job set
  state = case when attempts >= ${maxAttempts} then 'dead' else 'running' end,
  reason = case when attempts >= ${maxAttempts}
    then 'begun ' || attempts || ' times and never ended; last on ' || coalesce(worker, '?') || coalesce(': ' || reason, '')
    else reason end,
  ended_at = case when attempts >= ${maxAttempts} then now() end,
  attempts = attempts + 1, token = token + 1, worker = $1, lease_until = clock_timestamp() + ${lease}
from next where job.id = next.id
returning job.id, session_id, name, layout, payload, token, state`,
);
const beat = statement(
  'job-beat',
  `update job set lease_until = clock_timestamp() + ${lease}, fraction = $3, message = $4
  where id = $1 and token = $2 and state = 'running' returning 1`,
);
const end = statement(
  'job-end',
  `update job set state = $3, result = $4, reason = $5, provenance = $6, fraction = 1, payload = null, ended_at = now()
  where id = $1 and token = $2 and state = 'running' returning 1`,
);
const giveBack = statement(
  'job-give-back',
  `update job set state = 'queued', reason = $3, lease_until = null where id = $1 and token = $2 and state = 'running'`,
);
const announce = statement(
  'worker-announce',
  `insert into worker (id, capabilities, memory) values ($1, $2, $3)
  on conflict (id) do update set capabilities = excluded.capabilities, memory = excluded.memory, seen_at = now()`,
);
const leave = statement('worker-leave', 'delete from worker where id = $1');
const keptModels = statement(
  'model-kept',
  'update model set used_at = now() where id = any($1::text[]) returning id',
);
const putModel = statement(
  'model-put',
  'insert into model (id, content) values ($1, $2) on conflict (id) do update set used_at = now()',
);
const model = statement('model-get', 'select content from model where id = $1');
const notify = statement('job-notify', "select pg_notify($1, '')");

const asBytes = (bytes: Uint8Array | undefined) =>
  bytes === undefined ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Jobs in the database. */
export class JobTable implements JobQueue {
  readonly #database: Database;
  readonly #listening: NotificationListener;

  constructor(database: Database, listening: NotificationListener) {
    this.#database = database;
    this.#listening = listening;
  }

  async hasWorker({ needs, memory }: JobNeeds): Promise<boolean> {
    return (await this.#database.read(hasWorker, [needs, memory]))[0]?.there === true;
  }

  async add({ id, sessionId, name, layout, payload, needs, memory }: NewJob): Promise<void> {
    // Its ID makes it safe to be sent again.
    await this.#database.read(add, [id, sessionId, name, layout, asBytes(payload), needs, memory]);
    this.#say();
  }

  async view(id: string): Promise<JobView | undefined> {
    const [row] = await this.#database.read(view, [id]);
    if (row === undefined) return undefined;
    return {
      state: row.state as JobState,
      attempts: Number(row.attempts),
      fraction: Number(row.fraction),
      message: row.message as string,
      result: (row.result as Buffer | null) ?? undefined,
      reason: (row.reason as string | null) ?? undefined,
      provenance: (row.provenance as string | null) ?? undefined,
    };
  }

  async cancel(id: string, onlyQueued = false): Promise<boolean> {
    return (await this.#database.run(cancel, [id, onlyQueued])).length > 0;
  }

  async lackingModels(ids: readonly string[]): Promise<readonly string[]> {
    const kept = new Set((await this.#database.read(keptModels, [ids])).map(({ id }) => id as string));
    return ids.filter((id) => !kept.has(id));
  }

  async putModel(id: string, content: Uint8Array): Promise<void> {
    await this.#database.read(putModel, [id, asBytes(content)]);
  }

  async model(id: string): Promise<Uint8Array | undefined> {
    return (await this.#database.read(model, [id]))[0]?.content as Buffer | undefined;
  }

  watch(listener: () => void): () => void {
    return this.#listening.on(channel, listener);
  }

  #say(): void {
    // Who misses it looks by himself.
    void this.#database.run(notify, [channel]).catch(() => {});
  }

  async claim({ id, capabilities, memory }: WorkerIdentity): Promise<LeasedJob | undefined> {
    for (;;) {
      const [row] = await this.#database.run(claim, [id, capabilities, memory]);
      if (row === undefined) return undefined;
      if (row.state === 'dead') {
        this.#say();
        continue;
      }
      return {
        id: row.id as string,
        sessionId: row.session_id as string,
        name: row.name as string,
        layout: Number(row.layout),
        payload: row.payload as Buffer,
        token: Number(row.token),
      };
    }
  }

  async beat({ id, token }: LeasedJob, fraction: number, message: string): Promise<boolean> {
    return (await this.#database.run(beat, [id, token, fraction, message])).length > 0;
  }

  async end({ id, token }: LeasedJob, { state, result, reason, provenance }: JobEnd): Promise<boolean> {
    const values = [id, token, state, asBytes(result), reason ?? null, provenance ?? null];
    const isEnded = (await this.#database.run(end, values)).length > 0;
    if (isEnded) this.#say();
    return isEnded;
  }

  async giveBack({ id, token }: LeasedJob, reason: string): Promise<void> {
    await this.#database.run(giveBack, [id, token, reason]);
    this.#say();
  }

  async announce({ id, capabilities, memory }: WorkerIdentity): Promise<void> {
    await this.#database.run(announce, [id, capabilities, memory]);
  }

  async leave({ id }: WorkerIdentity): Promise<void> {
    await this.#database.run(leave, [id]);
  }
}
