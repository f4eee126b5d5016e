import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { JudgeOrder, JudgeResult } from './judge.ts';
import { campaignsIn, type Judged, keyOf } from './log.ts';

/**
 * Hands orders to workers, one at a time each. Finished campaigns are kept, a line each, in `log`, so that a run that was
 * cut off continues where it was. A campaign that fails is reported and left out.
 *
 * @param workers none: only reports the campaigns that are finished
 */
export async function runJudged(log: URL, orders: readonly JudgeOrder[], workers: number): Promise<Judged[]> {
  mkdirSync(new URL('.', log), { recursive: true });
  const done = existsSync(log) ? campaignsIn(log) : new Map<string, Judged>();
  const left = orders.filter((order) => (done.get(keyOf(order))?.total ?? 0) < order.total);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  await Promise.all(
    Array.from({ length: Math.min(workers, left.length) }, async () => {
      const worker = new Worker(new URL('./judge-worker.ts', import.meta.url));
      for (let order = left.shift(); order !== undefined; order = left.shift()) {
        const answer = await ask(worker, order);
        if ('error' in answer) {
          console.log(`left out: ${keyOf(order)}: ${answer.error}`);
          continue;
        }
        const judged = { ...order, ...answer, commit };
        done.set(keyOf(order), judged);
        appendFileSync(log, `${JSON.stringify(judged)}\n`);
        if (left.length % 25 === 0) console.log(`${left.length} of ${orders.length} campaigns left to start`);
      }
      await worker.terminate();
    }),
  );
  return orders.flatMap((order) => {
    const one = done.get(keyOf(order));
    return one !== undefined && one.total >= order.total ? [one] : [];
  });
}

function ask(worker: Worker, order: JudgeOrder): Promise<{ result: JudgeResult } | { error: string }> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', (answer) => {
      worker.off('error', reject);
      resolve(answer);
    });
    worker.postMessage(order);
  });
}
