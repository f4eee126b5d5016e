import { CancelledError } from '../engine/errors.ts';
import type { Pool } from './jobs/pool.ts';
import type { TaskName, TaskTable } from './jobs/task-table.ts';
import type { Publisher } from './publisher.ts';
import type { RequestOptions } from './request-options.ts';
import { type JobMeasure, jobChannel, secondsSince } from './telemetry.ts';

/** Runs jobs of sessions on the workers and reports their progress to the clients of the session. */
export class Executor {
  readonly #pool: Pick<Pool, 'run'>;
  readonly #publisher: Publisher;

  constructor(pool: Pick<Pool, 'run'>, publisher: Publisher) {
    this.#pool = pool;
    this.#publisher = publisher;
  }

  /** @throws whatever the job throws; CancelledError once the signal fires */
  async run<Name extends TaskName>(
    id: string,
    name: Name,
    task: TaskTable[Name]['task'],
    { signal, onProgress }: RequestOptions = {},
  ): Promise<TaskTable[Name]['result']> {
    // Each message costs two threads a wake-up, of which a short job has three or four.
    const mayBeHeard = onProgress !== undefined || this.#publisher.mayBeHeard(id);
    let isReported = false;
    const note = (fraction: number, message: string) => {
      isReported = true;
      onProgress?.(fraction, message);
      this.#publisher.publish(id, [{ type: 'job_progress', data: { job: name, fraction, message } }]);
    };
    const began = performance.now();
    let outcome: JobMeasure['outcome'] = 'failed';
    try {
      const result = await this.#pool.run(name, task, {
        key: id,
        ...(signal === undefined ? {} : { signal }),
        ...(mayBeHeard && { onProgress: note }),
      });
      outcome = 'done';
      if (isReported) note(1, 'done');
      return result;
    } catch (error) {
      if (error instanceof CancelledError) outcome = 'cancelled';
      if (isReported) note(1, outcome);
      throw error;
    } finally {
      if (jobChannel.hasSubscribers) jobChannel.publish({ job: name, seconds: secondsSince(began), outcome });
    }
  }
}
