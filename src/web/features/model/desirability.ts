import type { Goal } from '../../api/types.ts';

/**
 * Desirability of a value between the worst and the best result so far: 0 at the worst, 1 at the best and beyond.
 * Source: Derringer & Suich 1980, Journal of Quality Technology 12, 214–219, with linear sides.
 */
export function desirability(value: number, range: readonly [number, number], goal: Goal): number {
  const [low, high] = range;
  if (!(high > low)) return 1;
  const share = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return goal === 'maximize' ? share : 1 - share;
}

/** The geometric mean: 0 as soon as one objective is not acceptable. */
export const overall = (parts: readonly number[]): number =>
  parts.length === 0 ? 0 : parts.reduce((product, one) => product * one, 1) ** (1 / parts.length);
