/**
 * Long work cut into slices of about a millisecond: it yields wherever it may be interrupted. What it works on must
 * not change in between, which immutable states see to.
 */
export type Slices<T> = Generator<undefined, T, undefined>;

/** Items of a loop between two places where it may be interrupted. */
const itemsPerSlice = 64;

/** As `items.map(each)`, in slices. */
export function* mapInSlices<T, U>(items: readonly T[], each: (item: T, index: number) => U): Slices<U[]> {
  const results: U[] = [];
  for (let i = 0; i < items.length; i++) {
    results.push(each(items[i] as T, i));
    if (i % itemsPerSlice === itemsPerSlice - 1) yield;
  }
  return results;
}

/** The result at once, for work that is known to be short. */
export function atOnce<T>(work: Slices<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
