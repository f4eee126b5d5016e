import { createGenerator } from '../../src/engine/random/generator.ts';
import { quantile } from './campaigns.ts';
import type { Judged } from './judged-campaigns.ts';

/** Regrets below this share of the median start's count as this share. */
const FLOOR = 0.01;
const RESAMPLES = 2000;

/** Paired regrets of two searchers on one problem, each over the median start's, floored. */
export interface Pairs {
  readonly problem: string;
  /** ln of ours over theirs, a seed each. */
  readonly logs: readonly number[];
}

/** Pairs by problem of the campaigns that have a seed in common. */
export function pairsAt(runs: number, ours: readonly Judged[], theirs: readonly Judged[]): Pairs[] {
  const names = [...new Set(ours.map(({ problem }) => problem))];
  return names.flatMap((problem): Pairs[] => {
    const mine = ours.filter((one) => one.problem === problem);
    const unit = startOf(mine);
    const logs = mine.flatMap((one) => {
      const other = theirs.find((its) => its.problem === problem && its.seed === one.seed);
      const [a, b] = [one.result.regret[runs], other?.result.regret[runs]];
      return a === undefined || b === undefined ? [] : [Math.log(score(a, unit) / score(b, unit))];
    });
    return logs.length === 0 ? [] : [{ problem, logs }];
  });
}

/** Median regret of the starts: the unit of a problem. */
const startOf = (campaigns: readonly Judged[]): number =>
  quantile(
    campaigns.map(({ result }) => result.regret[result.starts] ?? Number.NaN),
    0.5,
  );

const score = (regret: number, unit: number): number => Math.max(regret / unit, FLOOR);

/** Geometric mean of normalized regrets on a problem. */
export function normalized(runs: number, campaigns: readonly Judged[]): number {
  const unit = startOf(campaigns);
  const logs = campaigns.map(({ result }) => Math.log(score(result.regret[runs] ?? Number.NaN, unit)));
  return Math.exp(mean(logs));
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Geometric mean over problems of the ratio, with its 95 % bootstrap interval over problems and seeds. */
export function ratioOf(pairs: readonly Pairs[]): { ratio: number; low: number; high: number } {
  const generator = createGenerator('bootstrap');
  const pick = <T>(list: readonly T[]): T => list[generator.integer(list.length)] as T;
  const means = Array.from({ length: RESAMPLES }, () =>
    mean(pairs.map(() => pick(pairs)).map(({ logs }) => mean(logs.map(() => pick(logs))))),
  );
  return {
    ratio: Math.exp(mean(pairs.map(({ logs }) => mean(logs)))),
    low: Math.exp(quantile(means, 0.025)),
    high: Math.exp(quantile(means, 0.975)),
  };
}
