import { Worker } from 'node:worker_threads';
import { entryModule } from '../../assets.ts';
import type { GpModel } from '../../engine/gp/model.ts';
import { deserializeError, WorkerCrashedError } from './errors.ts';
import type { JobMessage, ModelsMessage, WorkerMessage, WorkerSettings } from './messages.ts';
import { withReferences } from './model-memory.ts';
import { setOrigin } from './origins.ts';

/** A job as the slot sees it. */
export interface SlotJob {
  readonly name: string;
  readonly task: unknown;
  readonly cancel: SharedArrayBuffer;
  /** Whether it may run at the same time as others of its kind where the worker owns a GPU. */
  readonly together: boolean;
  /** Whether others of its kind may be in line behind it, on the worker. */
  readonly small: boolean;
  /** Whether it may take longer than seconds. */
  readonly long: boolean;
}

export type Lane = 'heavy' | 'light' | 'quick';

interface Handlers {
  readonly done: (result: unknown) => void;
  readonly failed: (error: Error) => void;
  /** The worker is gone; `again` says why the job may start again, absent where it alone can be to blame. */
  readonly lost: (error: Error, again: string | undefined) => void;
  readonly progress: ((fraction: number, message: string) => void) | undefined;
}

interface Running {
  readonly job: SlotJob;
  readonly handlers: Handlers;
  /** Models of the job by their ids, for a worker that lacks one. */
  readonly models: ReadonlyMap<string, GpModel>;
  readonly over: () => void;
}

/** Jobs that one GPU is given at once. */
const maxTogether = 64;

/** Small jobs that are in line on one worker, so that it need not wait for the next one to arrive. */
const maxInLine = 16;

/**
 * A place for one worker thread: starts it when first needed, gives it one job at a time, and starts another one
 * for the next job when it has died. The worker that owns a GPU is given several jobs that can be advanced together, and
 * small jobs are in line on a worker that has only such.
 */
export class WorkerSlot {
  readonly lane: Lane;
  #settings: WorkerSettings;
  readonly #log: (line: string) => void;
  readonly #noted: (line: string) => void;
  readonly #onReady: () => void;
  #worker: Worker | undefined;
  readonly #running = new Map<number, Running>();
  #nextId = 1;
  #backend: { readonly name: string; readonly device: string } | null = null;
  #ready: { resolve: () => void; reject: (error: Error) => void } | undefined;

  constructor(
    lane: Lane,
    settings: WorkerSettings,
    log: (line: string) => void,
    noted: (line: string) => void,
    onReady: () => void,
  ) {
    this.lane = lane;
    this.#settings = settings;
    this.#log = log;
    this.#noted = noted;
    this.#onReady = onReady;
  }

  /** Jobs that it runs now. */
  get running(): number {
    return this.#running.size;
  }

  get onDevice(): boolean {
    return this.#backend?.name.startsWith('cuda') ?? false;
  }

  /** Whether it runs long jobs and no other. */
  get isLong(): boolean {
    return this.running > 0 && [...this.#running.values()].every(({ job }) => job.long);
  }

  get #hasLine(): boolean {
    return this.running < maxInLine && [...this.#running.values()].every(({ job }) => job.small);
  }

  get #isDeviceFull(): boolean {
    if (!this.onDevice || this.running >= maxTogether) return true;
    return [...this.#running.values()].some(({ job }) => !job.together);
  }

  /** Whether no job at all would be taken now. */
  get full(): boolean {
    return this.running > 0 && !this.#hasLine && this.#isDeviceFull;
  }

  takes(job: SlotJob): boolean {
    if (this.running === 0) return true;
    return (job.small && this.#hasLine) || (job.together && !this.#isDeviceFull);
  }

  get started(): boolean {
    return this.#worker !== undefined;
  }

  /** The backend that the worker runs on, and its device in words; null until it has said so. */
  get backend(): { readonly name: string; readonly device: string } | null {
    return this.#backend;
  }

  runs(job: SlotJob): boolean {
    return [...this.#running.values()].some((running) => running.job === job);
  }

  /** Resolves once the worker has its backend; rejects with BackendUnavailableError when it has none. */
  start(): Promise<void> {
    if (this.#backend !== null) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#ready = { resolve, reject };
      this.#worker ??= this.#spawn();
      // Keeps the process alive while it waits for its backend.
      this.#worker.ref();
    });
  }

  /** Runs one job; the promise resolves when its place is free again, whatever became of the job. */
  run(job: SlotJob, handlers: Handlers): Promise<void> {
    this.#worker ??= this.#spawn();
    const worker = this.#worker;
    return new Promise((over) => {
      const id = this.#nextId++;
      const { task, models } = withReferences(job.task);
      this.#running.set(id, { job, handlers, models, over });
      worker.ref();
      const wantsProgress = handlers.progress !== undefined;
      const { name, cancel } = job;
      const message: JobMessage = { kind: 'job', id, name, task, cancel, wantsProgress };
      try {
        worker.postMessage(message);
      } catch (cause) {
        this.#finish(id, (running) => running.handlers.failed(cause as Error));
      }
    });
  }

  /** Ends the worker; the jobs that it runs are lost for `reason`. */
  async stop(reason: Error): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#backend = null;
    this.#lose(() => reason, undefined);
    await worker?.terminate();
  }

  /** The memory of the GPU is lost with it: its jobs start again in a worker that has none. */
  #leaveDevice(reason: string): void {
    const { backend } = this.#settings;
    this.#settings = {
      ...this.#settings,
      backend: backend === 'cuda' ? 'auto' : backend,
      ownsDevice: false,
    };
    this.#log(`jobs: the GPU failed (${reason}); until the server is restarted all work is done on the CPU`);
    const worker = this.#worker;
    this.#worker = undefined;
    this.#backend = null;
    void worker?.terminate();
    this.#lose(
      (name) => new WorkerCrashedError(`${name}: the GPU that ran it failed; send the request again`),
      'was on the GPU and starts again on the CPU',
    );
  }

  #spawn(): Worker {
    const worker = new Worker(entryModule('service/jobs/worker.ts', 'worker'), {
      workerData: this.#settings,
      execArgv: [], // flags of the main thread are not meant for this one
    });
    let lastError: Error | undefined;
    worker.on('message', (message: WorkerMessage) => {
      if (worker === this.#worker) this.#receive(message);
    });
    worker.on('error', (error: Error) => {
      lastError = error;
    });
    worker.on('exit', (code) => {
      if (worker === this.#worker) this.#lost(code, lastError);
    });
    worker.unref();
    return worker;
  }

  #receive(message: WorkerMessage): void {
    if (message.kind === 'ready') {
      this.#backend = { name: message.backend, device: message.device };
      for (const note of message.notes) this.#log(note);
      this.#ready?.resolve();
      this.#waitNoMore();
      this.#onReady();
    } else if (message.kind === 'unavailable') {
      this.#ready?.reject(deserializeError(message.error));
      this.#waitNoMore();
    } else if (message.kind === 'note') {
      this.#noted(message.line);
    } else if (message.kind === 'device-lost') {
      this.#leaveDevice(message.reason);
    } else {
      this.#answer(message);
    }
  }

  #waitNoMore(): void {
    this.#ready = undefined;
    if (this.running === 0) this.#worker?.unref();
  }

  #answer(message: Extract<WorkerMessage, { id: number }>): void {
    const { id } = message;
    if (message.kind === 'progress')
      this.#running.get(id)?.handlers.progress?.(message.fraction, message.message);
    else if (message.kind === 'lacks') this.#sendModels(id, message.models);
    else if (message.kind === 'done')
      this.#finish(id, (running) => running.handlers.done(this.#signed(message.result)));
    else this.#finish(id, (running) => running.handlers.failed(deserializeError(message.error)));
  }

  /** The `computed_by` part of the answer. */
  #signed(result: unknown): unknown {
    const { name: backend, device } = this.#backend ?? {};
    return backend === undefined || device === undefined ? result : setOrigin(result, { backend, device });
  }

  /** A worker that lacks a model receives it once: it keeps what fits its memory. */
  #sendModels(id: number, wanted: readonly string[]): void {
    const { models = new Map<string, GpModel>() } = this.#running.get(id) ?? {};
    const found = wanted.flatMap((one) => {
      const model = models.get(one);
      return model === undefined ? [] : [[one, model] as const];
    });
    this.#worker?.postMessage({ kind: 'models', id, models: new Map(found) } satisfies ModelsMessage);
  }

  #lost(code: number, cause: Error | undefined): void {
    this.#worker = undefined;
    this.#backend = null;
    const why = cause === undefined ? `exit code ${code}` : cause.message;
    this.#log(`jobs: a worker ended unexpectedly (${why}); the next job starts another one`);
    const error = (name: string) =>
      new WorkerCrashedError(`${name}: its worker ended unexpectedly (${why}); send the request again`, {
        cause,
      });
    this.#ready?.reject(error('start'));
    this.#ready = undefined;
    this.#lose(
      error,
      this.running > 1 ? 'shared its worker with the job that ended it, and starts again alone' : undefined,
    );
  }

  #lose(error: (name: string) => Error, again: string | undefined): void {
    for (const id of [...this.#running.keys()])
      this.#finish(id, ({ job, handlers }) => handlers.lost(error(job.name), again));
  }

  /** Frees the slot first, so that a job started by `notify` finds it free. */
  #finish(id: number, notify: (running: Running) => void): void {
    const running = this.#running.get(id);
    if (running === undefined) return;
    this.#running.delete(id);
    if (this.running === 0) this.#worker?.unref();
    notify(running);
    running.over();
  }
}
