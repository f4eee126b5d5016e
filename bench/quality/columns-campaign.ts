import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { nextRuns } from '../../src/engine/campaign/suggest-campaign.ts';
import type { Backend } from '../../src/engine/compute/backend.ts';
import { createGenerator } from '../../src/engine/random/generator.ts';
import { peerScript, peersPython, withThreads } from '../support/python.ts';
import { campaignTask } from './campaign-task.ts';
import { columnsProblem } from './columns.ts';

/** One campaign: a function in d columns, searched by `auto` or a peer of bench/peers/columns.py. */
export interface ColumnsOrder {
  readonly name: string;
  readonly d: number;
  readonly seed: number;
  readonly searcher: string;
  readonly runs: number;
}

export interface ColumnsResult {
  /** Best regret after so many runs. */
  readonly regret: Readonly<Record<number, number>>;
  /** Seconds of processor time of all suggestions. */
  readonly cpu: number;
}

const FIRST = 10;
/** A peer that draws its first runs itself, as it searches a subspace. */
const BAXUS = 'BAxUS';
const MARKS = [20, 40, 60, 80, 100];

interface Made {
  readonly X: number[];
  readonly y: number[];
}

/**
 * Every searcher but BAxUS begins at the first ten runs of `auto` for this seed.
 *
 * @param keep called with the state after 20, 40, … runs: a peer may need an hour, and be interrupted
 */
export async function runColumns(
  order: ColumnsOrder,
  backend: Backend,
  clock: () => number,
  keep: (runs: number, result: ColumnsResult) => void,
): Promise<void> {
  const problem = columnsProblem(order.name, order.d, order.seed);
  const generator = createGenerator(`auto/${order.name}/${order.d}/${order.seed}`);
  const made: Made = { X: [], y: [] };
  const regret: Record<number, number> = {};
  const measure = (point: ArrayLike<number>) => {
    made.X.push(...Array.from(point));
    made.y.push(problem.evaluate(point));
    if (MARKS.includes(made.y.length)) regret[made.y.length] = Math.min(...made.y) - problem.optimum;
  };
  if (order.searcher !== BAXUS)
    nextRuns(campaignTask(problem, made.X, made.y, FIRST, generator.childSeed()), { backend }).forEach(
      measure,
    );
  const peer = order.searcher === 'auto' ? undefined : openPeer(order);
  let cpu = 0;
  const tell = () => {
    if (MARKS.includes(made.y.length)) keep(made.y.length, { regret, cpu });
  };
  try {
    while (made.y.length < order.runs) {
      if (peer) {
        const answer = await peer.next(made);
        cpu = answer.cpu;
        measure(answer.point);
        tell();
        continue;
      }
      const before = clock();
      const [point] = nextRuns(campaignTask(problem, made.X, made.y, 1, generator.childSeed()), { backend });
      cpu += clock() - before;
      measure(point as Float64Array);
      tell();
    }
  } finally {
    peer?.child.kill();
  }
}

interface Peer {
  readonly child: ChildProcess;
  next(made: Made): Promise<{ readonly point: readonly number[]; readonly cpu: number }>;
}

function openPeer({ searcher, seed, d, runs }: ColumnsOrder): Peer {
  const file = searcher === BAXUS ? 'columns_baxus.py' : 'columns.py';
  const env = {
    ...withThreads(1),
    XLA_FLAGS: '--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1',
  };
  const child = spawn(peersPython, ['-W', 'ignore', peerScript(file)], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const say = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
  say({ peer: searcher, seed, d, runs });
  let told = 0;
  return {
    child,
    async next({ X, y }) {
      say({
        runs: y.slice(told).map((value, i) => ({ x: X.slice((told + i) * d, (told + i + 1) * d), y: value })),
      });
      told = y.length;
      const line = await lines.next();
      if (line.done) throw new Error(`columns: ${searcher} stopped`);
      return JSON.parse(line.value);
    },
  };
}
