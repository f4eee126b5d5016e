import { randomUUID } from 'node:crypto';
import type { Job, JobList, JobResult, ListJobsQuery } from '../contract/jobs.ts';
import { NotFoundError, StoreUnavailableError } from './errors.ts';
import type { Store } from './store/store.ts';
import type { Terms } from './terms.ts';

/** Results are kept for a day. */
const keptMs = 24 * 3600 * 1000;

/** Records of jobs that were running go at last, should nobody come back who could end them. */
const lostAfterMs = 30 * keptMs;

/** Jobs that are kept; past it the ones that finished first go before their time. */
const mostKept = 1000;

const kind = 'job';

/** Results may be large: each is a file of its own. */
const resultId = (job: string): string => `job-${job}`;

interface Running {
  view: Job;
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

export const jobNotFound = (id: string): NotFoundError =>
  new NotFoundError(`job '${id}' not found; results are kept for 24 hours`);

/** What is to be done; it never rejects. */
export type Work = (terms: Terms) => Promise<JobResult>;

const interrupted: JobResult = {
  status: 503,
  body: {
    detail:
      'interrupted by a restart: the server ended while the job ran; what it had recorded is there, so look at the session before you send the request again',
    error_type: 'InterruptedError',
    status_code: 503,
  },
  saved: null,
};

const ended = (view: Job, status: Job['status'], finished = Date.now()): Job => ({
  ...view,
  status,
  finished_at: new Date(finished).toISOString(),
  expires_at: new Date(finished + keptMs).toISOString(),
});

/**
 * Requests that are answered at once and carried out afterwards. A job is on record before it begins and when it is over,
 * so that it is found after a restart: with its result, or as interrupted.
 */
export class AsyncJobs {
  readonly #store: Store;
  readonly #log: (error: unknown, message: string) => void;
  /** Those of this server, and those that are over and could not be written down. */
  readonly #running = new Map<string, Running>();
  #isClosing = false;

  constructor(store: Store, log: (error: unknown, message: string) => void) {
    this.#store = store;
    this.#log = log;
  }

  /** To be called before the first job: those that the last server left running will not end. */
  async recover(): Promise<void> {
    // On a shared store they may be running elsewhere.
    if (this.#store.shared) return;
    for (const view of await this.#records()) {
      if (view.status === 'running') await this.#finish(ended(view, 'failed'), interrupted);
    }
  }

  /** @throws StoreUnavailableError it could not be put on record; nothing was begun */
  async start(session_id: string, route: string, work: Work): Promise<Job> {
    const controller = new AbortController();
    const job_id = randomUUID();
    const view: Job = {
      job_id,
      session_id,
      route,
      status: 'running',
      progress: null,
      created_at: new Date().toISOString(),
      finished_at: null,
      expires_at: null,
      result: null,
    };
    await this.#put(view).catch((cause: unknown) => {
      throw new StoreUnavailableError('the job could not be put on record; nothing was begun', { cause });
    });
    const onProgress = (fraction: number, message: string) => {
      running.view = { ...running.view, progress: { fraction, message } };
    };
    const done = work({ signal: controller.signal, onProgress }).then(async (result) => {
      const isCut = controller.signal.aborted;
      const status = isCut ? 'cancelled' : result.status < 400 ? 'succeeded' : 'failed';
      const last = ended(running.view, this.#isClosing && isCut ? 'failed' : status);
      const told = this.#isClosing && isCut ? interrupted : result;
      if (await this.#finish(last, told)) this.#running.delete(job_id);
      else running.view = { ...last, result: told };
    });
    const running: Running = { view, controller, done };
    this.#running.set(job_id, running);
    void this.#forgetOld().catch((error: unknown) => this.#log(error, 'old jobs could not be removed'));
    return view;
  }

  /** @throws NotFoundError */
  async view(id: string): Promise<Job> {
    const running = this.#running.get(id)?.view;
    if (running !== undefined) return running;
    const record = await this.#store.records.get(kind, id);
    if (record === undefined) throw jobNotFound(id);
    return this.#withResult(record.value as Job);
  }

  /** Ends a job that runs; forgets one that is over. */
  async cancel(id: string): Promise<Job> {
    const running = this.#running.get(id);
    if (running?.view.status === 'running') {
      running.controller.abort();
      await running.done;
      return this.view(id);
    }
    const view = await this.view(id);
    await this.#forget(id);
    return view;
  }

  /** Newest first. */
  async list(
    { session_id, status, skip = 0, limit = 100 }: ListJobsQuery,
    isVisible: (session: string) => boolean = () => true,
  ): Promise<JobList> {
    const all = (await this.#records())
      .map((view) => this.#running.get(view.job_id)?.view ?? view)
      .filter((view) => isVisible(view.session_id))
      .filter((view) => session_id === undefined || view.session_id === session_id)
      .filter((view) => status === undefined || view.status === status)
      .reverse();
    const page = all.slice(skip, skip + limit);
    const items = await Promise.all(page.map((view) => this.#withResult(view)));
    return { items, total: all.length, skip, limit };
  }

  /** Cancels what runs and waits for it. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const running = [...this.#running.values()];
    for (const { controller } of running) controller.abort();
    await Promise.all(running.map(({ done }) => done));
  }

  /** In the order in which they began, without their results. */
  async #records(): Promise<Job[]> {
    const records = await this.#store.records.list(kind);
    const views = records.map(({ value }) => value as Job);
    return views.sort((a, b) => (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0));
  }

  async #put(view: Job): Promise<void> {
    const expires = new Date(view.expires_at ?? Date.now() + lostAfterMs);
    await this.#store.records.put(kind, view.job_id, { ...view, result: null }, { expires });
  }

  /** The result first: a job that is over has one. False when it could not be written. */
  async #finish(view: Job, result: JobResult): Promise<boolean> {
    try {
      await this.#store.uploads.put(resultId(view.job_id), Buffer.from(JSON.stringify(result)));
      await this.#put(view);
      return true;
    } catch (error) {
      // After a restart it is told as interrupted.
      this.#log(error, 'the result of a job could not be kept');
      return false;
    }
  }

  async #withResult(view: Job): Promise<Job> {
    if (view.status === 'running' || view.result !== null) return view;
    const bytes = await this.#store.uploads.get(resultId(view.job_id));
    const result = bytes === undefined ? null : (JSON.parse(Buffer.from(bytes).toString()) as JobResult);
    return { ...view, result };
  }

  async #forget(id: string): Promise<void> {
    this.#running.delete(id);
    await this.#store.records.remove(kind, id);
    await this.#store.uploads.remove(resultId(id));
  }

  async #forgetOld(): Promise<void> {
    const over = (await this.#records()).filter(({ status }) => status !== 'running');
    const byEnd = over.sort((a, b) => ((a.finished_at ?? '') < (b.finished_at ?? '') ? -1 : 1));
    for (const { job_id } of byEnd.slice(0, Math.max(0, byEnd.length - mostKept))) await this.#forget(job_id);
    await this.#store.records.removeExpired(new Date());
    await this.#store.uploads.removeOlder(new Date(Date.now() - keptMs), resultId(''));
  }
}
