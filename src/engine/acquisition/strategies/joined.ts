import { ValueError } from '../../errors.ts';
import { counted } from '../../words.ts';
import type { Problem } from '../problem.ts';
import { searchBatch } from '../search/batch.ts';
import type { Scorer } from '../search/climb.ts';
import type { RunStrategy } from './definition.ts';
import type { Desirability } from './desirability.ts';
import { desirabilityImprovement, expectedDesirability } from './desirability-improvement.ts';

/** What a strategy makes of outputs that are joined by desirability. */
interface JoinedForm {
  /** gain: its expectation; chance: that of any gain; expected: desirability itself; bound: with κ standard deviations. */
  readonly by: 'gain' | 'chance' | 'expected' | 'bound';
  /** The value is given as a logarithm. */
  readonly isLog?: true;
}

/** Scores of one more point, given those chosen, and how they are given back. */
export interface JoinedScores {
  after(chosen: readonly Float64Array[]): Scorer;
  free(): void;
}

/** Desirability of each output of a task. @throws ValueError their numbers differ */
export function partsOf({ task }: Problem): readonly Desirability[] {
  if (task.desirability?.length === task.models.length) return task.desirability;
  throw new ValueError(
    `suggest: ${counted(task.models.length, 'objective')}, got ${task.desirability?.length ?? 0} desirabilities; give one each`,
  );
}

/**
 * Scores by joint desirability. Each call of `after` frees the scores of the call before.
 *
 * @param margin gain in desirability that does not count
 * @throws ValueError the objectives and their desirabilities differ in number
 */
export function joinedScores(problem: Problem, by: JoinedForm['by'], margin = 0): JoinedScores {
  const parts = partsOf(problem);
  let open: { free(): void } | undefined;
  const free = () => {
    open?.free();
    open = undefined;
  };
  return {
    after(chosen) {
      free();
      if (by === 'expected' || by === 'bound') {
        const posteriors = problem.fantasies.map((fantasy) => fantasy.after(chosen));
        return expectedDesirability(problem, parts, posteriors, by === 'bound' ? kappaOf(problem) : 0);
      }
      const anyGain = by === 'chance' ? ({ anyGain: true } as const) : {};
      const scorer = desirabilityImprovement(problem, parts, problem.recorded, {
        chosen,
        margin,
        ...anyGain,
      });
      open = scorer;
      return scorer;
    },
    free,
  };
}

/** κ of a request; `checkTask` has seen that β is not negative. */
const kappaOf = ({ task }: Problem): number =>
  task.recipe === 'sklearn' ? (task.kappa ?? 1.96) : Math.sqrt(task.beta ?? task.kappa ?? 0.5);

/** Runs by joint desirability, one after the other. A margin ξ is in units of desirability. */
export function byDesirability({ by, isLog }: JoinedForm): RunStrategy {
  return (problem) => {
    const scores = joinedScores(problem, by, problem.task.xi ?? 0);
    try {
      const { points, values } = searchBatch(problem, scores.after);
      const plain = values.map(Math.exp);
      const total = by === 'gain' ? plain.reduce((sum, value) => sum + value, 0) : Math.max(...plain);
      return { points, value: isLog ? Math.log(total) : total };
    } finally {
      scores.free();
    }
  };
}
