import { randomUUID } from 'node:crypto';
import { hostname, totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { CancelledError } from '../engine/errors.ts';
import { serializeError } from './jobs/errors.ts';
import { originOf } from './jobs/origins.ts';
import { layout, layoutNeed, packResult, unpackTask } from './jobs/packed-task.ts';
import type { Pool } from './jobs/pool.ts';
import type { TaskName } from './jobs/task-table.ts';
import { release } from './release.ts';
import { beatMs, type JobQueue, type LeasedJob, type WorkerIdentity } from './store/job-queue.ts';

/** What a worker runs jobs on. */
export type WorkerPool = Pick<Pool, 'run' | 'describe'>;

export interface WorkerOptions {
  /** Jobs at once. */
  readonly jobs?: number;
  readonly log?: (line: string) => void;
}

/** Milliseconds between looks for a job of which nothing was said. */
const lookEvery = 1000;

/** Errors under which another worker may do better. */
const ownFaults = ['WorkerCrashedError', 'PoolClosedError', 'QueueFullError', 'BackendUnavailableError'];

/** Takes jobs from the queue and carries them out until it is stopped. */
export class JobWorker {
  readonly #queue: JobQueue;
  readonly #pool: WorkerPool;
  readonly #jobs: number;
  readonly #log: (line: string) => void;
  readonly #identity: WorkerIdentity;
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #givingUp = new AbortController();
  #wake: () => void = () => {};
  #loop: Promise<void> | undefined;

  constructor(queue: JobQueue, pool: WorkerPool, { jobs = 1, log = () => {} }: WorkerOptions = {}) {
    this.#queue = queue;
    this.#pool = pool;
    this.#jobs = jobs;
    this.#log = log;
    const { backend } = pool.describe();
    this.#identity = {
      id: `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`,
      capabilities: [layoutNeed, ...(backend?.startsWith('cuda') ? ['cuda'] : [])],
      memory: totalmem(),
    };
  }

  get id(): string {
    return this.#identity.id;
  }

  start(): void {
    this.#loop ??= this.#work();
  }

  async #work(): Promise<void> {
    const ignore = this.#queue.watch(() => this.#wake());
    const { signal } = this.#stopping;
    let announced = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      let job: LeasedJob | undefined;
      try {
        if (performance.now() - announced >= beatMs) {
          await this.#queue.announce(this.#identity);
          announced = performance.now();
        }
        if (this.#running.size < this.#jobs) job = await this.#queue.claim(this.#identity);
      } catch (error) {
        this.#log(`worker: the database cannot be reached (${(error as Error).message})`);
      }
      if (job === undefined) await this.#pause();
      else this.#begin(job);
    }
    ignore();
  }

  #begin(job: LeasedJob): void {
    const done = this.#carryOut(job)
      .catch((error: Error) => this.#log(`worker: ${job.name} ${job.id}: ${error.message}`))
      .finally(() => {
        this.#running.delete(done);
        this.#wake();
      });
    this.#running.add(done);
  }

  async #pause(): Promise<void> {
    const woken = new AbortController();
    this.#wake = () => woken.abort();
    const signal = AbortSignal.any([woken.signal, this.#stopping.signal]);
    await sleep(lookEvery, undefined, { signal }).catch(() => {});
    this.#wake = () => {};
  }

  async #carryOut(job: LeasedJob): Promise<void> {
    const lost = new AbortController();
    let fraction = 0;
    let message = '';
    const beats = setInterval(() => {
      this.#queue.beat(job, fraction, message).then(
        (isOurs) => isOurs || lost.abort(),
        () => {}, // The lease may outlive the interruption; if not, the end is refused.
      );
    }, beatMs);
    try {
      await this.#run(job, AbortSignal.any([lost.signal, this.#givingUp.signal]), (share, words) => {
        fraction = share;
        message = words;
      });
    } finally {
      clearInterval(beats);
    }
  }

  async #run(
    job: LeasedJob,
    signal: AbortSignal,
    onProgress: (fraction: number, message: string) => void,
  ): Promise<void> {
    if (job.layout !== layout) {
      // Another release put it there: a worker of that one takes it.
      await sleep(lookEvery);
      await this.#queue.giveBack(job, `layout ${job.layout} is unknown to release ${release}`);
      return;
    }
    // What is known when nobody says who computed it.
    const provenance = (result?: unknown) => {
      const { backend, choice, device } = this.#pool.describe();
      const known = { backend: backend ?? choice, device: device ?? 'CPU', ...originOf(result) };
      return JSON.stringify({ worker: this.id, ...known, version: release });
    };
    try {
      const task = await unpackTask(job.payload, async (id) => {
        const model = await this.#queue.model(id);
        if (model === undefined) throw new Error(`model ${id} no longer exists`);
        return model;
      });
      const options = { key: job.sessionId, signal, onProgress };
      const result = await this.#pool.run(job.name as TaskName, task as never, options);
      await this.#end(job, { state: 'computed', result: packResult(result), provenance: provenance(result) });
    } catch (error) {
      if (this.#givingUp.signal.aborted || ownFaults.includes((error as Error).name)) {
        await this.#queue.giveBack(job, (error as Error).message);
      } else if (!(error instanceof CancelledError)) {
        const reason = JSON.stringify(serializeError(error));
        await this.#end(job, { state: 'failed', reason, provenance: provenance() });
      }
    }
  }

  /** Tries for as long as the lease may last; what comes too late is discarded. */
  async #end(job: LeasedJob, outcome: Parameters<JobQueue['end']>[1]): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        const isKept = await this.#queue.end(job, outcome);
        if (!isKept) this.#log(`worker: ${job.name} ${job.id} was late and was discarded`);
        return;
      } catch (error) {
        if (attempt === 20) throw error;
        await sleep(500);
      }
    }
  }

  /** Takes no more jobs, lets those it has end within the grace, and gives the others back. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
    const ended = Promise.allSettled(this.#running);
    const timer = setTimeout(() => this.#givingUp.abort(), graceMs);
    await ended;
    clearTimeout(timer);
    await this.#queue.leave(this.#identity).catch(() => {});
  }
}
