import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { createGenerator } from '../../src/engine/random/generator.ts';
import { hasModules, peerScript, pythonOf, withThreads } from '../support/python.ts';
import type { LoopResult } from './loop.ts';
import type { QualityProblem } from './problems.ts';
import { createRecord, measuredTraceOf, traceOf } from './record.ts';

/** A campaign by a peer at its defaults. */
export interface PeerOptions {
  /** A name that bench/peers/quality.py knows. */
  readonly peer: string;
}

/** A peer, the Python that has it, and the problems (real variables, one objective) it runs on. */
export interface Peer extends PeerOptions {
  readonly python: string;
  readonly module: string;
  readonly problems: readonly string[];
  readonly most: number;
}

const [alchemist, baybe, optuna] = [pythonOf('alchemist'), pythonOf('baybe'), pythonOf('search')];

/** The peers behind the goals, where a goal is close; the most expensive ones on fewer evaluations. */
export const peers: readonly Peer[] = [
  { peer: 'BayBE', python: baybe, module: 'baybe', problems: ['levy4', 'rosenbrock4'], most: 50 },
  { peer: 'ALchemist EI', python: alchemist, module: 'alchemist_core', problems: ['branin-noisy'], most: 30 },
  {
    peer: 'ALchemist LogEI',
    python: alchemist,
    module: 'alchemist_core',
    problems: ['branin-noisy'],
    most: 30,
  },
  {
    peer: 'Optuna GP with noise',
    python: optuna,
    module: 'optuna',
    problems: ['branin-noisy'],
    most: 30,
  },
  {
    peer: 'Optuna GP',
    python: optuna,
    module: 'optuna',
    problems: ['levy4', 'rosenbrock4'],
    most: 50,
  },
];

/** The peers whose Python has them; says which are left out. */
export function presentPeers(): Peer[] {
  return peers.filter(({ python, module }) => hasModules(python, [module]));
}

/** One campaign of a peer: it proposes, we measure. Its start is of its own, drawn from the seed. */
export async function runPeerLoop(
  problem: QualityProblem,
  seed: number,
  { peer }: PeerOptions,
): Promise<LoopResult> {
  const total = Math.max(...problem.budgets);
  const record = createRecord(problem, createGenerator(`quality/${problem.name}/${seed}`));
  const child = start(peer);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const heard = async (): Promise<unknown> => {
    const line = await lines.next();
    if (line.done) throw new Error(`quality: ${peer} stopped on ${problem.name}, seed ${seed}`);
    return JSON.parse(line.value);
  };
  const say = (line: string) => child.stdin.write(`${line}\n`);
  say(JSON.stringify({ peer, seed, dimensions: problem.space.dimensions }));
  while (record.truth.length < total) {
    const [output] = record.measure((await heard()) as number[]);
    say(record.truth.length < total ? String(output) : '');
  }
  const cpuPerIteration = ((await heard()) as number) / total;
  child.stdin.end();
  const measuredBest = measuredTraceOf(problem, record);
  return { trace: traceOf(problem, record), measuredBest, recommended: [], cpuPerIteration };
}

function start(peer: string): ChildProcessByStdio<Writable, Readable, null> {
  const python = peers.find((one) => one.peer === peer)?.python ?? pythonOf('fits');
  return spawn(python, ['-W', 'ignore', peerScript('quality.py')], {
    env: withThreads(1),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}
