import { mean } from '../support/averages.ts';
import type { Row } from '../support/report.ts';
import { marks } from './judge.ts';
import { campaignsIn, type Judged } from './log.ts';
import { neededRuns, normalized, type Pairs, pairsAt, ratioOf } from './score.ts';

/** A tier that is published: its campaigns of `auto`, one run at a time and in batches. */
export interface Published {
  readonly tier: 'validation' | 'frozen';
  /** Mark of the campaigns of `auto`; none: those without a mark. */
  readonly mark?: string;
  /** Sizes of the batches that are published; compared with single runs of the same mark. */
  readonly batches?: readonly number[];
}

export const published: readonly Published[] = [
  { tier: 'validation', mark: '0501', batches: [2, 4, 8, 24] },
  { tier: 'frozen', mark: '0.1.0', batches: [4] },
];

/** Searches of which every problem is published: one campaign of each says nothing. */
const BY_PROBLEM: readonly string[] = ['Optuna GP', 'Optuna TPE'];
/** Fewest campaigns of one problem for an interval. */
const FOR_INTERVAL = 10;

interface Compared {
  readonly rival: string;
  readonly kind: string;
  readonly runs: number;
  readonly problems: number;
  readonly campaigns: number;
  readonly ratio: number;
  readonly pairs: readonly Pairs[];
}

const isPeer = ({ searcher, q }: Judged) => q === 1 && !searcher.startsWith('auto');

/** The campaigns of a tier: of `auto`, and of every other search by its name. */
export function campaignsOf({ tier, mark }: Published): {
  ours: readonly Judged[];
  rivals: ReadonlyMap<string, readonly Judged[]>;
} {
  const all = [...campaignsIn(new URL(`../results/quality-${tier}.jsonl`, import.meta.url)).values()];
  const ours = all.filter((one) => one.searcher === 'auto' && one.q === 1 && one.mark === mark);
  return { ours, rivals: Map.groupBy(all.filter(isPeer), ({ searcher }) => searcher) };
}

/** The kinds of each problem of a tier. */
export type KindsOf = (problem: string) => readonly string[];

/** Pairs of every rival, by kind of problem and number of runs: what the ratios are means of. */
export function comparisons({ ours, rivals }: ReturnType<typeof campaignsOf>, kindsOf: KindsOf): Compared[] {
  return [...rivals].flatMap(([rival, theirs]) =>
    marks.flatMap((runs) => {
      const pairs = pairsAt(runs, ours, theirs);
      const kinds = new Set(pairs.flatMap(({ problem }) => kindsOf(problem)));
      return [...kinds].map((kind) => {
        const own = pairs.filter(({ problem }) => kindsOf(problem).includes(kind));
        const campaigns = own.reduce((sum, { logs }) => sum + logs.length, 0);
        return { rival, kind, runs, problems: own.length, campaigns, ratio: meanRatio(own), pairs: own };
      });
    }),
  );
}

const meanRatio = (pairs: readonly Pairs[]) => Math.exp(mean(pairs.map(({ logs }) => mean(logs))));

/** Every comparison with its interval. */
export const comparisonRows = (...given: Parameters<typeof comparisons>): Row[] =>
  comparisons(...given).map(({ pairs, ...row }) => ({ ...row, ...ratioOf(pairs) }));

/** One problem a row: mean distances of both sides over the seeds that both have, and their ratio. */
export function problemRows({ ours, rivals }: ReturnType<typeof campaignsOf>): Row[] {
  return BY_PROBLEM.flatMap((rival) => {
    const theirs = rivals.get(rival) ?? [];
    const paired = ours.filter((one) =>
      theirs.some(({ problem, seed }) => problem === one.problem && seed === one.seed),
    );
    return marks.flatMap((runs) =>
      pairsAt(runs, paired, theirs).map((pairs): Row => {
        const { problem, logs } = pairs;
        const { ratio, low, high } = ratioOf([pairs]);
        const distance = normalized(
          runs,
          paired.filter((one) => one.problem === problem),
        );
        return {
          ...{
            rival,
            problem,
            runs,
            campaigns: logs.length,
            ours: distance,
            theirs: distance / ratio,
            ratio,
          },
          ...(logs.length < FOR_INTERVAL ? {} : { low, high }),
        };
      }),
    );
  });
}

/** Which campaigns there are: seeds, runs, and the commits that made them. */
export function campaignRows({ ours, rivals }: ReturnType<typeof campaignsOf>): Row[] {
  const seeds = new Set(ours.map(({ seed }) => seed));
  return [['auto', ours] as const, ...rivals].flatMap(([searcher, all]): Row[] => {
    const paired = all.filter(({ seed }) => seeds.has(seed));
    if (paired.length === 0) return [];
    const own = paired.map(({ seed }) => seed);
    const commits = new Set(paired.map(({ commit }) => commit ?? 'not noted'));
    return [
      {
        searcher,
        campaigns: paired.length,
        'first seed': Math.min(...own),
        'last seed': Math.max(...own),
        runs: Math.max(...paired.map(({ total }) => total)),
        commits: [...commits].join(', '),
      },
    ];
  });
}

/** Runs and rounds that batches need for the distance of 30 single runs, on all problems and on each. */
export function batchRows({ tier, mark, batches }: Published): Row[] {
  if (!batches) return [];
  const all = [...campaignsIn(new URL(`../results/quality-${tier}.jsonl`, import.meta.url)).values()];
  const ofAuto = all.filter((one) => one.searcher === 'auto' && one.mark === mark);
  const single = ofAuto.filter(({ q }) => q === 1);
  return batches.flatMap((size): Row[] => {
    const { each, ratio, rounds } = neededRuns(
      ofAuto.filter(({ q }) => q === size),
      single,
    );
    const campaigns = each.reduce((sum, { seeds }) => sum + seeds, 0);
    return [
      {
        ...{ size, problem: 'all', campaigns, ...ratio },
        ...{ rounds: rounds.ratio, 'rounds low': rounds.low, 'rounds high': rounds.high },
      },
      ...each.map(({ problem, seeds, runs, rounds: share, reached }) => ({
        ...{ size, problem, campaigns: seeds, ratio: runs / 30, rounds: share },
        reached: reached ? 'yes' : 'no',
      })),
    ];
  });
}
