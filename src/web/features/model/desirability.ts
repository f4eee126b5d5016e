import { preferred } from '../../../contract/objectives/goals.ts';
import type { Declared } from '../../domain/results/objectives.ts';

/** Ends, exponent and weight of one desirability. */
export interface Range extends Pick<Declared, 'goal' | 'target' | 'importance'> {
  readonly desirability_now: NonNullable<Declared['desirability_now']>;
}

/**
 * Desirability of a value, as the server has it: 0 where it is not acceptable, 1 where it is ideal.
 * Source: Derringer & Suich 1980, Journal of Quality Technology 12, 214–219.
 */
export function desirability(value: number, { goal, target, desirability_now: range }: Range): number {
  const { low, high, curve } = range;
  const ideal = goal === 'target' ? (target ?? low) : high;
  const falls = goal === 'target' ? value > ideal : goal !== null && preferred[goal] === 'smaller';
  const [from, to] = falls ? [high, goal === 'target' ? ideal : low] : [low, ideal];
  return Math.min(1, Math.max(0, (value - from) / (to - from))) ** curve;
}

/** The geometric mean, weighted by importance: 0 as soon as one objective is not acceptable. */
export function overall(parts: readonly { readonly worth: number; readonly importance: number }[]): number {
  const weights = parts.reduce((sum, { importance }) => sum + importance, 0);
  if (weights === 0) return 0;
  return Math.exp(
    parts.reduce((sum, { worth, importance }) => sum + importance * Math.log(worth), 0) / weights,
  );
}
