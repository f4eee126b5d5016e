import underPressure from '@fastify/under-pressure';
import { OverloadedError } from '../../errors.ts';
import { heapLimit, type Limits, limitTable } from '../../limits.ts';
import type { App } from './type-provider.ts';

/** Turns requests away (503) before the server stalls. `/health` is always answered. */
export async function shedLoad(app: App, limits: Limits): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: limits.loopDelayMs,
    maxHeapUsedBytes: heapLimit(limits),
    pressureHandler: (request, _reply, type, value) => {
      // Before the first sample there is no mean, which the plugin takes for infinity.
      if (request.url === '/health' || !Number.isFinite(value)) return undefined;
      const { name } = type === 'heapUsedBytes' ? limitTable.heapPercent : limitTable.loopDelayMs;
      return new OverloadedError(
        `the server is overloaded (${name}); nothing was started, try again in 2 s`,
      ) as never;
    },
  });
}

/** Answers sent during shutdown close their connection, so that no client sends another request on it. */
export function endConnections(app: App): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('Connection', 'close');
    done(null, payload);
  });
}
