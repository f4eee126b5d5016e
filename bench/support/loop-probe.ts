import { PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a server before its own modules (`--import`): tells the parent how long the event loop was held, the longest garbage
 * collection, and what memory the server takes. Held is the CPU time of the main thread between two turns of the loop: on a shared machine
 * the clock would count the work of others. Collections are timed by the clock.
 */
function watch(): void {
  let last = process.threadCpuUsage();
  let held = 0;
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    held = Math.max(held, (user + system) / 1000);
    last = process.threadCpuUsage();
  }, 1).unref();

  let collected = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collected = Math.max(collected, duration);
  }).observe({ entryTypes: ['gc'] });

  process.on('message', () => {
    const figures = { held, collected, rss: process.memoryUsage.rss() / 2 ** 20 };
    held = 0;
    collected = 0;
    process.send?.(figures);
  });
  process.channel?.unref();
}

if (isMainThread && process.send !== undefined) watch();
