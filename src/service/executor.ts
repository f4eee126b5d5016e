import { CancelledError } from '../engine/errors.ts';
import type { Pool } from './jobs/pool.ts';
import type { TaskName, TaskTable } from './jobs/task-table.ts';
import type { Publisher } from './publisher.ts';
import type { Terms } from './terms.ts';

/** Runs jobs of sessions on the workers and tells the session's clients how far they are. */
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
    { signal, onProgress }: Terms = {},
  ): Promise<TaskTable[Name]['result']> {
    let isTold = false;
    const note = (fraction: number, message: string) => {
      isTold = true;
      onProgress?.(fraction, message);
      this.#publisher.publish(id, [{ type: 'job_progress', data: { job: name, fraction, message } }]);
    };
    try {
      const result = await this.#pool.run(name, task, {
        key: id,
        ...(signal === undefined ? {} : { signal }),
        onProgress: note,
      });
      if (isTold) note(1, 'done');
      return result;
    } catch (error) {
      if (isTold) note(1, error instanceof CancelledError ? 'cancelled' : 'failed');
      throw error;
    }
  }
}
