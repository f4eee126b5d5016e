/** All in maximize form: objectives as rows [n, m], larger is better. */

/** Work that may be interrupted wherever it yields; its data must not change meanwhile. */
export type Sliced<T> = Generator<undefined, T, undefined>;

/** The result at once. */
export function atOnce<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Comparisons of two rows between two places where the work may be interrupted. */
const perSlice = 4096;

/** Whether a point is at least as good as another one in all of the first `m` objectives. */
function covers(one: ArrayLike<number>, other: ArrayLike<number>, m: number): boolean {
  for (let k = 0; k < m; k++) if (one[k] < other[k]) return false;
  return true;
}

/** The front with a point more and without those that it beats; the same when the point is beaten or equalled. */
export function withPoint<Point extends ArrayLike<number>>(front: Point[], point: Point, m: number): Point[] {
  if (front.some((other) => covers(other, point, m))) return front;
  return [...front.filter((other) => !covers(point, other, m)), point];
}

/** Whether row `one` of Y [n, m] is at least as good as row `other` in everything. */
function rowCovers(Y: Float64Array, m: number, one: number, other: number): boolean {
  for (let a = one * m, b = other * m, end = a + m; a < end; a++, b++) if (Y[a] < Y[b]) return false;
  return true;
}

/** As `paretoRows`, in slices. */
export function* paretoRowsInSlices(Y: Float64Array, m: number): Sliced<number[]> {
  const n = Y.length / m;
  let front: number[] = [];
  let compared = 0;
  for (let row = 0; row < n; row++) {
    let by = 0;
    while (by < front.length && !rowCovers(Y, m, front[by], row)) by++;
    compared += 1 + by;
    if (by === front.length) {
      compared += by;
      if (front.some((other) => rowCovers(Y, m, row, other)))
        front = front.filter((other) => !rowCovers(Y, m, row, other));
      front.push(row);
    }
    if (compared < perSlice) continue;
    compared = 0;
    yield;
  }
  return front;
}

/** Indices of rows that no other row beats or equals in everything; of equal rows the first. */
export const paretoRows = (Y: Float64Array, m: number): number[] => atOnce(paretoRowsInSlices(Y, m));

/** Boxes (low, high] that tile what is above the reference point and not dominated; `high` may be Infinity. */
export interface Boxes {
  /** [b, m]. */
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/**
 * Tiles the part of {y > reference} that no front point dominates, slab by slab along the last objective.
 *
 * Adjacent slabs with the same tiling are one. Count of boxes: |front| + 1 for two objectives, at most
 * O(|front|^(m−1)). Source: the box decomposition of Yang et al. 2019, doi:10.1007/s10898-019-00798-7, done recursively.
 */
export function tileNondominated(front: readonly ArrayLike<number>[], reference: ArrayLike<number>): Boxes {
  const m = reference.length;
  const inside = front.filter((point) => {
    for (let k = 0; k < m; k++) if (!(point[k] > reference[k])) return false;
    return true;
  });
  const boxes = tile(inside, reference, m);
  const low = new Float64Array(boxes.length * m);
  const high = new Float64Array(boxes.length * m);
  boxes.forEach((box, i) => {
    low.set(box.low, i * m);
    high.set(box.high, i * m);
  });
  return { low, high };
}

interface Box {
  readonly low: number[];
  readonly high: number[];
}

function tile(front: readonly ArrayLike<number>[], reference: ArrayLike<number>, m: number): Box[] {
  if (m === 1) {
    return [
      {
        low: [front.reduce((top, point) => Math.max(top, point[0]), reference[0])],
        high: [Number.POSITIVE_INFINITY],
      },
    ];
  }
  const last = m - 1;
  const edges = [...new Set(front.map((point) => point[last]))].sort((a, b) => a - b);
  const boxes: Box[] = [];
  let open: { cells: Box[]; key: string; low: number } | undefined;
  const close = (high: number) => {
    for (const cell of open?.cells ?? [])
      boxes.push({ low: [...cell.low, open?.low ?? 0], high: [...cell.high, high] });
  };
  for (let i = 0; i <= edges.length; i++) {
    const low = i === 0 ? reference[last] : edges[i - 1];
    const above = maximal(
      front.filter((point) => point[last] > low),
      last,
    );
    const cells = tile(above, reference, last);
    const key = JSON.stringify(above.map((point) => Array.from({ length: last }, (_, k) => point[k])).sort());
    if (open?.key === key) continue;
    close(low);
    open = { cells, key, low };
  }
  close(Number.POSITIVE_INFINITY);
  return boxes;
}

/** Points that are not dominated in the first `m` objectives. */
function maximal(points: readonly ArrayLike<number>[], m: number): ArrayLike<number>[] {
  const flat = new Float64Array(points.length * m);
  points.forEach((point, i) => {
    for (let k = 0; k < m; k++) flat[i * m + k] = point[k];
  });
  return paretoRows(flat, m).map((i) => points[i]);
}

/**
 * Volume dominated by the front above the reference point.
 *
 * Sweep over the last objective, recursive in the others: exact, for up to about five objectives and a hundred points.
 */
export const hypervolume = (front: readonly ArrayLike<number>[], reference: ArrayLike<number>): number =>
  atOnce(hypervolumeInSlices(front, reference));

/** As `hypervolume`, in slices. */
export function* hypervolumeInSlices(
  front: readonly ArrayLike<number>[],
  reference: ArrayLike<number>,
): Sliced<number> {
  const m = reference.length;
  const inside = front.filter((point) => {
    for (let k = 0; k < m; k++) if (!(point[k] > reference[k])) return false;
    return true;
  });
  return yield* volume(inside, reference, m);
}

function* volume(
  front: readonly ArrayLike<number>[],
  reference: ArrayLike<number>,
  m: number,
): Sliced<number> {
  if (front.length === 0) return 0;
  if (m === 1) return front.reduce((top, point) => Math.max(top, point[0]), reference[0]) - reference[0];
  const last = m - 1;
  const sorted = [...front].sort((a, b) => b[last] - a[last]);
  let total = 0;
  let slice: ArrayLike<number>[] = [];
  for (const [i, point] of sorted.entries()) {
    slice = withPoint(slice, point, last);
    const below = i + 1 < sorted.length ? sorted[i + 1][last] : reference[last];
    if (point[last] > below) total += (point[last] - below) * (yield* volume(slice, reference, last));
    if (m > 2 || i % perSlice === perSlice - 1) yield;
  }
  return total;
}

/**
 * Reference point when none is given: per objective the smallest value less a tenth of its size (at least 1e-6).
 *
 * @param Y [n, m] in maximize form; NaN where nothing was measured
 */
export function defaultReference(Y: Float64Array, m: number): Float64Array {
  const reference = new Float64Array(m);
  for (let k = 0; k < m; k++) {
    let least = Number.POSITIVE_INFINITY;
    for (let i = k; i < Y.length; i += m) if (Y[i] < least) least = Y[i];
    if (least === Number.POSITIVE_INFINITY) least = 0;
    reference[k] = least - Math.max(0.1 * Math.abs(least), 1e-6);
  }
  return reference;
}
