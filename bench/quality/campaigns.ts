import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { LoopOptions, LoopResult } from './loop.ts';
import type { PeerOptions } from './peers.ts';

/** One campaign to run; answered with `Done`. */
export interface Order {
  readonly problem: string;
  readonly seed: number;
  readonly budgets: readonly number[];
  readonly loop: LoopOptions | PeerOptions;
}

export interface Done extends LoopResult {
  readonly problem: string;
  readonly seed: number;
  readonly loop: LoopOptions | PeerOptions;
}

const answers = (order: Order, one: Done): boolean =>
  order.problem === one.problem &&
  order.seed === one.seed &&
  one.trace.length >= Math.max(...order.budgets) &&
  JSON.stringify(order.loop) === JSON.stringify(one.loop);

/**
 * Hands orders to workers, one at a time each. Finished campaigns are kept in `bench/results/local/<name>.json`, so that
 * a run that was cut off continues where it was.
 *
 * @param workers none: only reports the campaigns that are finished
 */
export async function runCampaigns(name: string, orders: readonly Order[], workers: number): Promise<Done[]> {
  const kept = new URL(`../results/local/${name}.json`, import.meta.url);
  const done = existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Done[]) : [];
  mkdirSync(new URL('.', kept), { recursive: true });
  const left = orders.filter((order) => !done.some((one) => answers(order, one)));
  await Promise.all(
    Array.from({ length: workers }, async () => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url));
      for (let order = left.shift(); order !== undefined; order = left.shift()) {
        done.push(await ask(worker, order));
        writeFileSync(kept, JSON.stringify(done));
        if (left.length % 10 === 0) console.log(`${left.length} of ${orders.length} campaigns left to start`);
      }
      await worker.terminate();
    }),
  );
  return orders.flatMap((order) => done.find((one) => answers(order, one)) ?? []);
}

function ask(worker: Worker, order: Order): Promise<Done> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (answer: Done) => {
      worker.off('error', reject);
      resolve(answer);
    });
    worker.postMessage(order);
  });
}
