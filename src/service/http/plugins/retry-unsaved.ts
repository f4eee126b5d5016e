import type { Sessions } from '../../sessions.ts';
import type { App } from './type-provider.ts';

/** Milliseconds between attempts to write what could not be written. */
const retryEvery = 5000;

/** A session whose write failed is written again without waiting for its next change, and once more at the end. */
export function retryUnsaved(app: App, sessions: Sessions): void {
  let attempt: Promise<number> | undefined;
  const retry = () => {
    attempt ??= sessions.saveUnsaved().finally(() => {
      attempt = undefined;
    });
    return attempt;
  };
  const timer = setInterval(() => void retry(), retryEvery);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await retry();
    const left = await sessions.saveUnsaved();
    if (left > 0) app.log.error({ sessions: left }, 'sessions that could not be written are lost');
  });
}
