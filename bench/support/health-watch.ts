import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A process that asks a server (its argument) for its health every 5 ms, by the clock and apart from the requests that are measured: as a thread
 * it would wait for the garbage of their client. It answers any message with the times since the one before, ms.
 */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const [url = ''] = process.argv.slice(2);
let times: number[] = [];

const ask = () =>
  new Promise<void>((done, failed) => {
    get(url, { agent }, (answer) => {
      answer.resume();
      answer.once('end', done);
    }).once('error', failed);
  });

process.on('message', () => {
  process.send?.(times);
  times = [];
});

while (process.connected) {
  const before = performance.now();
  await ask();
  times.push(performance.now() - before);
  await sleep(5);
}
