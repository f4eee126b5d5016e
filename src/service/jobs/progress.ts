/** At most one message in this many ms, the first after as many; the last one (fraction 1) always. */
const everyMs = 100;

/** Progress that tells now and then: what ends at once tells its end alone. */
export function sparingly(
  tell: (fraction: number, text: string) => void,
  clock: () => number = () => performance.now(),
): (fraction: number, text: string) => void {
  let told = clock();
  return (fraction, text) => {
    const now = clock();
    if (now - told < everyMs && fraction < 1) return;
    told = now;
    tell(fraction, text);
  };
}
