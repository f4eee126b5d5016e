import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, JobList, JobResult, ListJobsQuery } from '../contract/server/jobs.ts';
import { NotFoundError, RevisionConflictError, StoreUnavailableError } from './errors.ts';
import type { RequestOptions } from './request-options.ts';
import { jsonBytes } from './store/json-chunks.ts';
import { parseInSlices } from './store/json-slices.ts';
import type { KeptRecord, Store } from './store/store.ts';

/** Results are kept for a day. */
const keptMs = 24 * 3600 * 1000;

/** Time after which the record of a running job is removed if no server ends the job. */
const lostAfterMs = 30 * keptMs;

/** Most finished jobs kept; beyond it those that finished first are removed early. */
const maxKept = 1000;

const kind = 'job';

/** The record of a job. */
interface Kept extends Job {
  /** Another server was asked to end it. */
  readonly cancelling?: true;
  /** Person who asked for work that changes nothing, and may cancel it without the right to change the session. */
  readonly reader?: string;
}

/** Consecutive checks without a heartbeat of another server's job, after which that server counts as dead. */
const looksUntilLost = 5;

/** Results may be large: each is a file of its own. */
const resultId = (job: string): string => `job-${job}`;

interface Running {
  view: Kept;
  /** Of its record, which changes with every heartbeat. */
  revision: number;
  readonly controller: AbortController;
  done: Promise<void>;
}

export const jobNotFound = (id: string): NotFoundError =>
  new NotFoundError(`job '${id}' not found; results are kept for 24 hours`);

/** What is to be done; it never rejects. */
export type Work = (options: RequestOptions) => Promise<JobResult>;

const interrupted: JobResult = {
  status: 503,
  body: {
    detail:
      'interrupted by a restart: the server stopped while the job ran; changes that it had recorded are kept, so read the session before you send the request again',
    error_type: 'InterruptedError',
    status_code: 503,
  },
  saved: null,
};

const viewOf = ({ cancelling: _cancelling, reader: _reader, ...view }: Kept): Job => view;

/** What is known about a job as it begins. */
interface Beginning extends Pick<Kept, 'reader'> {
  /** Ends the work, where it is under way already. */
  readonly controller?: AbortController;
}

function ended({ cancelling: _cancelling, ...view }: Kept, status: Job['status'], now: Date): Kept {
  const expires_at = new Date(now.getTime() + keptMs).toISOString();
  return { ...view, status, finished_at: now.toISOString(), expires_at };
}

/**
 * Requests that are answered at once and carried out afterwards. A job is on record before it begins and when it is over,
 * so that it is found after a restart: with its result, or as interrupted.
 *
 * On a shared store each server writes the records of its running jobs again and again. A job whose record stands still
 * is ended by whichever server sees it; the revision of the record lets one of them, or its own server, have the last word.
 */
export class AsyncJobs {
  readonly #store: Store;
  readonly #log: (error: unknown, message: string) => void;
  /** Jobs of this server, and finished jobs whose record could not be written. */
  readonly #running = new Map<string, Running>();
  /** Of jobs on other servers: the revision of their records, and for how many checks it has been the same. */
  #others = new Map<string, { readonly revision: number; readonly looks: number }>();
  readonly #beatMs: number;
  #beats: NodeJS.Timeout | undefined;
  #isClosing = false;

  /** @param beatMs milliseconds between heartbeats on a shared store */
  constructor(store: Store, log: (error: unknown, message: string) => void, beatMs = 2000) {
    this.#store = store;
    this.#log = log;
    this.#beatMs = beatMs;
  }

  /** Ends jobs that the last server left running. To be called before the first job. */
  async recover(): Promise<void> {
    this.#beatSoon();
    if (this.#store.shared) return;
    for (const { key, value, revision } of await this.#records()) {
      if (value.status !== 'running') continue;
      const view = ended(value, 'failed', this.#store.now());
      if (await this.#finish(view, interrupted, revision)) continue;
      const [controller, done] = [new AbortController(), Promise.resolve()];
      this.#running.set(key, { view: { ...view, result: interrupted }, revision, controller, done });
    }
  }

  #beatSoon(): void {
    this.#beats = setTimeout(async () => {
      try {
        await this.#beat();
        if (this.#store.shared) await this.#endLost();
      } catch (error) {
        // While the store is unreachable no server can write a heartbeat.
        this.#others.clear();
        this.#log(error, 'running jobs could not be read');
      }
      if (!this.#isClosing) this.#beatSoon();
    }, this.#beatMs);
    this.#beats.unref();
  }

  /** Stores results that could not be stored before. On a shared store, writes heartbeats and progress of this server's jobs, and reads which of them are to be cancelled. */
  async #beat(): Promise<void> {
    for (const [id, running] of this.#running) {
      const { view } = running;
      if (view.status !== 'running') {
        if (view.result !== null && (await this.#finish(view, view.result, running.revision)))
          this.#running.delete(id);
        continue;
      }
      if (!this.#store.shared) continue;
      try {
        running.revision = await this.#put(view, running.revision);
      } catch (error) {
        if (!(error instanceof RevisionConflictError)) throw error;
        const found = await this.#record(id);
        // A job that another server ended stays ended.
        if (found?.value.status === 'running') running.revision = found.revision;
        if (found?.value.status !== 'running' || found.value.cancelling) running.controller.abort();
      }
    }
  }

  async #endLost(): Promise<void> {
    const seen = new Map<string, { readonly revision: number; readonly looks: number }>();
    for (const { key, value, revision } of await this.#records()) {
      if (value.status !== 'running' || this.#running.has(key)) continue;
      const before = this.#others.get(key);
      const looks = before?.revision === revision ? before.looks + 1 : 1;
      if (looks <= looksUntilLost) seen.set(key, { revision, looks });
      else await this.#finish(ended(value, 'failed', this.#store.now()), interrupted, revision);
    }
    this.#others = seen;
  }

  /** @throws StoreUnavailableError it could not be recorded; nothing was started */
  async start(
    session_id: string,
    route: string,
    work: Work,
    { controller = new AbortController(), ...by }: Beginning = {},
  ): Promise<Job> {
    const job_id = randomUUID();
    const view: Kept = {
      ...by,
      job_id,
      session_id,
      route,
      status: 'running',
      progress: null,
      created_at: this.#store.now().toISOString(),
      finished_at: null,
      expires_at: null,
      result: null,
    };
    const revision = await this.#put(view, 0).catch((cause: unknown) => {
      throw new StoreUnavailableError('the job could not be recorded; nothing was started', { cause });
    });
    const onProgress = (fraction: number, message: string) => {
      running.view = { ...running.view, progress: { fraction, message } };
    };
    const running: Running = { view, revision, controller, done: Promise.resolve() };
    running.done = work({ signal: controller.signal, onProgress }).then(async (result) => {
      const isCut = controller.signal.aborted;
      const status = isCut ? 'cancelled' : result.status < 400 ? 'succeeded' : 'failed';
      const last = ended(running.view, this.#isClosing && isCut ? 'failed' : status, this.#store.now());
      const outcome = this.#isClosing && isCut ? interrupted : result;
      if (await this.#finish(last, outcome, running.revision)) this.#running.delete(job_id);
      else running.view = { ...last, result: outcome };
    });
    this.#running.set(job_id, running);
    void this.#forgetOld().catch((error: unknown) => this.#log(error, 'old jobs could not be removed'));
    return viewOf(view);
  }

  /** @throws NotFoundError */
  async view(id: string): Promise<Job> {
    return viewOf(await this.#kept(id));
  }

  /** Whether a user asked for a job that changes nothing. @throws NotFoundError */
  async isOfReader(id: string, person: string): Promise<boolean> {
    return (await this.#kept(id)).reader === person;
  }

  async #kept(id: string): Promise<Kept> {
    const running = this.#running.get(id)?.view;
    if (running !== undefined) return running;
    const record = await this.#record(id);
    if (record === undefined) throw jobNotFound(id);
    return this.#withResult(record.value);
  }

  /** Cancels a running job; removes a finished one. */
  async cancel(id: string): Promise<Job> {
    const running = this.#running.get(id);
    if (running?.view.status === 'running') {
      running.controller.abort();
      await running.done;
      return this.view(id);
    }
    if (this.#store.shared && (await this.#cancelElsewhere(id))) return this.view(id);
    const view = await this.view(id);
    await this.#forget(id);
    return view;
  }

  /** Asks the server that runs the job to end it, and waits until the job has ended or the server is lost; false if no server runs it. */
  async #cancelElsewhere(id: string): Promise<boolean> {
    let isAsked = false;
    let wasRunning = false;
    for (let look = 0; look < 4 * (looksUntilLost + 2); look++) {
      const found = await this.#record(id);
      if (found?.value.status !== 'running') return wasRunning;
      wasRunning = true;
      if (!isAsked || found.value.cancelling !== true) {
        await this.#put({ ...found.value, cancelling: true }, found.revision).then(
          () => {
            isAsked = true;
          },
          () => {},
        );
      }
      await sleep(this.#beatMs / 4);
    }
    return wasRunning;
  }

  /** Newest first, without results. */
  async list(
    { session_id, status, skip = 0, limit = 100 }: ListJobsQuery,
    isVisible: (session: string) => boolean = () => true,
  ): Promise<JobList> {
    const all = (await this.#records())
      .map(({ key, value }) => viewOf(this.#running.get(key)?.view ?? value))
      .filter((view) => isVisible(view.session_id))
      .filter((view) => session_id === undefined || view.session_id === session_id)
      .filter((view) => status === undefined || view.status === status)
      .reverse();
    const items = all.slice(skip, skip + limit).map((view) => ({ ...view, result: null }));
    return { items, total: all.length, skip, limit };
  }

  /** Cancels running jobs and waits for them. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#beats);
    const running = [...this.#running.values()];
    for (const { controller } of running) controller.abort();
    await Promise.all(running.map(({ done }) => done));
    if (!this.#store.shared) await this.#beat();
  }

  /** In the order in which they began, without their results. */
  async #records(): Promise<(KeptRecord & { readonly value: Kept })[]> {
    const records = (await this.#store.records.list(kind)) as (KeptRecord & { readonly value: Kept })[];
    const began = ({ value }: { readonly value: Kept }) => value.created_at;
    return records.sort((a, b) => (began(a) < began(b) ? -1 : began(a) > began(b) ? 1 : 0));
  }

  async #record(id: string): Promise<{ readonly value: Kept; readonly revision: number } | undefined> {
    const found = await this.#store.records.get(kind, id);
    return found && { value: found.value as Kept, revision: found.revision };
  }

  /** @throws RevisionConflictError another server wrote it since */
  async #put(view: Kept, expected: number): Promise<number> {
    const expires = new Date(view.expires_at ?? this.#store.now().getTime() + lostAfterMs);
    const value = { ...view, result: view.result === interrupted ? interrupted : null };
    return this.#store.records.put(kind, view.job_id, value, { expected, expires });
  }

  /** The result first: a job that is over has one. False when it could not be written. */
  async #finish(view: Kept, result: JobResult, expected: number): Promise<boolean> {
    try {
      // That its server is lost is part of the record: a result that its server keeps at the same moment stays apart.
      if (result === interrupted && this.#store.shared) await this.#put({ ...view, result }, expected);
      else {
        await this.#store.uploads.put(resultId(view.job_id), await jsonBytes(result));
        await this.#put(view, expected);
      }
      return true;
    } catch (error) {
      if (error instanceof RevisionConflictError) return this.#finishAgain(view, result);
      // After a restart it is reported as interrupted.
      this.#log(error, 'the result of a job could not be stored');
      return false;
    }
  }

  /** It was cancelled or ended meanwhile. */
  async #finishAgain(view: Kept, result: JobResult): Promise<boolean> {
    const found = await this.#record(view.job_id).catch(() => undefined);
    const isOurs = this.#running.has(view.job_id) && found?.value.status === 'running';
    return isOurs ? this.#finish(view, result, found.revision) : true;
  }

  async #withResult(view: Kept): Promise<Kept> {
    if (view.status === 'running' || view.result !== null) return view;
    const bytes = await this.#store.uploads.get(resultId(view.job_id));
    const result = bytes === undefined ? null : ((await parseInSlices(bytes)) as JobResult);
    return { ...view, result };
  }

  async #forget(id: string): Promise<void> {
    this.#running.delete(id);
    await this.#store.records.remove(kind, id);
    await this.#store.uploads.remove(resultId(id));
  }

  async #forgetOld(): Promise<void> {
    const over = (await this.#records())
      .map(({ value }) => value)
      .filter(({ status }) => status !== 'running');
    const byEnd = over.sort((a, b) => ((a.finished_at ?? '') < (b.finished_at ?? '') ? -1 : 1));
    for (const { job_id } of byEnd.slice(0, Math.max(0, byEnd.length - maxKept))) await this.#forget(job_id);
    const now = this.#store.now();
    await this.#store.records.removeExpired(now);
    await this.#store.uploads.removeOlder(new Date(now.getTime() - keptMs), resultId(''));
  }
}
