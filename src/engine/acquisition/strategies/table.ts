import type { Strategy } from './definition.ts';
import { hypervolume } from './hypervolume.ts';
import { monteCarloBatches } from './monte-carlo.ts';
import { onePoint } from './one-point.ts';
import { portfolios } from './portfolio.ts';
import { sampling } from './sampling.ts';
import { variance } from './variance.ts';

/** Every strategy by its name on the wire. Contract, page and docs are written from it: src/tools/write-families.ts. */
export const strategies = {
  ...onePoint,
  ...portfolios,
  ...sampling,
  ...monteCarloBatches,
  ...variance,
  ...hypervolume,
} as const satisfies Record<string, Strategy>;

export type StrategyName = keyof typeof strategies;

/** The strategy of that name or other spelling, upper and lower case alike; undefined when there is none. */
export function findStrategy(name: string): StrategyName | undefined {
  const wanted = name.toLowerCase();
  const entries = Object.entries(strategies) as [StrategyName, Strategy][];
  const found =
    entries.find(([known]) => known.toLowerCase() === wanted) ??
    entries.find(([, { aliases }]) => aliases?.includes(wanted));
  return found?.[0];
}

/** Names of the strategies that a rule allows, as messages offer them, the last one after `or`; empty where there is none. */
export const strategiesWhere = (allowed: (rule: Strategy) => boolean): string =>
  Object.entries<Strategy>(strategies)
    .flatMap(([name, rule]) => (allowed(rule) ? [name] : []))
    .join(', ')
    .replace(/, (\w+)$/, ' or $1');
