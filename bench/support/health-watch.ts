import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * A thread that asks a server for its health every 5 ms, by the clock and apart from the requests that are measured. It answers any message with
 * the times since the one before, ms.
 */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let times: number[] = [];

const ask = () =>
  new Promise<void>((done, failed) => {
    get(workerData as string, { agent }, (answer) => {
      answer.resume();
      answer.once('end', done);
    }).once('error', failed);
  });

parentPort?.on('message', () => {
  parentPort?.postMessage(times);
  times = [];
});

for (;;) {
  const before = performance.now();
  await ask();
  times.push(performance.now() - before);
  await sleep(5);
}
