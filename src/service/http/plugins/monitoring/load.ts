import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { OverloadedError } from '../../../errors.ts';
import { heapLimit, type Limits, limitTable } from '../../../limits.ts';
import type { App } from '../type-provider.ts';

/** Milliseconds between samples, and between the measurements of delay that a sample averages. */
const sampleEvery = 1000;
const resolution = 10;

/**
 * Turns requests away (503) before the server stalls. `/health` is always answered. The size of the heap comes from V8, because
 * `process.memoryUsage` opens a file, which throws when connections have taken all descriptors.
 */
export function shedLoad(app: App, limits: Limits): void {
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  const maxHeap = heapLimit(limits);
  let loopDelay = 0;
  let heap = 0;
  const timer = setInterval(() => {
    const { mean } = delays;
    loopDelay = Number.isFinite(mean) ? mean / 1e6 - resolution : 0;
    delays.reset();
    heap = getHeapStatistics().used_heap_size;
  }, sampleEvery);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delays.disable();
  });
  app.addHook('onRequest', async ({ url }) => {
    if (url === '/health' || (loopDelay <= limits.loopDelayMs && heap <= maxHeap)) return;
    const { name } = heap > maxHeap ? limitTable.heapPercent : limitTable.loopDelayMs;
    throw new OverloadedError(`the server is overloaded (${name}); nothing was started, try again in 2 s`);
  });
}
