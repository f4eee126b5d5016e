import { spreadPoints } from '../../src/engine/acquisition/search/starts.ts';
import { nextRuns, suggestCampaign } from '../../src/engine/campaign/suggest-campaign.ts';
import type { Backend } from '../../src/engine/compute/backend.ts';
import { createGenerator } from '../../src/engine/random/generator.ts';
import { createFeasibleRegion } from '../../src/engine/space/feasible-region.ts';
import { campaignTask } from './campaign-task.ts';
import { openPeer, type Searcher } from './peer-search.ts';
import { type JudgedProblem, judgedProblem } from './tiers.ts';

/** Who searches, and how many runs at a time. */
export interface JudgeOptions {
  /** 'auto', 'random', or a peer. */
  readonly searcher: string;
  readonly q: number;
  /** Marks a change under test; runs of another mark are other runs. */
  readonly mark?: string;
}

/** One campaign to judge. */
export interface JudgeOrder extends JudgeOptions {
  readonly problem: string;
  readonly seed: number;
  /** Runs in all. */
  readonly total: number;
}

export interface JudgeResult {
  /** Runs → true regret of the point to use then; noisy: of the recommended run or settings. At the starts and the marks. */
  readonly regret: Readonly<Record<number, number>>;
  readonly starts: number;
  readonly cpuPerRun: number;
}

/** Runs after which regrets are read; in batches also after each of them, from so many runs on. */
export const marks = [20, 30, 40, 60];
const BATCHES_FROM = 18;

/** Starts of every searcher: Sobol points, two per variable and for the constant, at most ten. */
const startCount = (problem: JudgedProblem): number =>
  Math.min(10, 2 * (problem.space.dimensions.length + 1));

interface Made {
  readonly X: number[];
  readonly truth: number[];
  readonly seen: number[];
}

/** One campaign by one searcher from the common starts of a seed. */
export async function judge(
  { problem: name, seed, total, searcher, q }: JudgeOrder,
  backend: Backend,
  clock: () => number,
): Promise<JudgeResult> {
  const problem = judgedProblem(name, seed);
  const noise = createGenerator(`noise/${name}/${seed}`);
  const record: Made = { X: [], truth: [], seen: [] };
  const measure = (point: ArrayLike<number>) => {
    const value = problem.evaluate(point);
    record.X.push(...Array.from(point));
    record.truth.push(value);
    const deviation = problem.noiseAt?.(value) ?? problem.noise;
    record.seen.push(value + deviation * noise.normal());
  };
  for (const point of startsOf(problem, seed)) measure(point);
  const starts = record.truth.length;
  const regret: Record<number, number> = { [starts]: recommended(problem, record, searcher, backend) };
  const search = open(searcher, problem, record, seed, backend);
  let cpu = 0;
  while (record.truth.length < total) {
    const before = clock();
    const points = await search.next(Math.min(q, total - record.truth.length));
    cpu += clock() - before;
    for (const [i, point] of points.entries()) {
      measure(point);
      const runs = record.truth.length;
      const ends = q > 1 && runs >= BATCHES_FROM && i === points.length - 1;
      if (ends || marks.includes(runs)) regret[runs] = recommended(problem, record, searcher, backend);
    }
  }
  const cpuPerRun = (search.cpu?.() ?? cpu) / Math.max(1, total - starts);
  await search.close();
  return { regret, starts, cpuPerRun };
}

function startsOf(problem: JudgedProblem, seed: number): ArrayLike<number>[] {
  const generator = createGenerator(`starts/${problem.name}/${seed}`);
  const count = startCount(problem);
  const { list } = problem;
  if (list) return generator.shuffle([...list]).slice(0, count);
  const region = createFeasibleRegion(problem.space);
  const d = problem.space.dimensions.length;
  const points = spreadPoints(region, count, generator);
  return Array.from({ length: count }, (_, i) => points.slice(i * d, (i + 1) * d));
}

function open(
  searcher: string,
  problem: JudgedProblem,
  record: Made,
  seed: number,
  backend: Backend,
): Searcher {
  if (searcher === 'auto' || searcher === 'auto fast')
    return autoSearch(problem, record, seed, backend, searcher === 'auto fast');
  if (searcher === 'random') return randomSearch(problem, record, seed);
  return openPeer(searcher, problem, record, seed);
}

function autoSearch(
  problem: JudgedProblem,
  record: Made,
  seed: number,
  backend: Backend,
  fast: boolean,
): Searcher {
  const generator = createGenerator(`auto/${problem.name}/${seed}`);
  return {
    async next(count) {
      const task = campaignTask(problem, record.X, record.seen, count, generator.childSeed());
      return nextRuns({ ...task, effort: fast ? 'fast' : 'normal' }, { backend });
    },
    async close() {},
  };
}

function randomSearch(problem: JudgedProblem, record: Made, seed: number): Searcher {
  const generator = createGenerator(`random/${problem.name}/${seed}`);
  const { list } = problem;
  const region = createFeasibleRegion(problem.space);
  const d = problem.space.dimensions.length;
  const isKnown = (point: readonly number[]) => {
    for (let at = 0; at < record.X.length; at += d)
      if (point.every((value, k) => value === record.X[at + k])) return true;
    return false;
  };
  return {
    async next(count) {
      if (list) return generator.shuffle(list.filter((point) => !isKnown(point))).slice(0, count);
      const points = region.sample(count, generator);
      return Array.from({ length: count }, (_, i) => points.slice(i * d, (i + 1) * d));
    },
    async close() {},
  };
}

/**
 * True regret of the point to use: exact problems, the best run; noisy ones, the run with the best expected value under
 * one common model, whoever searched, and for `auto` the settings that it names where it names some.
 */
function recommended(problem: JudgedProblem, record: Made, searcher: string, backend: Backend): number {
  const { truth } = record;
  if (problem.noise === 0) return Math.min(...truth) - problem.optimum;
  const { recommendation } = suggestCampaign(campaignTask(problem, record.X, record.seen, 0, 1), { backend });
  const settings = searcher.startsWith('auto') ? recommendation?.settings : undefined;
  const reached = settings ? problem.evaluate(settings.point) : truth[recommendation?.row ?? 0];
  return (reached ?? Number.NaN) - problem.optimum;
}
