import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { hasModules, peerScript, pythonOf, withThreads } from '../support/python.ts';
import type { JudgedProblem } from './tiers.ts';

/** Proposes runs of a campaign whose record it can see. */
export interface Searcher {
  next(count: number): Promise<readonly ArrayLike<number>[]>;
  /** CPU seconds spent, where the caller cannot count them. */
  cpu?(): number;
  close(): Promise<void>;
}

/** Peers of bench/peers/judged.py at their defaults: the module that each needs, and the list in bench/peers/environments that has it. */
const judgedPeers: Readonly<Record<string, { module: string; environment: string }>> = {
  'Optuna GP': { module: 'optuna', environment: 'search' },
  'Optuna TPE': { module: 'optuna', environment: 'search' },
  'BoTorch qLogNEI': { module: 'botorch', environment: 'fits' },
  Ax: { module: 'ax', environment: 'ax' },
  BayBE: { module: 'baybe', environment: 'baybe' },
  SMAC3: { module: 'smac', environment: 'smac' },
  HEBO: { module: 'hebo', environment: 'hebo' },
  'OSS Vizier': { module: 'vizier', environment: 'vizier' },
};

/** The peer's own environment where it was made, else the one that all peers share. */
const pythonOfPeer = (peer: string): string => pythonOf(judgedPeers[peer]?.environment ?? '');

/** The peers that are installed; says which are left out. */
export const presentPeers = (): string[] =>
  Object.entries(judgedPeers).flatMap(([peer, { module }]) =>
    hasModules(pythonOfPeer(peer), [module]) ? [peer] : [],
  );

/**
 * A peer in a Python process of its own. It is told every run that was made, as it was made: where only the runs of a list
 * can be made, the nearest one that is left stands for what it proposed.
 */
export function openPeer(
  peer: string,
  problem: Pick<JudgedProblem, 'name' | 'space' | 'noise' | 'list'>,
  record: { readonly X: readonly number[]; readonly seen: readonly number[] },
  seed: number,
  threads = 1,
): Searcher {
  const child = start(peer, threads);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const d = problem.space.dimensions.length;
  let told = 0;
  let cpu = 0;
  const say = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const { dimensions, constraints } = problem.space;
  say({ peer, seed, dimensions, constraints, noisy: problem.noise > 0 });
  return {
    async next(count) {
      const runs = record.seen.slice(told).map((output, i) => ({
        x: record.X.slice((told + i) * d, (told + i + 1) * d),
        y: output,
      }));
      told = record.seen.length;
      say({ runs, count });
      const line = await lines.next();
      if (line.done) throw new Error(`quality: ${peer} stopped on '${problem.name}', seed ${seed}`);
      const answer = JSON.parse(line.value) as { points: number[][]; cpu: number };
      cpu = answer.cpu;
      return problem.list ? nearest(problem, record.X, answer.points) : answer.points;
    },
    cpu: () => cpu,
    async close() {
      child.stdin.end();
      child.kill();
    },
  };
}

/** For each point the nearest run of the list that was not made and not taken by an earlier one. */
function nearest(
  { space, list }: Pick<JudgedProblem, 'space' | 'list'>,
  X: readonly number[],
  points: readonly number[][],
): number[][] {
  const { dimensions } = space;
  const d = dimensions.length;
  const made = new Set<string>();
  for (let at = 0; at < X.length; at += d) made.add(X.slice(at, at + d).join());
  return points.map((point) => {
    let best: readonly number[] = [];
    let least = Number.POSITIVE_INFINITY;
    for (const row of list ?? []) {
      if (made.has(row.join())) continue;
      const distance = dimensions.reduce((sum, dimension, k) => {
        const difference = (row[k] ?? 0) - (point[k] ?? 0);
        if (dimension.kind !== 'real') return sum + Number(difference !== 0);
        return sum + (difference / (dimension.high - dimension.low)) ** 2;
      }, 0);
      if (distance < least) [best, least] = [row, distance];
    }
    made.add(best.join());
    return [...best];
  });
}

function start(peer: string, threads: number): ChildProcessByStdio<Writable, Readable, null> {
  return spawn(pythonOfPeer(peer), ['-W', 'ignore', peerScript('judged.py')], {
    env: withThreads(threads),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}
