/** At most one message in this many ms, the first after as many; the last one (fraction 1) always. */
const everyMs = 100;

/** Progress that is reported now and then; of a job that ends at once only the end is. */
export function throttledProgress(
  report: (fraction: number, text: string) => void,
  clock: () => number = () => performance.now(),
): (fraction: number, text: string) => void {
  let reportedAt = clock();
  return (fraction, text) => {
    const now = clock();
    if (now - reportedAt < everyMs && fraction < 1) return;
    reportedAt = now;
    report(fraction, text);
  };
}
