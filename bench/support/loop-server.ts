import { serve } from '../../src/service/serve.ts';

/**
 * A server that tells its parent how long its event loop was held, and what memory it takes. Held is the CPU time of
 * the main thread between two turns of the loop: on a shared machine the clock would count the work of others.
 */
const server = await serve({ ...process.env, PORT: '0', LOG_LEVEL: 'silent' }, () => {});

let last = process.threadCpuUsage();
let held = 0;
setInterval(() => {
  const { user, system } = process.threadCpuUsage(last);
  held = Math.max(held, (user + system) / 1000);
  last = process.threadCpuUsage();
}, 1).unref();

process.on('message', (message) => {
  if (message === 'stop') {
    void server.stop().then(() => process.exit(0));
    return;
  }
  const figures = { held, rss: process.memoryUsage.rss() / 2 ** 20 };
  held = 0;
  process.send?.(figures);
});
process.send?.(server.address);
