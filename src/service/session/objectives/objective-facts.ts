import type { Aim, State } from '../state.ts';

/** What is stored of an objective beside its direction and limits. */
export const storedAim = ({ campaign }: State, target: string): Aim | undefined =>
  campaign.aims !== undefined && Object.hasOwn(campaign.aims, target) ? campaign.aims[target] : undefined;

/** Least and largest recorded value of an objective; undefined before the first. */
export function resultRange(state: State, target: string): readonly [number, number] | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const row of state.rows) {
    const value = row[target];
    if (typeof value !== 'number') continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? [low, high] : undefined;
}
