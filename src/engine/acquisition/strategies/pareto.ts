import { runSlices, type Slices } from '../../slices.ts';
import { RowTree, rowCovers } from './row-tree.ts';

/** All in maximize form: objectives as rows [n, m], larger is better. */

/** Comparisons of two rows between two places where the work may be interrupted. */
const PER_SLICE = 4096;

/** Rows of `from` … `to` − 1 that none of these beats or equals; what is NaN somewhere is none of them. */
function frontAmong(Y: Float64Array, m: number, from: number, to: number): number[] {
  let front: number[] = [];
  for (let row = from; row < to; row++) {
    if (!rowCovers(Y, m, row, row) || front.some((other) => rowCovers(Y, m, other, row))) continue;
    if (front.some((other) => rowCovers(Y, m, row, other)))
      front = front.filter((other) => !rowCovers(Y, m, row, other));
    front.push(row);
  }
  return front;
}

/** Rows that are compared with one another. */
const TOGETHER = 256;

/** As `paretoRows`, in slices: rows that something beside them beats are left out first. */
export function* paretoRowsInSlices(Y: Float64Array, m: number): Slices<number[]> {
  const n = Y.length / m;
  if (n <= TOGETHER) return frontAmong(Y, m, 0, n);
  const candidates: number[] = [];
  for (let from = 0; from < n; from += TOGETHER) {
    for (const row of frontAmong(Y, m, from, Math.min(n, from + TOGETHER))) candidates.push(row);
    yield;
  }
  const tree = new RowTree(Y, m, Int32Array.from(candidates));
  yield* tree.build();
  const front: number[] = [];
  let before = 0;
  for (const row of candidates) {
    if (!tree.isBeaten(row)) front.push(row);
    if (tree.compared - before < PER_SLICE) continue;
    before = tree.compared;
    yield;
  }
  return front;
}

/** Indices of rows that no other row beats or equals in everything; of equal rows the first. What is NaN somewhere is left out. */
export const paretoRows = (Y: Float64Array, m: number): number[] => runSlices(paretoRowsInSlices(Y, m));

/** Boxes (low, high] that tile what is above the reference point and not dominated; `high` may be Infinity. */
export interface Boxes {
  /** [b, m]. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Distinct bounds, those of objective k from `starts[k]` on; and the place of each of a box among them, −1 for Infinity, [b, m]. */
  readonly edges: Float64Array;
  readonly starts: readonly number[];
  readonly lowAt: Int32Array;
  readonly highAt: Int32Array;
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
  return { low, high, ...edgesOf(low, high, m) };
}

/** The distinct bounds of boxes by objective, and where each box has them. */
function edgesOf(low: Float64Array, high: Float64Array, m: number): Omit<Boxes, 'low' | 'high'> {
  const edges: number[] = [];
  const starts = [0];
  const lowAt = new Int32Array(low.length);
  const highAt = new Int32Array(low.length);
  for (let k = 0; k < m; k++) {
    const places = new Map<number, number>();
    const placeOf = (edge: number) => {
      const place = places.get(edge) ?? edges.push(edge) - 1;
      places.set(edge, place);
      return place;
    };
    for (let i = k; i < low.length; i += m) {
      lowAt[i] = placeOf(low[i]);
      highAt[i] = high[i] === Number.POSITIVE_INFINITY ? -1 : placeOf(high[i]);
    }
    starts.push(edges.length);
  }
  return { edges: Float64Array.from(edges), starts, lowAt, highAt };
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

/** Least value and range of each objective; null where nothing was measured. */
function extents(Y: Float64Array, m: number): ({ readonly least: number; readonly range: number } | null)[] {
  return Array.from({ length: m }, (_, k) => {
    let least = Number.POSITIVE_INFINITY;
    let most = Number.NEGATIVE_INFINITY;
    for (let i = k; i < Y.length; i += m) {
      if (Y[i] < least) least = Y[i];
      if (Y[i] > most) most = Y[i];
    }
    return least <= most ? { least, range: most - least } : null;
  });
}

/** Part of the range, or of the size, by which a reference point lies below the smallest value. */
const BELOW = 0.1;
/** Least distance of the default reference point from the smallest value, where values are not as small themselves. */
const LEAST_BELOW = 1e-6;

/**
 * Reference point when none is given: per objective the smallest value less a tenth of its size (at least 1e-6, or a tenth of the range
 * if that is less).
 *
 * @param Y [n, m] in maximize form; NaN where nothing was measured
 */
export function defaultReference(Y: Float64Array, m: number): Float64Array {
  return Float64Array.from(extents(Y, m), (extent) => {
    const { least, range } = extent ?? { least: 0, range: 0 };
    const smallest = range > 0 ? Math.min(LEAST_BELOW, BELOW * range) : LEAST_BELOW;
    return least - Math.max(BELOW * Math.abs(least), smallest);
  });
}

/**
 * Reference point that follows shifts and units of the outputs: per objective the smallest value less a tenth of the range, where values
 * differ; else as `defaultReference`. A tenth of the range is what BoTorch's `infer_reference_point` takes (of the range of the front).
 *
 * @param Y [n, m] in maximize form; NaN where nothing was measured
 */
export function referenceByRange(Y: Float64Array, m: number): Float64Array {
  const plain = defaultReference(Y, m);
  return Float64Array.from(extents(Y, m), (extent, k) =>
    extent !== null && extent.range > 0 ? extent.least - BELOW * extent.range : plain[k],
  );
}
