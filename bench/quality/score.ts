import { createGenerator } from '../../src/engine/random/generator.ts';
import { mean, quantile } from '../support/averages.ts';
import type { Judged } from './log.ts';

/** Regrets below this share of the median start's count as this share. */
const FLOOR = 0.01;
const RESAMPLES = 2000;
/** Differences of logarithms below this are none. */
const ROUNDING = 1e-9;

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

/** Geometric mean over problems of the ratio, with its 95 % bootstrap interval over problems and seeds. */
export function ratioOf(pairs: readonly Pairs[]): { ratio: number; low: number; high: number } {
  const ratio = (picked: readonly Pairs[]) => Math.exp(mean(picked.map(({ logs }) => mean(logs))));
  return { ratio: ratio(pairs), ...interval(pairs, ratio) };
}

/** 95 % bootstrap interval of a statistic over problems and, in each, over seeds. */
function interval<T extends { readonly logs: readonly L[] }, L>(
  problems: readonly T[],
  statistic: (picked: readonly T[]) => number,
): { low: number; high: number } {
  const generator = createGenerator('bootstrap');
  const pick = <U>(list: readonly U[]): U => list[generator.integer(list.length)] as U;
  const values = Array.from({ length: RESAMPLES }, () =>
    statistic(
      problems.map(() => pick(problems)).map((one) => ({ ...one, logs: one.logs.map(() => pick(one.logs)) })),
    ),
  );
  return { low: quantile(values, 0.025), high: quantile(values, 0.975) };
}

/** What batches are behind a campaign of single runs, on one problem. */
interface Behind {
  readonly problem: string;
  /** Sizes at which batches end, ascending, and the runs of a batch. */
  readonly sizes: readonly number[];
  readonly q: number;
  /** Common first runs. */
  readonly starts: number;
  /** A seed each: ln of the regret at these sizes over that of so many single runs. */
  readonly logs: readonly (readonly number[])[];
}

/** Runs that batches need for what single runs reach. */
export interface Needed {
  readonly problem: string;
  readonly seeds: number;
  readonly runs: number;
  /** Rounds of these runs over those of the single ones, the common first runs left out. */
  readonly rounds: number;
  /** Whether it was reached at all; else `runs` is one batch more than were made. */
  readonly reached: boolean;
}

/**
 * Runs that batches need for the regret of so many single runs from the same starts: those from which on the mean log
 * regret over seeds *stays* at or below (linear between the ends of batches). A noisy curve touches a level by luck, so the
 * first time would flatter; this does not, and is too large rather than too small.
 *
 * `ratio`: geometric mean over problems over the single runs. `rounds`: the same of the rounds. `pooled`: the same for the mean curve of all problems.
 */
export function neededRuns(ours: readonly Judged[], single: readonly Judged[], runs = 30) {
  const behind = behindSingle(ours, single, runs);
  const ratio = (some: readonly Behind[]) =>
    Math.exp(mean(some.map((one) => Math.log(neededOf(one).runs / runs))));
  const rounds = (some: readonly Behind[]) =>
    Math.exp(mean(some.map((one) => Math.log(roundsOf(one, neededOf(one).runs, runs)))));
  const pooled = (some: readonly Behind[]) => pooledRuns(some) / runs;
  return {
    each: behind.map((one): Needed => {
      const needed = neededOf(one);
      const { problem, logs } = one;
      return { problem, seeds: logs.length, ...needed, rounds: roundsOf(one, needed.runs, runs) };
    }),
    ratio: { ratio: ratio(behind), ...interval(behind, ratio) },
    rounds: { ratio: rounds(behind), ...interval(behind, rounds) },
    pooled: { ratio: pooled(behind), ...interval(behind, pooled) },
  };
}

function behindSingle(ours: readonly Judged[], single: readonly Judged[], runs: number): Behind[] {
  const names = [...new Set(ours.map(({ problem }) => problem))];
  return names.flatMap((problem): Behind[] => {
    const mine = ours.filter((one) => one.problem === problem);
    const unit = startOf(mine);
    const pairs = mine.flatMap(({ seed, result, q }) => {
      const other = single.find((one) => one.problem === problem && one.seed === seed);
      const level = other?.result.regret[runs];
      return level === undefined ? [] : [{ result, q, level: Math.log(score(level, unit)) }];
    });
    if (pairs.length === 0) return [];
    const [{ q, result: first }] = pairs;
    const sizes = Object.keys(first.regret)
      .map(Number)
      .filter((size) => size > first.starts && (size - first.starts) % q === 0)
      .filter((size) => pairs.every(({ result }) => result.regret[size] !== undefined))
      .sort((a, b) => a - b);
    const logs = pairs.map(({ result, level }) =>
      sizes.map((size) => Math.log(score(result.regret[size] as number, unit)) - level),
    );
    return sizes.length === 0 ? [] : [{ problem, sizes, q, starts: first.starts, logs }];
  });
}

const meanCurve = ({ logs, sizes }: Behind): number[] => sizes.map((_, i) => mean(logs.map((one) => one[i])));

/** Batches that so many runs take, over the single runs after the same first ones. */
function roundsOf({ starts, q }: Behind, needed: number, single: number): number {
  return Math.ceil((needed - starts) / q - ROUNDING) / (single - starts);
}

const neededOf = (one: Behind): Pick<Needed, 'runs' | 'reached'> =>
  staysBelow(one.sizes, meanCurve(one), one.q);

/** Where a curve is for good at or below zero, linear between its sizes. */
function staysBelow(sizes: readonly number[], curve: readonly number[], q: number) {
  const above = curve.findLastIndex((value) => value > ROUNDING);
  if (above < 0) return { runs: sizes[0], reached: true };
  if (above === sizes.length - 1) return { runs: sizes[above] + q, reached: false };
  const share = curve[above] / (curve[above] - curve[above + 1]);
  return { runs: sizes[above] + share * (sizes[above + 1] - sizes[above]), reached: true };
}

/** Where the mean of the curves of all problems is for good at or below zero, over the sizes that all have. */
function pooledRuns(some: readonly Behind[]): number {
  const from = Math.max(...some.map(({ sizes }) => sizes[0]));
  const to = Math.min(...some.map(({ sizes }) => sizes[sizes.length - 1]));
  const sizes = Array.from({ length: Math.max(1, to - from + 1) }, (_, i) => from + i);
  const curves = some.map((one) => ({ ...one, curve: meanCurve(one) }));
  const pooled = sizes.map((size) => mean(curves.map((one) => valueAt(one.sizes, one.curve, size))));
  return staysBelow(sizes, pooled, some[0].q).runs;
}

function valueAt(sizes: readonly number[], curve: readonly number[], size: number): number {
  const after = sizes.findIndex((one) => one >= size);
  if (after <= 0) return curve[Math.max(0, after)];
  const share = (size - sizes[after - 1]) / (sizes[after] - sizes[after - 1]);
  return curve[after - 1] + share * (curve[after] - curve[after - 1]);
}
