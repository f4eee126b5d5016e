import { parentPort, workerData } from 'node:worker_threads';
import { createTsBackend } from '../../src/engine/compute/ts/index.ts';
import { openNative } from '../support/backends.ts';
import { type LoopOptions, type LoopResult, runLoop } from './loop.ts';
import { problems } from './problems.ts';

/** One campaign to run; answered with `Done`. */
export interface Order {
  readonly problem: string;
  readonly seed: number;
  readonly budgets: readonly number[];
}

export interface Done extends LoopResult {
  readonly problem: string;
  readonly seed: number;
}

const options = workerData as LoopOptions;
const backend = openNative(1) ?? createTsBackend();

/** CPU seconds of this thread. */
const clock = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e6;
};

parentPort?.on('message', ({ problem, seed, budgets }: Order) => {
  const known = problems.find(({ name }) => name === problem);
  if (known === undefined) throw new Error(`quality: there is no problem '${problem}'`);
  const done: Done = { problem, seed, ...runLoop({ ...known, budgets }, seed, options, backend, clock) };
  parentPort?.postMessage(done);
});
