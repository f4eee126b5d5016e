import type { Backend } from '../../compute/backend.ts';
import { slotOf } from '../../compute/slots.ts';
import { concatenate } from '../../linalg/concatenate.ts';
import type { IndexedRows } from './indexed-rows.ts';
import { createNearestRows } from './nearest-rows.ts';
import { runVecchiaPredict } from './predict-op.ts';

/** Rows of a block of the ops, the point not counted, at most. */
const MOST = 127;

interface SampleCall {
  readonly backend: Backend;
  readonly code: Int32Array;
  readonly D: number;
  readonly P: number;
  readonly theta: Float64Array;
  readonly indexed: IndexedRows;
  /** [count, D] */
  readonly points: Float64Array;
  readonly count: number;
  readonly m: number;
}

/**
 * Draws [S, count] of the latent function from normals Z [S, count], model scale, and the mean at each point given the data
 * alone: every point is drawn given its nearest rows and as many of its nearest points before it.
 *
 * Cost O(count·m³ + S·count·m).
 */
export function sampleSequentially(
  call: SampleCall,
  Z: Float64Array,
): { draws: Float64Array; mean: Float64Array } {
  const { backend, theta, indexed, points, count, P } = call;
  const own = Math.min(call.m, MOST - 1);
  const past = Math.min(own, MOST - own, count);
  const m = own + past;
  const D = indexed.metric.dimension;
  const placed = indexed.metric.place(points, count);
  const tree = createNearestRows(placed, count, D);
  const rows = indexed.nearest(points, count, own);
  const table = new Float64Array(count * m).fill(-1);
  const before = new Int32Array(past);
  for (let i = 0; i < count; i++) {
    tree.find(placed.subarray(i * D, (i + 1) * D), past, before, 0, (row) => row < i);
    let at = i * m;
    for (let j = 0; j < own && rows[i * own + j] >= 0; j++) table[at++] = rows[i * own + j];
    for (let j = 0; j < past && before[j] >= 0; j++) table[at++] = indexed.n + before[j];
  }
  // The points before have no noise: what every row has is taken off theirs.
  const quiet = new Float64Array(count).fill(-Math.exp(theta[P - 2]));
  const joined = [
    [indexed.X, points],
    [indexed.y, new Float64Array(count)],
    [indexed.noise, quiet],
  ].map((parts) => slotOf(backend, concatenate(parts)));
  const [X, y, noise] = joined;
  const thetaSlot = slotOf(backend, theta);
  const data = { X, y, noise, theta: thetaSlot, n: indexed.n + count };
  try {
    const shared = { ...call, data };
    const { mean } = runVecchiaPredict({ ...shared, neighbours: rows, m: own, wanted: 1 });
    const { variance, weights } = runVecchiaPredict({ ...shared, neighbours: table, m, wanted: 10 });
    return { draws: draw({ table, weights, variance, m }, indexed, theta[P - 1], Z, count), mean };
  } finally {
    for (const slot of [...joined, thetaSlot]) backend.free(slot);
  }
}

interface Conditionals {
  readonly table: Float64Array;
  readonly weights: Float64Array;
  readonly variance: Float64Array;
  readonly m: number;
}

function draw(
  { table, weights, variance, m }: Conditionals,
  indexed: IndexedRows,
  mean: number,
  Z: Float64Array,
  count: number,
): Float64Array {
  const draws = new Float64Array(Z.length);
  for (let from = 0; from < Z.length; from += count) {
    for (let i = 0; i < count; i++) {
      let value = mean + Math.sqrt(variance[i]) * Z[from + i];
      for (let at = i * m; at < (i + 1) * m && table[at] >= 0; at++) {
        const row = table[at];
        const known = row < indexed.n ? indexed.y[row] : draws[from + row - indexed.n];
        value += weights[at] * (known - mean);
      }
      draws[from + i] = value;
    }
  }
  return draws;
}
