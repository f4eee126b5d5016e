import type { Slot } from '../../compute/backend.ts';
import { readSlot, slotOf } from '../../compute/slots.ts';
import { oneProduct, stepOf } from '../../compute/step.ts';
import type { Covariances } from './features.ts';
import type { IndexedRows } from './indexed-rows.ts';

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
}

/** @param alpha weights of the leading rows; those behind them have none */
export function openAllRows(
  { backend, theta }: Covariances,
  { n, X }: IndexedRows,
  alpha: Float64Array,
): AllRows {
  const weights = new Float64Array(n);
  weights.set(alpha);
  const [rows, parameters] = [slotOf(backend, X), slotOf(backend, theta)];
  return { n, X: rows, theta: parameters, alpha: slotOf(backend, weights) };
}

export const slotsOfRows = ({ X, theta, alpha }: AllRows): Slot[] => [X, theta, alpha];

/** Means m + k(x, X)α of points [count, D]. O(n) kernel values a point. */
export function meansOf(
  { backend, code, theta, D }: Covariances,
  rows: AllRows,
  points: Float64Array,
): Float64Array {
  const count = points.length / D;
  const { n } = rows;
  const mean = new Float64Array(count);
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
    for (const slot of [X1, K, C]) backend.free(slot);
  }
  const centre = theta[theta.length - 1];
  return mean.map((value) => value + centre);
}

/** The largest k(z, z) of the rows. */
export function largestVariance({ backend, code, theta, D }: Covariances, { X, n }: IndexedRows): number {
  const parameters = slotOf(backend, theta);
  let largest = 0;
  for (let from = 0; from < n; from += BLOCK) {
    const some = Math.min(BLOCK, n - from);
    const [X1, K] = [slotOf(backend, X.subarray(from * D, (from + some) * D)), backend.alloc(some * some)];
    const sizes = { batch: 1, n1: some, n2: some, d: D, parameters: theta.length, withGradient: 0 };
    backend.run([stepOf('covariance', sizes, { X1, X2: X1, theta: parameters, K }, code)]);
    const block = readSlot(backend, K);
    for (let i = 0; i < some; i++) largest = Math.max(largest, block[i * (some + 1)]);
    for (const slot of [X1, K]) backend.free(slot);
  }
  backend.free(parameters);
  return largest;
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
