import { mapInSlices, runSlices, type Slices, sortInSlices } from '../../slices.ts';
import { paretoRowsInSlices } from './pareto.ts';
import { Staircase } from './staircase.ts';

/** Steps between two places where the work may be interrupted. */
const PER_SLICE = 4096;

/** Steps of one volume or growth, five to twenty seconds: beyond three objectives the work grows with a power of the count of points. */
const MOST_STEPS = 250_000_000;

/** Counts the steps of a computation, which ends without a result where there are too many. */
class Work {
  #left: number;
  #nextPause: number;

  constructor(most: number) {
    this.#left = most;
    this.#nextPause = most - PER_SLICE;
  }

  get isTooLong(): boolean {
    return this.#left < 0;
  }

  *did(steps: number): Slices<void> {
    this.#left -= steps;
    if (this.#left > this.#nextPause) return;
    this.#nextPause = this.#left - PER_SLICE;
    yield;
  }
}

/** Points that are added one after another, and the volume that each of them adds, counted from the reference point. */
interface Growing {
  /** @param row of the points; above the reference point */
  add(row: number): Slices<number>;
}

/** Points as rows of `stride` numbers, of which the first `m` are compared. */
interface Points {
  readonly P: Float64Array;
  readonly stride: number;
  readonly m: number;
}

/** 0 … n − 1 in an order. */
function* inOrder(n: number, compare: (a: number, b: number) => number): Slices<number[]> {
  return yield* sortInSlices(yield* mapInSlices(new Int32Array(n), (_, row) => row), compare);
}

/** The place of each point in the order of the first objective; points of one value share a place. */
function* slotsOf({ P, stride }: Points): Slices<Int32Array> {
  const n = P.length / stride;
  const order = yield* inOrder(n, (a, b) => P[a * stride] - P[b * stride]);
  const slots = new Int32Array(n);
  for (let i = 1; i < n; i++) {
    const [before, row] = [order[i - 1], order[i]];
    slots[row] = slots[before] + (P[row * stride] > P[before * stride] ? 1 : 0);
    if (i % PER_SLICE === 0) yield;
  }
  return slots;
}

class Length implements Growing {
  readonly #points: Points;
  #top = 0;

  constructor(points: Points) {
    this.#points = points;
  }

  // biome-ignore lint/correctness/useYield: one step is short
  *add(row: number): Slices<number> {
    const { P, stride } = this.#points;
    const gain = Math.max(0, P[row * stride] - this.#top);
    this.#top += gain;
    return gain;
  }
}

class Area implements Growing {
  readonly #points: Points;
  readonly #slots: Int32Array;
  readonly #stairs: Staircase;

  constructor(points: Points, slots: Int32Array) {
    this.#points = points;
    this.#slots = slots;
    this.#stairs = new Staircase(slots.length);
  }

  // biome-ignore lint/correctness/useYield: one step is short
  *add(row: number): Slices<number> {
    const { P, stride } = this.#points;
    return this.#stairs.add(this.#slots[row], P[row * stride], P[row * stride + 1]);
  }
}

/**
 * Three objectives: a sweep from the top over the points that none beats, which stay in the order of the third objective. Time of a point: their count.
 *
 * Source of four objectives made of these: A. P. Guerreiro, C. M. Fonseca, Computing and updating hypervolume contributions in up to four dimensions,
 * IEEE Trans. Evol. Comput. 22 (2018), doi:10.1109/TEVC.2017.2729550.
 */
class Space implements Growing {
  readonly #points: Points;
  readonly #slots: Int32Array;
  readonly #stairs: Staircase;
  readonly #work: Work;
  readonly #order: Int32Array;
  #count = 0;

  constructor(points: Points, slots: Int32Array, work: Work) {
    this.#points = points;
    this.#slots = slots;
    this.#stairs = new Staircase(slots.length);
    this.#work = work;
    this.#order = new Int32Array(slots.length);
  }

  *add(row: number): Slices<number> {
    const { P, stride } = this.#points;
    const at = row * stride;
    const [x, y, z] = [P[at], P[at + 1], P[at + 2]];
    const slot = this.#slots[row];
    this.#stairs.clear();
    let [gain, covered, level, isClosed] = [0, 0, z, false];
    let i = 0;
    for (; i < this.#count && !isClosed; i++) {
      const other = this.#order[i];
      const from = other * stride;
      const [right, back, height] = [P[from], P[from + 1], P[from + 2]];
      if (height < level) {
        gain += Math.max(0, x * y - covered) * (level - height);
        level = height;
      }
      isClosed = right >= x && back >= y;
      if (!isClosed)
        covered += this.#stairs.add(
          Math.min(this.#slots[other], slot),
          Math.min(right, x),
          Math.min(back, y),
        );
    }
    if (!isClosed) gain += Math.max(0, x * y - covered) * level;
    if (gain > 0) i += this.#place(row);
    yield* this.#work.did(4 + i);
    return gain;
  }

  /** Puts a point in its place, and takes out those that it beats. @returns steps */
  #place(row: number): number {
    const { P, stride } = this.#points;
    const order = this.#order;
    const [x, y, z] = [P[row * stride], P[row * stride + 1], P[row * stride + 2]];
    let first = 0;
    for (let end = this.#count; first < end; ) {
      const middle = (first + end) >> 1;
      if (P[order[middle] * stride + 2] > z) first = middle + 1;
      else end = middle;
    }
    let to = first;
    let moved = row;
    for (let i = first; i < this.#count; i++) {
      const other = order[i];
      if (P[other * stride] <= x && P[other * stride + 1] <= y) continue;
      order[to++] = moved;
      moved = other;
    }
    const steps = this.#count - first;
    order[to++] = moved;
    this.#count = to;
    return steps;
  }
}

/**
 * More objectives: the box of a point less what of it the others dominate, of which only points remain that none beats.
 *
 * Source: L. While, L. Bradstreet, L. Barone, A fast way of calculating exact hypervolumes, IEEE Trans. Evol. Comput. 16 (2012),
 * doi:10.1109/TEVC.2010.2077298.
 */
class Hyperspace implements Growing {
  readonly #points: Points;
  readonly #work: Work;
  #front: number[] = [];

  constructor(points: Points, work: Work) {
    this.#points = points;
    this.#work = work;
  }

  *add(row: number): Slices<number> {
    const { P, stride, m } = this.#points;
    const at = row * stride;
    const limited = new Float64Array(this.#front.length * m);
    const kept: number[] = [];
    for (const [i, other] of this.#front.entries()) {
      const from = other * stride;
      let [isAbove, isBelow] = [true, true];
      for (let k = 0; k < m; k++) {
        if (P[from + k] < P[at + k]) isAbove = false;
        if (P[from + k] > P[at + k]) isBelow = false;
        limited[i * m + k] = Math.min(P[from + k], P[at + k]);
      }
      if (isAbove) return 0;
      if (!isBelow) kept.push(other);
    }
    yield* this.#work.did(m * this.#front.length);
    let box = 1;
    for (let k = 0; k < m; k++) box *= P[at + k];
    const rows = yield* paretoRowsInSlices(limited, m);
    yield* this.#work.did(rows.length ** 2);
    const gain = box - (yield* volume(yield* rowsAt(limited, m, rows), m, this.#work));
    this.#front = [...kept, row];
    return Math.max(0, gain);
  }
}

function* growing(points: Points, work: Work): Slices<Growing> {
  if (points.m === 1) return new Length(points);
  if (points.m > 3) return new Hyperspace(points, work);
  const slots = yield* slotsOf(points);
  return points.m === 2 ? new Area(points, slots) : new Space(points, slots, work);
}

function* rowsAt(P: Float64Array, m: number, rows: readonly number[]): Slices<Float64Array> {
  const some = new Float64Array(rows.length * m);
  for (let i = 0; i < rows.length; i++) {
    for (let k = 0; k < m; k++) some[i * m + k] = P[rows[i] * m + k];
    if (i % PER_SLICE === PER_SLICE - 1) yield;
  }
  return some;
}

/** Of at most two points. */
function volumeOfTwo(P: Float64Array, m: number): number {
  let [one, other, both] = [1, 1, 1];
  for (let k = 0; k < m; k++) {
    one *= P[k] ?? 0;
    other *= P[m + k] ?? 0;
    both *= Math.min(P[k] ?? 0, P[m + k] ?? 0);
  }
  return one + other - both;
}

/** A sweep over the last objective, from the top: each point adds volume of the others down to the reference point. */
function* volume(P: Float64Array, m: number, work: Work): Slices<number> {
  if (m === 1) return P.reduce((top, value) => Math.max(top, value), 0);
  if (P.length <= 2 * m) return volumeOfTwo(P, m);
  yield* work.did(32);
  const order = yield* inOrder(P.length / m, (a, b) => P[b * m + m - 1] - P[a * m + m - 1]);
  const sorted = yield* rowsAt(P, m, order);
  const front = yield* growing({ P: sorted, stride: m, m: m - 1 }, work);
  let total = 0;
  for (let row = 0; row < order.length && !work.isTooLong; row++) {
    total += sorted[(row + 1) * m - 1] * (yield* front.add(row));
    yield* work.did(1);
  }
  return total;
}

/** Points less the reference; those that are not above it in everything are left out. */
function* above(
  Y: Float64Array,
  rows: ArrayLike<number>,
  reference: ArrayLike<number>,
): Slices<Float64Array> {
  const m = reference.length;
  const P = new Float64Array(rows.length * m);
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    let isAbove = true;
    for (let k = 0; k < m; k++) {
      P[count * m + k] = Y[rows[i] * m + k] - reference[k];
      if (!(P[count * m + k] > 0)) isAbove = false;
    }
    if (isAbove) count++;
    if (i % PER_SLICE === PER_SLICE - 1) yield;
  }
  return P.subarray(0, count * m);
}

/**
 * As `hypervolume`, of rows of Y [n, m], in slices.
 *
 * @returns NaN where it would take more than `most` steps
 */
export function* hypervolumeInSlices(
  Y: Float64Array,
  rows: ArrayLike<number>,
  reference: ArrayLike<number>,
  most = MOST_STEPS,
): Slices<number> {
  const work = new Work(most);
  const total = yield* volume(yield* above(Y, rows, reference), reference.length, work);
  return work.isTooLong ? Number.NaN : total;
}

/**
 * Volume dominated by points above the reference point; what is NaN somewhere counts for nothing. Exact.
 *
 * Up to three objectives in O(n log n): the sweep of N. Beume, C. M. Fonseca et al., On the complexity of computing the hypervolume indicator, IEEE Trans. Evol.
 * Comput. 13 (2009), doi:10.1109/TEVC.2009.2015575. Four in O(n²), more by the sources of the classes above.
 */
export function hypervolume(front: readonly ArrayLike<number>[], reference: ArrayLike<number>): number {
  const m = reference.length;
  const Y = Float64Array.from({ length: front.length * m }, (_, at) => front[Math.floor(at / m)][at % m]);
  return runSlices(hypervolumeInSlices(Y, [...front.keys()], reference));
}

/**
 * Volume [n] after each row of Y [n, m], of those among `rows`, which rise.
 *
 * @returns NaN from where on it takes more than `mostSteps`
 */
export function* growthOfVolume(
  Y: Float64Array,
  rows: ArrayLike<number>,
  reference: ArrayLike<number>,
): Slices<Float64Array> {
  const m = reference.length;
  const work = new Work(MOST_STEPS);
  const P = new Float64Array(Y.length);
  const isAbove = new Uint8Array(Y.length / m);
  for (let i = 0; i < rows.length; i++) {
    const at = rows[i] * m;
    isAbove[rows[i]] = 1;
    for (let k = 0; k < m; k++) {
      P[at + k] = Y[at + k] - reference[k];
      if (!(P[at + k] > 0)) isAbove[rows[i]] = 0;
    }
    if (isAbove[rows[i]] === 0) P.fill(0, at, at + m);
    if (i % PER_SLICE === PER_SLICE - 1) yield;
  }
  const front = yield* growing({ P, stride: m, m }, work);
  const growth = new Float64Array(isAbove.length);
  let total = 0;
  for (let row = 0; row < growth.length; row++) {
    if (isAbove[row] === 1 && !work.isTooLong) total += yield* front.add(row);
    growth[row] = work.isTooLong ? Number.NaN : total;
    yield* work.did(1);
  }
  return growth;
}
