import type { Sessions } from '../../../sessions.ts';
import type { App } from '../type-provider.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Once the server is closed: IDs of sessions whose last changes could not be written, and are lost. */
    lostSessions(): readonly string[];
  }
}

/** Milliseconds between attempts to write what could not be written. */
const retryEvery = 5000;

/** A session whose write failed is written again without waiting for its next change, and once more at the end. */
export function retryUnsaved(app: App, sessions: Sessions): void {
  let attempt: Promise<readonly string[]> | undefined;
  const retry = () => {
    attempt ??= sessions.saveUnsaved().finally(() => {
      attempt = undefined;
    });
    return attempt;
  };
  const timer = setInterval(() => void retry(), retryEvery);
  timer.unref();
  let lost: readonly string[] = [];
  app.decorate('lostSessions', () => lost);
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await retry();
    lost = await sessions.saveUnsaved();
  });
}
