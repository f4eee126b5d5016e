import { parentPort } from 'node:worker_threads';
import { createTsBackend } from '../../src/engine/compute/ts/index.ts';
import { openNative } from '../support/backends.ts';
import { threadSeconds } from '../support/clock.ts';
import { type JudgeOptions, judge } from './judge.ts';

const backend = openNative(1) ?? createTsBackend();

export interface JudgeOrder extends JudgeOptions {
  readonly problem: string;
  readonly seed: number;
  readonly total: number;
}

parentPort?.on('message', (order: JudgeOrder) => {
  judge(order.problem, order.seed, order, order.total, backend, threadSeconds).then(
    (result) => parentPort?.postMessage({ result }),
    (error: Error) => parentPort?.postMessage({ error: error.message }),
  );
});
