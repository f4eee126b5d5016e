import type { CostReport } from '../../acquisition/cost/task.ts';
import type { Problem } from '../../acquisition/problem.ts';
import type { Scorer } from '../../acquisition/search/climb.ts';
import { createRepeats, isNoisy, type Remark } from '../../acquisition/search/repeats.ts';
import { type Found, search } from '../../acquisition/search/search.ts';
import { startsOf } from '../../acquisition/search/starts.ts';
import { rowsOf } from '../../linalg/concatenate.ts';
import { createGenerator } from '../../random/generator.ts';
import { createFeasibleRegion } from '../../space/feasible-region.ts';
import type { CampaignTask, Purpose } from '../task.ts';
import { rankList } from './candidate-list.ts';

/** One member of a batch, and the candidates that it was chosen from, best first. */
export interface Member {
  readonly point: Float64Array;
  /** Log acquisition, NaN where there is none. */
  readonly value: number;
  readonly found: readonly Found[];
  /** It repeats a recorded run with a suspiciously good result. */
  readonly doubted?: boolean;
  /** It repeats a run that reaches every goal, before the campaign ends with it. */
  readonly confirms?: true;
  /** What it is chosen for; absent of a repeat that checks a result. */
  readonly purpose?: Purpose;
  readonly warnings: readonly string[];
  readonly cost?: CostReport;
}

/** The best of the candidates that may be proposed, and its substitute in a batch. */
export function memberOf(
  task: CampaignTask,
  problem: Problem,
  found: readonly Found[],
  inBatch: (best: Found) => Found,
): Member {
  const remarks: Remark[] = [];
  const best = choose(task, problem, found, remarks);
  const { point, value } = task.candidates ? best : inBatch(best);
  // The reason says it of a replicate.
  const warnings = remarks.flatMap(({ text, isRepeat }) => (isRepeat ? [] : [text]));
  return { point, value, found, warnings };
}

/** Candidates by their score, best first. */
export function candidatesOf(task: CampaignTask, problem: Problem, scorer: Scorer): Found[] {
  if (task.candidates) return rankList(task.candidates, scorer, problem);
  const { region, good, options } = problem;
  const generator = createGenerator(problem.task.seed);
  return search(scorer, region, startsOf(region, good, options, generator), generator, options);
}

/** The best candidate that is not beside a recorded run or a pending one, exact data or not; a repeat only where it pays. */
function choose(task: CampaignTask, problem: Problem, found: readonly Found[], remarks: Remark[]): Found {
  if (task.candidates) return found[0];
  const region = createFeasibleRegion(task.space, task.fixed);
  const noisy = problem.posteriors.some(isNoisy);
  const { pending, alsoPending = new Float64Array(0) } = problem.task;
  const known = [pending, alsoPending, task.X].flatMap((some) => rowsOf(some, task.d));
  return createRepeats(region, known, noisy, true, known).choose(found, remarks);
}

/** Whether a point [d] is one of the rows [n, d]. */
export const isAmong = (points: Float64Array, point: Float64Array): boolean =>
  rowsOf(points, point.length).some((other) => other.join() === point.join());
