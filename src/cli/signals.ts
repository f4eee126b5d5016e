/**
 * Resolves with the first SIGINT or SIGTERM. To be called before the process reports that it is ready: a signal kills a
 * process without this handler, and whoever started it may stop it as soon as it is ready.
 */
export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
