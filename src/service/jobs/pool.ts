import { availableParallelism } from 'node:os';
import type { BackendChoice } from '../../engine/compute/backend-names.ts';
import { CancelledError } from '../../engine/errors.ts';
import { PoolClosedError, QueueFullError, TooManyJobsError, WorkerCrashedError } from './errors.ts';
import { FairQueue } from './fair-queue.ts';
import { quietTensorFlow } from './quiet-tensorflow.ts';
import { isLight, isLong, isSmall, isStepwise, type TaskName, type TaskTable } from './task-table.ts';
import { type Lane, WorkerSlot } from './worker-slot.ts';

export interface PoolOptions {
  readonly backend: BackendChoice;
  /** Threads for heavy jobs; default one less than the cores, at least 1, at most 8; with 'cuda' one, which owns the device. */
  readonly workers?: number;
  /** Threads one native kernel may use; default the cores divided by the workers. */
  readonly threads?: number;
  /** Jobs that may wait, the running ones not counted; default 256. */
  readonly queueLimit?: number;
  /** Jobs of one key that may wait, short ones and others counted apart; default no fewer than of all. */
  readonly keyLimit?: number;
  /** After this many ms a given-up job that does not stop costs its worker its life; default 20 000. */
  readonly cancelGraceMs?: number;
  /** Bytes that models and their factors may take in each worker; default 512 MiB. */
  readonly modelMemory?: number;
  /** Module (file URL) whose export `tasks` the workers run; default the engine's. */
  readonly tasks?: string;
  /** One line of text per event that an operator wants to know: backend picked, worker lost. */
  readonly log?: (line: string) => void;
}

export interface RunOptions {
  /** Jobs of one key (a session id) go to the same worker where they can, and keys are served in rotation. */
  readonly key?: string;
  /** Gives the job up, waiting or running: the promise rejects at once with CancelledError. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (fraction: number, message: string) => void;
}

export interface PoolDescription {
  /** The backend asked for. */
  readonly choice: BackendChoice;
  /** The backend that heavy jobs run on; null until the first worker is up. */
  readonly backend: string | null;
  /** What that backend computes on, such as the name of a GPU or `CPU`; null until the first worker is up. */
  readonly device: string | null;
  /** Heavy workers, the light one and the quick one. */
  readonly workers: number;
  readonly started: number;
  readonly threads: number;
  readonly running: number;
  readonly waiting: number;
  readonly queueLimit: number;
  /** How long the job has waited that waits longest; 0 when none waits. */
  readonly oldestSeconds: number;
}

export interface Pool {
  /**
   * Runs one task on a worker.
   *
   * @throws QueueFullError       too many jobs wait
   * @throws CancelledError       the signal fired
   * @throws WorkerCrashedError   the worker died under the job
   * @throws errors of the task, with their class (for those of the engine) and message
   */
  run<Name extends TaskName>(
    name: Name,
    task: TaskTable[Name]['task'],
    options?: RunOptions,
  ): Promise<TaskTable[Name]['result']>;
  /** Starts the first worker, so that a backend requested that cannot load is found at start-up. */
  start(): Promise<PoolDescription>;
  describe(): PoolDescription;
  /** Ends all workers; jobs that wait or run reject with PoolClosedError. */
  close(): Promise<void>;
}

/** One job on its way; `settle` is called exactly once. */
interface Job {
  readonly name: TaskName;
  readonly task: unknown;
  readonly key: string;
  /** Where it queues: keys take turns, and light jobs are not behind heavy ones. */
  readonly line: string;
  readonly light: boolean;
  /** Whether it may take longer than seconds. */
  readonly long: boolean;
  /** When it was asked for, by `performance.now()`. */
  readonly since: number;
  /** Whether others may run at the same time; no longer after its worker was lost while it ran with others. */
  together: boolean;
  /** Likewise whether others may queue with it on one worker. */
  small: boolean;
  readonly onProgress: ((fraction: number, message: string) => void) | undefined;
  readonly cancel: SharedArrayBuffer;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** How many keys the pool remembers a worker for. */
const rememberedKeys = 4096;

/**
 * A pool of worker threads that start with the first job that needs them.
 *
 * Besides the heavy workers there is one *light* worker, for short jobs only (predictions and the like), so that a prediction does not
 * wait for a training even on a machine with one worker. The *quick* worker takes trainings and searches of few rows while longer jobs
 * have all heavy workers.
 */
export function createPool(options: PoolOptions): Pool {
  quietTensorFlow(options.backend);
  return new WorkerPool(options);
}

class WorkerPool implements Pool {
  readonly #choice: BackendChoice;
  readonly #threads: number;
  readonly #queueLimit: number;
  readonly #keyLimit: number;
  readonly #cancelGraceMs: number;
  readonly #log: (line: string) => void;
  readonly #slots: readonly WorkerSlot[];
  readonly #queue = new FairQueue<Job>();
  readonly #homes = new Map<string, WorkerSlot>();
  #closed = false;
  /** Smoothed run time of a job in seconds, for Retry-After. */
  #typicalSeconds = 1;

  constructor(options: PoolOptions) {
    const cores = availableParallelism();
    const heavy = options.workers ?? (options.backend === 'cuda' ? 1 : Math.min(8, Math.max(1, cores - 1)));
    if (!Number.isInteger(heavy) || heavy < 1)
      throw new RangeError(`pool: workers must be a whole number of at least 1, got ${heavy}`);
    this.#choice = options.backend;
    this.#threads = options.threads ?? Math.max(1, Math.floor(cores / heavy));
    this.#queueLimit = options.queueLimit ?? 256;
    this.#keyLimit = options.keyLimit ?? Number.POSITIVE_INFINITY;
    this.#cancelGraceMs = options.cancelGraceMs ?? 20_000;
    this.#log = options.log ?? (() => {});
    const logged = new Set<string>();
    const noteOnce = (line: string) => {
      if (!logged.has(line)) this.#log(line);
      logged.add(line);
    };
    const slot = (lane: Lane, index: number) => {
      const ownsDevice = lane === 'heavy' && index === 0;
      return new WorkerSlot(
        lane,
        {
          // The GPU has one owner; the others work on the CPU.
          backend: options.backend === 'cuda' && !ownsDevice ? 'auto' : options.backend,
          threads: lane === 'heavy' ? this.#threads : 1,
          ownsDevice,
          ...(options.modelMemory === undefined ? {} : { modelMemory: options.modelMemory }),
          ...(options.tasks === undefined ? {} : { tasks: options.tasks }),
        },
        this.#log,
        noteOnce,
        () => this.#dispatch(),
      );
    };
    const others = (['light', 'quick'] as const).map((lane, i) => slot(lane, heavy + i));
    this.#slots = [...Array.from({ length: heavy }, (_, i) => slot('heavy', i)), ...others];
  }

  run<Name extends TaskName>(
    name: Name,
    task: TaskTable[Name]['task'],
    options: RunOptions = {},
  ): Promise<TaskTable[Name]['result']> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw new PoolClosedError('jobs: the pool is closed');
      if (options.signal?.aborted) throw new CancelledError(`${name}: cancelled before it started`);
      const key = options.key ?? '';
      const light = isLight(name);
      const job: Job = {
        name,
        task,
        key,
        line: `${light ? 'light' : 'heavy'} ${key}`,
        light,
        long: isLong(name, task),
        since: performance.now(),
        together: isStepwise(name),
        small: isSmall(name, task),
        onProgress: options.onProgress,
        cancel: new SharedArrayBuffer(4),
        resolve: (result) => {
          options.signal?.removeEventListener('abort', abort);
          resolve(result as TaskTable[Name]['result']);
        },
        reject: (error) => {
          options.signal?.removeEventListener('abort', abort);
          reject(error);
        },
      };
      const abort = () => this.#giveUp(job);
      this.#queue.add(job.line, job);
      this.#dispatch();
      if (this.#queue.length > this.#queueLimit && this.#queue.remove(job.line, job))
        throw new QueueFullError(this.#queueLimit, this.#retryAfter());
      const ofKey = this.#queue.lengthOf(job.line);
      if (key !== '' && ofKey > this.#keyLimit && this.#queue.remove(job.line, job))
        throw new TooManyJobsError(this.#keyLimit, this.#retryAfter());
      options.signal?.addEventListener('abort', abort, { once: true });
    });
  }

  async start(): Promise<PoolDescription> {
    await this.#slots[0]!.start();
    return this.describe();
  }

  describe(): PoolDescription {
    const { backend } = this.#slots.find((slot) => slot.backend !== null) ?? {};
    return {
      choice: this.#choice,
      backend: backend?.name ?? null,
      device: backend?.device ?? null,
      workers: this.#slots.length,
      started: this.#slots.filter((slot) => slot.started).length,
      threads: this.#threads,
      running: this.#slots.reduce((sum, slot) => sum + slot.running, 0),
      waiting: this.#queue.length,
      queueLimit: this.#queueLimit,
      oldestSeconds:
        this.#queue.length === 0 ? 0 : (performance.now() - this.#queue.least((job) => job.since)) / 1000,
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    const closed = () => new PoolClosedError('jobs: the pool was closed before the job was done');
    for (const job of this.#queue.drain()) job.reject(closed());
    await Promise.all(this.#slots.map((slot) => slot.stop(closed())));
  }

  /** Hands waiting jobs to free slots until no waiting job fits a free slot. */
  #dispatch(): void {
    for (;;) {
      if (this.#closed || this.#queue.length === 0 || this.#slots.every((slot) => slot.full)) return;
      const next = this.#queue.take((job) => this.#placeFor(job));
      if (next === undefined) return;
      this.#give(next.job, next.place);
    }
  }

  /**
   * The slot that knows the session if it is free, else the cheapest free one, else for small jobs the shortest line;
   * undefined when all that fit are busy.
   */
  #placeFor(job: Job): WorkerSlot | undefined {
    const home = this.#homes.get(job.key);
    const isFree = home !== undefined && (!job.small || home.running === 0);
    if (isFree && this.#mayTake(home, job)) return home;
    // Where 'auto' found a GPU, its owner is the one that heavy jobs go to.
    const owner = this.#slots[0]!;
    const isLongWait = this.#slots.every((slot) => slot.lane !== 'heavy' || slot.isLong);
    const fits = (slot: WorkerSlot) => {
      if (slot.lane === 'light') return job.light;
      if (slot.lane === 'quick') return !job.light && !job.long && isLongWait && !owner.onDevice;
      return !owner.onDevice || slot === owner;
    };
    const free = this.#slots.filter((slot) => fits(slot) && this.#mayTake(slot, job));
    const rank = (slot: WorkerSlot) => (job.light && slot.lane === 'light' ? 0 : slot.started ? 1 : 2);
    const line = (slot: WorkerSlot) => (job.small ? slot.running : 0);
    return free.sort((a, b) => line(a) - line(b) || rank(a) - rank(b))[0];
  }

  /** Whether the job can start there; it joins others only while no job is waiting that needs the GPU for itself. */
  #mayTake(slot: WorkerSlot, job: Job): boolean {
    if (!slot.takes(job)) return false;
    return (
      slot.running === 0 ||
      slot.lane === 'light' ||
      !this.#queue.some((waiting) => !waiting.light && !waiting.together)
    );
  }

  #give(job: Job, slot: WorkerSlot): void {
    if (job.key !== '' && slot.lane === 'heavy') this.#remember(job.key, slot);
    const began = performance.now();
    const after = () => {
      this.#typicalSeconds += 0.2 * ((performance.now() - began) / 1000 - this.#typicalSeconds);
      this.#dispatch();
    };
    const lost = (error: Error, again: string | undefined) => {
      if (again === undefined || this.#closed || Atomics.load(new Int32Array(job.cancel), 0) !== 0) {
        job.reject(error);
        return;
      }
      this.#log(`jobs: ${job.name} ${again}`);
      job.together = false;
      job.small = false;
      this.#queue.add(job.line, job);
    };
    slot
      .run(job, { done: job.resolve, failed: job.reject, lost, progress: job.onProgress })
      .then(after, after);
  }

  #remember(key: string, slot: WorkerSlot): void {
    this.#homes.delete(key);
    this.#homes.set(key, slot);
    if (this.#homes.size <= rememberedKeys) return;
    for (const oldest of this.#homes.keys()) {
      this.#homes.delete(oldest);
      return;
    }
  }

  #giveUp(job: Job): void {
    this.#queue.remove(job.line, job);
    Atomics.store(new Int32Array(job.cancel), 0, 1);
    job.reject(new CancelledError(`${job.name}: cancelled, because its client disconnected or requested it`));
    const slot = this.#slots.find((candidate) => candidate.runs(job));
    if (slot === undefined) return;
    const timer = setTimeout(() => {
      if (!slot.runs(job)) return;
      this.#log(
        `jobs: ${job.name} was cancelled and did not stop within ${this.#cancelGraceMs} ms; its worker is replaced`,
      );
      void slot.stop(
        new WorkerCrashedError(`${job.name}: ended, because it did not stop when it was cancelled`),
      );
    }, this.#cancelGraceMs);
    timer.unref();
  }

  #retryAfter(): number {
    return Math.max(1, Math.min(60, Math.ceil(this.#typicalSeconds)));
  }
}
