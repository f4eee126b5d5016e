/**
 * Resolves once SIGINT or SIGTERM came. To be called before anybody hears that the process works: whoever started it may stop it at once, and
 * until then a signal kills it.
 */
export const toldToStop = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
