import { Report, type Row } from '../support/report.ts';
import { marks } from './judge.ts';
import { runJudged } from './judged-campaigns.ts';
import type { Judged } from './log.ts';
import { presentPeers } from './peer-search.ts';
import { neededRuns, normalized, pairsAt, ratioOf } from './score.ts';
import { judgedProblem, kinds, problemsOf, type Tier, tiers } from './tiers.ts';

/**
 * `--tier tuning|validation|frozen`; `--seeds 20 --from 0 --q 1,4 --total 40 --peers "Optuna GP,random" --workers 1
 * --only a,b --mark change --against other-mark`; `--report` runs nothing; `--keep` works on the log that is committed.
 */
function settings(args: readonly string[]) {
  const given = (name: string) =>
    args.includes(`--${name}`) ? args[args.indexOf(`--${name}`) + 1] : undefined;
  const tier = tiers.find((one) => one === given('tier'));
  if (tier === undefined) throw new Error(`quality: --tier must be one of ${tiers.join(', ')}`);
  const split = (text: string | undefined) => text?.split(',');
  return {
    tier,
    seeds: Number(given('seeds') ?? 20),
    from: Number(given('from') ?? 0),
    qs: (split(given('q')) ?? ['1']).map(Number),
    total: Number(given('total') ?? 60),
    peers: split(given('peers')) ?? ['random', ...presentPeers()],
    searcher: given('searcher') ?? 'auto',
    workers: args.includes('--report') ? 0 : Number(given('workers') ?? 1),
    only: split(given('only')),
    mark: given('mark'),
    against: given('against'),
    log: logOf(tier, args.includes('--keep')),
  };
}

/** The log of the frozen tier is always committed, those of the others where it is asked for. */
const logOf = (tier: Tier, keep: boolean): URL =>
  new URL(`../results/${keep || tier === 'frozen' ? '' : 'local/'}quality-${tier}.jsonl`, import.meta.url);

/** `auto` against peers from the same starts, by tier. */
export async function runTier(args: readonly string[]): Promise<void> {
  const { tier, seeds, from, qs, total, peers, workers, only, mark, against, searcher, log } = settings(args);
  const names = problemsOf(tier).filter((name) => only?.includes(name) ?? true);
  const order = (problem: string, seed: number, who: string, q: number, marked?: string) => ({
    problem,
    seed,
    searcher: who,
    q,
    total,
    ...(marked === undefined ? {} : { mark: marked }),
  });
  const orders = Array.from({ length: seeds }, (_, i) => from + i).flatMap((seed) =>
    names.flatMap((name) => [
      ...qs.map((q) => order(name, seed, searcher, q, mark)),
      ...(against === undefined
        ? []
        : qs.map((q) => order(name, seed, 'auto', q, against === '' ? undefined : against))),
      ...peers
        .filter((peer) => peer !== 'none' && takes(peer, name))
        .map((peer) => order(name, seed, peer, 1)),
    ]),
  );
  const done = await runJudged(log, orders, workers);
  const report = new Report(`quality-${tier}`);
  report.note(
    `${seeds} seeds; regret over the median start's, floored at 1 %; noisy: of the recommended run`,
  );
  const isOurs = (one: Judged) => one.searcher === searcher && one.mark === mark;
  for (const q of qs) {
    const ours = done.filter((one) => isOurs(one) && one.q === q);
    const rivals = [
      ...peers.map((peer) => [peer, done.filter((one) => one.searcher === peer)] as const),
      ...(against === undefined
        ? []
        : [
            [
              `auto ${against}`,
              done.filter((one) => one.searcher === 'auto' && one.q === q && (one.mark ?? '') === against),
            ] as const,
          ]),
      ...(q > 1 ? [['auto q = 1', done.filter((one) => isOurs(one) && one.q === 1)] as const] : []),
    ];
    report.table(
      `q = ${q}: ratio of normalized regrets, below 1: ours is ahead`,
      rivals.flatMap(([name, theirs]) => ratios(name, ours, theirs)),
    );
    const single = done.filter((one) => isOurs(one) && one.q === 1);
    if (q > 1 && single.length > 0 && ours.length > 0)
      report.table(`runs that q = ${q} needs`, needed(ours, single));
  }
  report.table(
    'geometric mean of normalized regret',
    names.flatMap((name) => table(name, done)),
  );
  report.write();
}

/** Peers take boxes; constraints are left to random and to us. */
const takes = (peer: string, name: string): boolean =>
  peer === 'random' || judgedProblem(name, 0).space.constraints.length === 0;

function ratios(rival: string, ours: readonly Judged[], theirs: readonly Judged[]): Row[] {
  return Object.entries(kinds).flatMap(([kind, fits]) => {
    const row: Record<string, number | string> = { rival, kind };
    let any = false;
    for (const runs of marks) {
      const pairs = pairsAt(runs, ours, theirs).filter(({ problem }) => fits(judgedProblem(problem, 0)));
      if (pairs.length === 0) continue;
      any = true;
      const { ratio, low, high } = ratioOf(pairs);
      row[`at ${runs}`] = `${ratio.toFixed(2)} (${low.toFixed(2)} … ${high.toFixed(2)})`;
      row.problems = pairs.length;
      row.campaigns = pairs.reduce((sum, { logs }) => sum + logs.length, 0);
    }
    return any ? [row] : [];
  });
}

/** The goal: to reach what 30 single runs reach, batches need at most 1.3 times as many on average, and 1.8 times on any problem. */
function needed(ours: readonly Judged[], single: readonly Judged[]): Row[] {
  const { each, ratio, pooled } = neededRuns(ours, single);
  const text = (one: typeof ratio) =>
    `${one.ratio.toFixed(2)} (${one.low.toFixed(2)} … ${one.high.toFixed(2)})`;
  return [
    { problem: 'geometric mean', runs: text(ratio), seeds: '' },
    { problem: 'mean curve', runs: text(pooled), seeds: '' },
    ...each
      .sort((a, b) => b.runs - a.runs)
      .map(({ problem, runs, reached, seeds }) => ({
        problem,
        runs: `${reached ? '' : 'above '}${(runs / 30).toFixed(2)}`,
        seeds,
      })),
  ];
}

function table(problem: string, done: readonly Judged[]): Row[] {
  const here = done.filter((one) => one.problem === problem);
  const searchers = [...new Set(here.map(({ searcher, q, mark }) => JSON.stringify([searcher, q, mark])))];
  return searchers.map((key) => {
    const campaigns = here.filter(({ searcher, q, mark }) => JSON.stringify([searcher, q, mark]) === key);
    const [{ searcher, q, mark }] = campaigns as [Judged];
    const at = marks.filter((runs) => campaigns.every(({ result }) => result.regret[runs] !== undefined));
    return {
      problem,
      searcher: mark === undefined ? searcher : `${searcher} ${mark}`,
      q,
      seeds: campaigns.length,
      ...Object.fromEntries(
        at.map((runs) => [`at ${runs}`, Number(normalized(runs, campaigns).toPrecision(3))]),
      ),
      'CPU s per run': Number(
        (campaigns.reduce((sum, { result }) => sum + result.cpuPerRun, 0) / campaigns.length).toPrecision(2),
      ),
    };
  });
}
