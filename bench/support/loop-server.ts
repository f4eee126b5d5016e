import { monitorEventLoopDelay } from 'node:perf_hooks';
import { serve } from '../../src/service/serve.ts';

/** A server that tells its parent how long its event loop was held, and what memory it takes. */
const server = await serve({ ...process.env, PORT: '0', LOG_LEVEL: 'silent' }, () => {});
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

process.on('message', (message) => {
  if (message === 'stop') {
    void server.stop().then(() => process.exit(0));
    return;
  }
  const figures = {
    max: delay.max / 1e6,
    p99: delay.percentile(99) / 1e6,
    rss: process.memoryUsage.rss() / 2 ** 20,
  };
  delay.reset();
  process.send?.(figures);
});
process.send?.(server.address);
