import { signOf } from '../../acquisition/goal.ts';
import { jointDesirability } from '../../acquisition/strategies/desirability.ts';
import type { CampaignTask } from '../task.ts';

/** Whether all results of every objective are the same. */
export const areSame = (task: CampaignTask): boolean => task.outputs.every((_, k) => isSame(task, k));

/**
 * Whether all runs gave the same results and better ones are possible. A model then says nothing about the variables: it would prefer the ends of the
 * ranges, where a curve is least certain, although better results may be anywhere (decision 0931).
 */
export function areAlike(task: CampaignTask): boolean {
  const { outputs, desirability } = task;
  if (!areSame(task)) return false;
  const results = outputs.map((y) => y.find((output) => !Number.isNaN(output)) ?? Number.NaN);
  if (desirability) return jointDesirability(desirability, results) < 1;
  return results.some((result, k) => canImprove(task, k, result));
}

/** Whether all results of an objective have one value, and are measured or limits on one side. */
function isSame({ outputs, censored }: CampaignTask, objective: number): boolean {
  const results = outputs[objective].filter((output) => !Number.isNaN(output));
  const { rows, sides } = censored?.[objective] ?? { rows: [], sides: [] };
  const haveOneSide = rows.length === 0 || (rows.length === results.length && new Set(sides).size === 1);
  return haveOneSide && results.every((output) => output === results[0]);
}

/** Whether a better result than this one, which all runs have, can be measured. */
function canImprove(
  { goals, censored, outputBounds }: CampaignTask,
  objective: number,
  result: number,
): boolean {
  const sign = signOf(goals[objective]);
  const bounds = outputBounds?.[objective];
  return censored?.[objective]?.sides[0] !== sign && (sign > 0 ? bounds?.high : bounds?.low) !== result;
}
