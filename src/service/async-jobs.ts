import { randomUUID } from 'node:crypto';
import type { Job, JobList, JobResult, ListJobsQuery } from '../contract/jobs.ts';
import { NotFoundError } from './errors.ts';
import type { Terms } from './terms.ts';

/** Results are kept for a day. */
const keptMs = 24 * 3600 * 1000;

/** Jobs that are kept; past it the ones that finished first go before their time. */
const mostKept = 1000;

interface Kept {
  view: Job;
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

export const jobNotFound = (id: string): NotFoundError =>
  new NotFoundError(`job '${id}' not found; results are kept for 24 hours, and not over a restart`);

/** What is to be done; it never rejects. */
export type Work = (terms: Terms) => Promise<JobResult>;

/** Requests that are answered at once and carried out afterwards. They live as long as the server. */
export class AsyncJobs {
  /** In the order in which they began. */
  readonly #jobs = new Map<string, Kept>();

  start(session_id: string, route: string, work: Work): Job {
    this.#forgetOld();
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
    const onProgress = (fraction: number, message: string) => {
      if (kept.view.status === 'running') kept.view = { ...kept.view, progress: { fraction, message } };
    };
    const done = work({ signal: controller.signal, onProgress }).then((result) => {
      const finished = Date.now();
      const ended = controller.signal.aborted ? 'cancelled' : result.status < 400 ? 'succeeded' : 'failed';
      kept.view = {
        ...kept.view,
        status: ended,
        finished_at: new Date(finished).toISOString(),
        expires_at: new Date(finished + keptMs).toISOString(),
        result,
      };
    });
    const kept: Kept = { view, controller, done };
    this.#jobs.set(job_id, kept);
    return view;
  }

  /** @throws NotFoundError */
  view(id: string): Job {
    return this.#get(id).view;
  }

  /** Ends a job that runs; forgets one that is over. */
  async cancel(id: string): Promise<Job> {
    const job = this.#get(id);
    if (job.view.status !== 'running') {
      this.#jobs.delete(id);
      return job.view;
    }
    job.controller.abort();
    await job.done;
    return job.view;
  }

  /** Newest first. */
  list(
    { session_id, status, skip = 0, limit = 100 }: ListJobsQuery,
    isVisible: (session: string) => boolean = () => true,
  ): JobList {
    this.#forgetOld();
    const all = [...this.#jobs.values()]
      .map(({ view }) => view)
      .filter((view) => isVisible(view.session_id))
      .filter((view) => session_id === undefined || view.session_id === session_id)
      .filter((view) => status === undefined || view.status === status)
      .reverse();
    return { items: all.slice(skip, skip + limit), total: all.length, skip, limit };
  }

  /** Cancels what runs and waits for it. */
  async close(): Promise<void> {
    const running = [...this.#jobs.values()].filter(({ view }) => view.status === 'running');
    for (const { controller } of running) controller.abort();
    await Promise.all(running.map(({ done }) => done));
  }

  #get(id: string): Kept {
    this.#forgetOld();
    const job = this.#jobs.get(id);
    if (job !== undefined) return job;
    throw jobNotFound(id);
  }

  #forgetOld(): void {
    const now = Date.now();
    for (const [id, { view }] of this.#jobs) {
      if (view.expires_at === null) continue;
      if (Date.parse(view.expires_at) > now && this.#jobs.size <= mostKept) continue;
      this.#jobs.delete(id);
    }
  }
}
