import { parentPort } from 'node:worker_threads';
import { createTsBackend } from '../../src/engine/compute/ts/index.ts';
import { openNative } from '../support/backends.ts';
import { threadSeconds } from '../support/clock.ts';
import type { Done, Order } from './campaigns.ts';
import { runLoop } from './loop.ts';
import { runPeerLoop } from './peers.ts';
import { problemNamed } from './problems.ts';

const backend = openNative(1) ?? createTsBackend();

async function answer({ problem, seed, budgets, loop }: Order): Promise<Done> {
  const known = { ...problemNamed(problem, seed), budgets };
  const result =
    'peer' in loop
      ? await runPeerLoop(known, seed, loop)
      : runLoop(known, seed, loop, backend, threadSeconds);
  return { problem, seed, loop, ...result };
}

parentPort?.on('message', (order: Order) => {
  answer(order).then(
    (done) => parentPort?.postMessage(done),
    (error) =>
      process.nextTick(() => {
        throw error;
      }),
  );
});
