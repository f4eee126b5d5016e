/** Milliseconds of sliced work in one iteration of the event loop. */
const sliceMs = 6;

/** 0 until sliced work begins in this iteration. */
let ends = 0;

const begin = () => {
  ends = 0;
};

/**
 * The time, as of `performance.now()`, at which sliced work stops in this iteration of the event loop. All requests share it: slices of
 * several requests in one iteration would add up. Work that begins while a request is read may run into the next iteration; other sliced
 * work then waits.
 */
export function sliceDeadline(): number {
  if (ends === 0) {
    ends = performance.now() + sliceMs;
    setImmediate(() => setImmediate(begin));
  }
  return ends;
}

const waiting: (() => void)[] = [];

function admit(): void {
  if (ends === 0 || performance.now() < ends) waiting.shift()?.();
  if (waiting.length > 0) setImmediate(admit);
}

/** Resolves in a later iteration of the event loop. Sliced work resumes in the order in which it stopped, one piece per iteration. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(admit);
  });
