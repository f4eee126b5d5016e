import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CancelledError } from '../engine/errors.ts';
import { StoreUnavailableError } from './errors.ts';
import { JobLostError } from './jobs/errors.ts';
import { DurationEstimates, memoryOf } from './jobs/estimate.ts';
import { type Origin, setOrigin } from './jobs/origins.ts';
import { layout, layoutNeed, packModel, packTask, unpackReason, unpackResult } from './jobs/packed-task.ts';
import type { RunOptions } from './jobs/pool.ts';
import type { TaskName, TaskTable } from './jobs/task-table.ts';
import type { JobRunner } from './lazy-pool.ts';
import type { JobNeeds, JobQueue, JobView } from './store/job-queue.ts';
import { type LeaseMeasure, leaseChannel } from './telemetry.ts';

export interface QueuedPoolOptions {
  /** Jobs that take longer go to the queue. */
  readonly longSeconds?: number;
  /** What workers must have. */
  readonly needs?: readonly string[];
  readonly log?: (line: string) => void;
}

/** Milliseconds between looks at a job of which nothing was said. */
const lookEvery = 1000;

/** Milliseconds for which a job waits when no worker is left that could take it. */
const loneMs = 10_000;

/**
 * Short jobs run in this process; long ones go to workers elsewhere, as the same record, while there are any that fit. A job that was
 * not started when the last worker is gone runs here.
 */
export class QueuedPool implements JobRunner {
  readonly #own: JobRunner;
  readonly #queue: JobQueue;
  readonly #longSeconds: number;
  readonly #needs: readonly string[];
  readonly #log: (line: string) => void;
  readonly #estimates = new DurationEstimates();
  readonly #ignore: () => void;
  /** Called when something was said about any job. */
  readonly #woken = new Set<() => void>();

  constructor(
    own: JobRunner,
    queue: JobQueue,
    { longSeconds = 2, needs = [], log = () => {} }: QueuedPoolOptions = {},
  ) {
    this.#own = own;
    this.#queue = queue;
    this.#longSeconds = longSeconds;
    this.#needs = [layoutNeed, ...needs];
    this.#log = log;
    this.#ignore = queue.watch(() => {
      for (const wake of this.#woken) wake();
    });
  }

  describe(): ReturnType<NonNullable<JobRunner['describe']>> {
    return this.#own.describe?.();
  }

  async run<Name extends TaskName>(
    name: Name,
    task: TaskTable[Name]['task'],
    options: RunOptions = {},
  ): Promise<TaskTable[Name]['result']> {
    const needs: JobNeeds = { needs: this.#needs, memory: memoryOf(name, task) };
    const isLong = this.#estimates.seconds(name, task) > this.#longSeconds;
    if (isLong && (await this.#queue.hasWorker(needs).catch(() => false))) {
      const result = await this.#runElsewhere(name, task, needs, options);
      if (result !== undefined) return result.value as TaskTable[Name]['result'];
    }
    const began = performance.now();
    const result = await this.#own.run(name, task, options);
    this.#estimates.note(name, task, (performance.now() - began) / 1000);
    return result;
  }

  /** Undefined if no worker was left and the job was never started. */
  async #runElsewhere(
    name: TaskName,
    task: unknown,
    needs: JobNeeds,
    { key = '', signal, onProgress }: RunOptions,
  ): Promise<{ readonly value: unknown } | undefined> {
    const id = randomUUID();
    const { payload, models } = packTask(task);
    for (const lacking of await this.#queue.lackingModels([...models.keys()])) {
      const model = models.get(lacking);
      if (model !== undefined) await this.#queue.putModel(lacking, packModel(model));
    }
    if (signal?.aborted) throw new CancelledError(`${name}: cancelled before it started`);
    await this.#queue.add({ id, sessionId: key, name, layout, payload, ...needs });
    let reported = 0;
    for (let lone: number | undefined; ; ) {
      const view = await this.#look(id);
      if (signal?.aborted) {
        await this.#queue.cancel(id).catch(() => false);
        throw new CancelledError(`${name}: cancelled, because its client disconnected or requested it`);
      }
      if (view !== undefined) {
        const ended = this.#ended(id, name, view);
        if (ended !== undefined) return ended;
        if (view.fraction > reported) onProgress?.(view.fraction, view.message);
        reported = Math.max(reported, view.fraction);
        if (view.state === 'queued' && !(await this.#queue.hasWorker(needs).catch(() => true))) {
          lone ??= performance.now();
          const isBack =
            performance.now() - lone > loneMs && (await this.#queue.cancel(id, true).catch(() => false));
          if (isBack) return undefined;
        } else lone = undefined;
      }
      await this.#untilWoken(signal);
    }
  }

  async #look(id: string): Promise<JobView | undefined> {
    try {
      const view = await this.#queue.view(id);
      if (view !== undefined) return view;
    } catch (error) {
      // The job continues while the database is unreachable, and so does the wait for it.
      if (error instanceof StoreUnavailableError) return undefined;
      throw error;
    }
    throw new JobLostError('the job no longer exists; send the request again');
  }

  /** @throws what the task threw, as if it had run here */
  #ended(
    id: string,
    name: TaskName,
    { state, attempts, result, reason, provenance }: JobView,
  ): { readonly value: unknown } | undefined {
    const isOver = state === 'computed' || state === 'failed' || state === 'dead';
    if (isOver && attempts > 1)
      leaseChannel.publish({ kind: 'job', lapsed: attempts - 1 } satisfies LeaseMeasure);
    if (state === 'computed' && result !== undefined) {
      this.#log(`jobs: ${name} ${id} was computed by ${provenance}`);
      const { backend, device, version } = JSON.parse(provenance ?? '{}') as Origin;
      return { value: setOrigin(unpackResult(result), { job: id, backend, device, version } as Origin) };
    }
    if (state === 'failed') throw unpackReason(reason);
    if (state === 'dead') throw new JobLostError(`${name}: ${reason}; send the request again`);
    if (state === 'cancelled') throw new CancelledError(`${name}: cancelled`);
    if (state === 'done') throw new JobLostError(`${name}: its result was applied before; read the session`);
    return undefined;
  }

  async #untilWoken(signal: AbortSignal | undefined): Promise<void> {
    const woken = new AbortController();
    const wake = () => woken.abort();
    this.#woken.add(wake);
    signal?.addEventListener('abort', wake, { once: true });
    if (signal?.aborted) wake();
    await sleep(lookEvery, undefined, { signal: woken.signal }).catch(() => {});
    signal?.removeEventListener('abort', wake);
    this.#woken.delete(wake);
  }

  async close(): Promise<void> {
    this.#ignore();
    await this.#own.close();
  }
}
