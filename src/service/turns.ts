/** Milliseconds of sliced work in one turn of the event loop. */
const turnMs = 6;

/** 0 until sliced work begins in this turn. */
let ends = 0;

const begin = () => {
  ends = 0;
};

/**
 * When sliced work of this turn of the event loop is to stop, as `performance.now()` counts. Everybody shares it: slices of
 * several requests in the same turn would add up. Work that begins as a request is read ends in the next turn: what was to continue in this one, too,
 * waits for it.
 */
export function turnEnds(): number {
  if (ends === 0) {
    ends = performance.now() + turnMs;
    setImmediate(() => setImmediate(begin));
  }
  return ends;
}

const waiting: (() => void)[] = [];

function admit(): void {
  if (ends === 0 || performance.now() < ends) waiting.shift()?.();
  if (waiting.length > 0) setImmediate(admit);
}

/** Lets other requests in. Sliced work continues one at a time, in the order in which it stopped, each in a turn of its own. */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(admit);
  });
