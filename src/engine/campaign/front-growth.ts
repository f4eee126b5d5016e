import { comparedInSlices, outputsOf, type Recorded } from '../acquisition/strategies/front.ts';
import { atOnce, hypervolumeInSlices, type Sliced, withPoint } from '../acquisition/strategies/pareto.ts';

/** Of two objectives: points above the reference that none beats, the first objective rising and the second falling. */
class Stairs {
  readonly #reference: ArrayLike<number>;
  readonly #points: ArrayLike<number>[] = [];

  constructor(reference: ArrayLike<number>) {
    this.#reference = reference;
  }

  /** Puts a point in place. @returns the area that it adds */
  add(point: ArrayLike<number>): number {
    const points = this.#points;
    const [left, floor] = [this.#reference[0], this.#reference[1]];
    if (!(point[0] > left && point[1] > floor)) return 0;
    let right = points.length;
    for (let low = 0; low < right; ) {
      const middle = (low + right) >> 1;
      if (points[middle][0] < point[0]) low = middle + 1;
      else right = middle;
    }
    let below = right < points.length ? points[right][1] : floor;
    if (below >= point[1]) return 0;
    // Points to the left that are no higher are beaten; below each step the area was there before. One of the same first value is beaten, too.
    let from = right;
    let area = 0;
    let edge = point[0];
    for (; from > 0 && points[from - 1][1] <= point[1]; from--) {
      area += (edge - points[from - 1][0]) * (point[1] - below);
      edge = points[from - 1][0];
      below = points[from - 1][1];
    }
    area += (edge - (from > 0 ? points[from - 1][0] : left)) * (point[1] - below);
    const same = right < points.length && points[right][0] === point[0] ? 1 : 0;
    points.splice(from, right + same - from, point);
    return area;
  }
}

/** What the front dominates, each time a row is added to it. */
function volumes(m: number, reference: Float64Array): (row: Float64Array) => Sliced<number> {
  if (m === 2) {
    const stairs = new Stairs(reference);
    let area = 0;
    // biome-ignore lint/correctness/useYield: one step of two objectives is short
    return function* (row) {
      area += stairs.add(row);
      return area;
    };
  }
  let front: Float64Array[] = [];
  let volume = 0;
  return function* (row) {
    const next = withPoint(front, row, m);
    if (next !== front) volume = yield* hypervolumeInSlices(next, reference);
    front = next;
    return volume;
  };
}

/** As `frontGrowth`, in slices. */
export function* growthInSlices(recorded: Recorded): Sliced<Float64Array> {
  const all = yield* comparedInSlices(recorded);
  const { m, reference, feasible } = all;
  const growth = new Float64Array(all.Y.length / m);
  const volumeWith = volumes(m, reference);
  let volume = 0;
  let next = 0;
  for (let i = 0; i < growth.length; i++) {
    if (feasible[next] === i) {
      next++;
      volume = yield* volumeWith(outputsOf(all, i));
    }
    growth[i] = volume;
    if (i % 1024 === 1023) yield;
  }
  return growth;
}

/** Hypervolume [n] of the front after each row, over one reference point: the given one, or that of all rows. */
export const frontGrowth = (recorded: Recorded): Float64Array => atOnce(growthInSlices(recorded));
