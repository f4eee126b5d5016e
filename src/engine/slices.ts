/**
 * Long work cut into slices of some tenths of a millisecond: it yields wherever it may be interrupted. Its data must not change in between;
 * states are immutable. Slices that allocate are short also because V8 marks for up to 5 ms at every 64 kB while it collects garbage: several
 * such steps in one slice would add up.
 */
export type Slices<T> = Generator<undefined, T, undefined>;

/** What a loop by index runs over: an array, or a list that looks its items up. */
export interface Indexed<T> {
  readonly length: number;
  at(index: number): T | undefined;
}

/** Items of a loop between two points where it may be interrupted. */
const ITEMS_PER_SLICE = 16;

/**
 * Calls with each item, in slices. By its index: a loop over `entries()` makes two objects an item, 29 MB of garbage for 250,000.
 *
 * @param perSlice items between two points where the loop may be interrupted
 */
export function* eachInSlices<T>(
  items: Indexed<T>,
  take: (item: T, index: number) => void,
  perSlice = 1024,
): Slices<void> {
  for (let i = 0; i < items.length; i++) {
    take(items.at(i) as T, i);
    if (i % perSlice === perSlice - 1) yield;
  }
}

/** As `items.map(each)`, in slices. */
export function* mapInSlices<T, U>(items: Indexed<T>, each: (item: T, index: number) => U): Slices<U[]> {
  const results = new Array<U>(items.length);
  for (let i = 0; i < items.length; i++) {
    results[i] = each(items.at(i) as T, i);
    if (i % ITEMS_PER_SLICE === ITEMS_PER_SLICE - 1) yield;
  }
  return results;
}

/** As `items.filter(fits)`, in slices. */
export function* filterInSlices<T>(items: Indexed<T>, fits: (item: T) => boolean): Slices<T[]> {
  const kept: T[] = [];
  for (let i = 0; i < items.length; i++) {
    const item = items.at(i) as T;
    if (fits(item)) kept.push(item);
    if (i % ITEMS_PER_SLICE === ITEMS_PER_SLICE - 1) yield;
  }
  return kept;
}

/** Items that are sorted at once. */
const SORTED_TOGETHER = 1024;

/** As `items.toSorted(compare)`, in slices: runs are sorted, then merged two by two. Stable. */
export function* sortInSlices<T>(items: readonly T[], compare: (a: T, b: T) => number): Slices<T[]> {
  let from: T[] = [];
  for (let at = 0; at < items.length; at += SORTED_TOGETHER) {
    for (const item of items.slice(at, at + SORTED_TOGETHER).sort(compare)) from.push(item);
    yield;
  }
  for (let run = SORTED_TOGETHER; run < from.length; run *= 2) {
    const into: T[] = [];
    for (let at = 0; at < from.length; at += 2 * run) {
      const [middle, end] = [Math.min(at + run, from.length), Math.min(at + 2 * run, from.length)];
      for (let left = at, right = middle; left < middle || right < end; ) {
        const takesLeft = left < middle && (right >= end || compare(from[left] as T, from[right] as T) <= 0);
        into.push(from[takesLeft ? left++ : right++] as T);
        if (into.length % SORTED_TOGETHER === 0) yield;
      }
    }
    from = into;
  }
  return from;
}

/** The result at once, for work that is known to be short. */
export function runSlices<T>(work: Slices<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
