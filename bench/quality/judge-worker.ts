import { parentPort } from 'node:worker_threads';
import { createTsBackend } from '../../src/engine/compute/ts/index.ts';
import { openNative } from '../support/backends.ts';
import { threadSeconds } from '../support/clock.ts';
import { type JudgeOrder, judge } from './judge.ts';

const backend = openNative(1) ?? createTsBackend();

parentPort?.on('message', (order: JudgeOrder) => {
  judge(order, backend, threadSeconds).then(
    (result) => parentPort?.postMessage({ result }),
    (error: Error) => parentPort?.postMessage({ error: error.message }),
  );
});
