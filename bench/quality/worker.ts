import { parentPort } from 'node:worker_threads';
import { createTsBackend } from '../../src/engine/compute/ts/index.ts';
import { openNative } from '../support/backends.ts';
import type { Done, Order } from './campaigns.ts';
import { runLoop } from './loop.ts';
import { problemNamed } from './problems.ts';

const backend = openNative(1) ?? createTsBackend();

/** CPU seconds of this thread. */
const clock = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e6;
};

parentPort?.on('message', ({ problem, seed, budgets, loop }: Order) => {
  const known = { ...problemNamed(problem), budgets };
  const done: Done = { problem, seed, loop, ...runLoop(known, seed, loop, backend, clock) };
  parentPort?.postMessage(done);
});
