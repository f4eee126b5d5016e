/** How works that are compared share the time. */
export interface Turns {
  /** Each work alone, before anything counts: so many calls at least, and so many seconds. */
  readonly warmUp: { readonly calls: number; readonly seconds: number };
  /** Turns that count: as many as take `seconds`, within limits. */
  readonly least: number;
  readonly most: number;
  readonly seconds: number;
  /** Seconds of calls before the one that is timed, at least one: the work finds caches as the others left them. */
  readonly uncounted?: number;
  /** A work whose last call of the warm-up took longer, in seconds, is not repeated: that call counts. */
  readonly slow?: number;
}

/** Seconds of one call, as the work itself measures it. */
export type Work = () => Promise<number>;

/** Calls for so many seconds, and so often at least; the seconds of the last call. */
async function callFor(work: Work, least: number, limit: number): Promise<number> {
  const begin = performance.now();
  let last = Number.NaN;
  for (let calls = 0; calls < least || performance.now() - begin < 1e3 * limit; calls++) last = await work();
  return last;
}

/** Seconds of the calls that count, work by work. All are warmed up alone for as long, then take turns, each as often as the others. */
export async function takeTurns(
  works: readonly Work[],
  { warmUp, least, most, seconds, uncounted, slow = Number.POSITIVE_INFINITY }: Turns,
): Promise<number[][]> {
  const first: number[] = [];
  for (const work of works) first.push(await callFor(work, warmUp.calls, warmUp.seconds));
  const times = first.map((time): number[] => (time < slow ? [] : [time]));
  const begin = performance.now();
  const goesOn = (turn: number) => turn < least || (turn < most && performance.now() - begin < 1e3 * seconds);
  for (let turn = 0; goesOn(turn); turn++) {
    for (const [i, work] of works.entries()) {
      if (first[i]! >= slow) continue;
      if (uncounted !== undefined) await callFor(work, 1, uncounted);
      times[i]!.push(await work());
    }
  }
  return times;
}
