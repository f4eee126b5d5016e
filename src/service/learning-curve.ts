import type { LearningCurve, LearningCurveQuery } from '../contract/models/visualizations.ts';
import type { SessionEvent } from '../contract/sessions/events.ts';
import { ValueError } from '../engine/errors.ts';
import type { TaskTable } from './jobs/task-table.ts';
import { learningCurve, learningCurveTasks } from './session/models/learning-curve.ts';
import type { State } from './session/state.ts';
import { inSlices } from './slices.ts';

interface Means {
  train(task: TaskTable['train']['task']): Promise<TaskTable['train']['result']>;
  publish(events: SessionEvent[]): void;
  /** Called with a size that cannot be trained. */
  leftOut(n: number, error: unknown): void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Trains on ever more rows, one job after another, and reports progress; a size that cannot be trained is left out of
 * the scores.
 *
 * @throws CancelledError once the signal fires
 */
export async function trainLearningCurve(
  state: State,
  query: LearningCurveQuery,
  { train, publish, leftOut, signal }: Means,
): Promise<LearningCurve> {
  const { sizes, tasks } = await inSlices(learningCurveTasks(state, query));
  const note = (fraction: number, message: string) =>
    publish([{ type: 'job_progress', data: { job: 'learning_curve', fraction, message } }]);
  // Larger trainings take longer: a size counts by its square.
  const whole = sizes.reduce((sum, n) => sum + n * n, 0);
  let done = 0;
  const results = [];
  for (const task of tasks) {
    note(done / whole, `training on ${task.n} of ${sizes.at(-1)} experiments`);
    done += task.n * task.n;
    try {
      results.push(await train(task));
    } catch (error) {
      if (signal?.aborted || !(error instanceof ValueError)) {
        note(1, signal?.aborted ? 'cancelled' : 'failed');
        throw error;
      }
      leftOut(task.n, error);
      results.push(undefined);
    }
  }
  note(1, 'done');
  return learningCurve(state, sizes, results);
}
