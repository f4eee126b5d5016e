import { signOf } from '../../acquisition/goal.ts';
import { meetsLimits } from '../../acquisition/strategies/limits.ts';
import { sidesOf } from '../../gp/censoring/censored.ts';
import type { CampaignTask } from '../task.ts';

type Recorded = Pick<
  CampaignTask,
  'n' | 'outputs' | 'censored' | 'goals' | 'desirability' | 'outcomeConstraints'
>;

/**
 * The limit that the best result of one objective is, such as 0.05 for `<0.05` to be minimized: no measured result is better, and
 * a better one reads the same. Undefined where the best result is a value, and where more than one objective or joint desirability counts.
 */
export function reachedLimit({
  n,
  outputs,
  censored,
  goals,
  desirability,
  outcomeConstraints,
}: Recorded): number | undefined {
  const limits = censored?.[0];
  if (limits == null || outputs.length > 1 || desirability) return undefined;
  const sign = signOf(goals[0]);
  const [y] = outputs;
  const sides = sidesOf(n, limits);
  let best: number | undefined;
  let isLimit = false;
  for (let row = 0; row < n; row++) {
    const value = sign * y[row];
    const isReached = sides[row] === 0 || sides[row] === sign;
    const isKept = meetsLimits(
      outcomeConstraints,
      () => y[row],
      () => sides[row],
    );
    if (Number.isNaN(value) || !isReached || !isKept) continue;
    if (best !== undefined && value < best) continue;
    isLimit = sides[row] !== 0 || (isLimit && value === best);
    best = value;
  }
  return isLimit && best !== undefined ? sign * best : undefined;
}
