import type { Slot } from '../../compute/backend.ts';
import { readSlot, slotOf } from '../../compute/slots.ts';
import { oneProduct, stepOf } from '../../compute/step.ts';
import type { Cloud } from './cloud.ts';
import type { Covariances } from './features.ts';

/** Points worked on at once. */
const CHUNK = 128;
/** Rows of a block whose diagonal is read. */
const BLOCK = 32;

/** All rows on the backend, with their weights. */
export interface AllRows {
  readonly n: number;
  readonly X: Slot;
  readonly theta: Slot;
  /** [n] */
  readonly alpha: Slot;
  /** k(z, z)/2 of every row z. */
  readonly halves: Float64Array;
}

/** @param alpha weights of the leading rows; those behind them have none */
export function openAllRows(
  { backend, code, theta, D }: Covariances,
  { n, X }: Cloud,
  alpha: Float64Array,
): AllRows {
  const weights = new Float64Array(n);
  weights.set(alpha);
  const [rows, parameters] = [slotOf(backend, X), slotOf(backend, theta)];
  const halves = new Float64Array(n);
  for (let from = 0; from < n; from += BLOCK) {
    const some = Math.min(BLOCK, n - from);
    const [X1, K] = [slotOf(backend, X.subarray(from * D, (from + some) * D)), backend.alloc(some * some)];
    const sizes = { batch: 1, n1: some, n2: some, d: D, parameters: theta.length, withGradient: 0 };
    backend.run([stepOf('covariance', sizes, { X1, X2: X1, theta: parameters, K }, code)]);
    const block = readSlot(backend, K);
    for (let i = 0; i < some; i++) halves[from + i] = block[i * (some + 1)] / 2;
    for (const slot of [X1, K]) backend.free(slot);
  }
  return { n, X: rows, theta: parameters, alpha: slotOf(backend, weights), halves };
}

export const slotsOfAll = ({ X, theta, alpha }: AllRows): Slot[] => [X, theta, alpha];

/**
 * Means m + k(x, X)α of points [count, D] and, of each, the `near` rows [count, near] whose values differ least from
 * its own, k(z, z)/2 − k(x, z), nearest first: for one stationary covariance the nearest. O(n) kernel values a point.
 */
export function meansAndNearest(
  { backend, code, theta, D }: Covariances,
  rows: AllRows,
  points: Float64Array,
  near: number,
): { readonly mean: Float64Array; readonly neighbours: Float64Array } {
  const count = points.length / D;
  const { n, halves } = rows;
  const mean = new Float64Array(count);
  const neighbours = new Float64Array(count * near);
  const values = new Float64Array(Math.min(CHUNK, count) * n);
  const best = new Float64Array(near);
  for (let from = 0; from < count; from += CHUNK) {
    const some = Math.min(CHUNK, count - from);
    const X1 = slotOf(backend, points.subarray(from * D, (from + some) * D));
    const [K, C] = [backend.alloc(some * n), backend.alloc(some)];
    const sizes = { batch: 1, n1: some, n2: n, d: D, parameters: theta.length, withGradient: 0 };
    backend.run([
      stepOf('covariance', sizes, { X1, X2: rows.X, theta: rows.theta, K }, code),
      oneProduct({ m: some, k: n, n: 1 }, { A: K, B: rows.alpha, C }),
    ]);
    mean.set(readSlot(backend, C), from);
    if (near > 0) {
      backend.read(K, values.subarray(0, some * n));
      for (let i = 0; i < some; i++) nearest(values, i * n, halves, best, neighbours, (from + i) * near);
    }
    for (const slot of [X1, K, C]) backend.free(slot);
  }
  const centre = theta[theta.length - 1];
  return { mean: mean.map((value) => value + centre), neighbours };
}

/** The rows of least halves − K into `found` from `to` on, as many as `best` has room for; of equal ones the smaller row first. */
function nearest(
  K: Float64Array,
  at: number,
  halves: Float64Array,
  best: Float64Array,
  found: Float64Array,
  to: number,
): void {
  const wanted = best.length;
  let held = 0;
  for (let row = 0; row < halves.length; row++) {
    const away = halves[row] - K[at + row];
    if (held === wanted && !(away < best[held - 1])) continue;
    let place = held < wanted ? held++ : held - 1;
    while (place > 0 && best[place - 1] > away) {
      best[place] = best[place - 1];
      found[to + place] = found[to + place - 1];
      place--;
    }
    best[place] = away;
    found[to + place] = row;
  }
}

/** Slopes [count, D] of the means by the points. */
export function slopesOfMeans(
  { backend, code, theta, D }: Covariances,
  rows: AllRows,
  points: Float64Array,
): Float64Array {
  const count = points.length / D;
  const { n } = rows;
  const alpha = readSlot(backend, rows.alpha);
  const slopes = new Float64Array(count * D);
  for (let from = 0; from < count; from += CHUNK) {
    const some = Math.min(CHUNK, count - from);
    const weights = new Float64Array(some * n);
    for (let i = 0; i < some; i++) weights.set(alpha, i * n);
    const own = {
      X1: slotOf(backend, points.subarray(from * D, (from + some) * D)),
      cotangent: slotOf(backend, weights),
      K: backend.alloc(0),
      dTheta: backend.alloc(theta.length),
      dX1: backend.alloc(some * D),
    };
    const sizes = { batch: 1, n1: some, n2: n, d: D, parameters: theta.length, withGradient: 1 };
    backend.run([stepOf('covariance', sizes, { ...own, X2: rows.X, theta: rows.theta }, code)]);
    slopes.set(readSlot(backend, own.dX1), from * D);
    for (const slot of Object.values(own)) backend.free(slot);
  }
  return slopes;
}
