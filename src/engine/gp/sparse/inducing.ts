import type { Slot } from '../../compute/backend.ts';
import { wantedOfPrediction as wants } from '../../compute/ops.ts';
import { filledSlot, readSlot, slotOf } from '../../compute/slots.ts';
import { oneProduct } from '../../compute/step.ts';
import { rowsFrom } from '../../linalg/rows-from.ts';
import type { GpModel, SparseForm } from '../model.ts';
import { createModelCache } from '../posterior/factors.ts';
import { inverseFactor } from '../posterior/inverse.ts';
import type { RawPrediction } from '../posterior/predictions.ts';
import { type Covariances, createFeatures, type Features } from './features.ts';
import { type IndexedRows, indexedRowsOf } from './indexed-rows.ts';
import { addSlopes, rowTimes } from './inducing-slopes.ts';
import { neighbourTable } from './neighbour-table.ts';
import { type PredictCall, runVecchiaPredict } from './predict-op.ts';

/** Rows, or points, worked on at once. */
const CHUNK = 1024;
/** Variance below which an output is known, model scale. */
const KNOWN = 1e-12;

/**
 * Inducing points joined to neighbours: what the points explain of the process is common to all rows, what they leave is
 * conditioned on neighbours (a Vecchia-inducing-points full-scale approximation).
 *
 * With f of a row its features, u ~ N(0, I) the whitened values at the inducing points, r = y − m − fᵀu the residuals and
 * w_i, s_i² the weights and variances of r_i given those of its neighbours before it: the rows are independent
 * measurements of u through (f_i − Σ w_ij f_j)ᵀu with outcomes y_i − m − Σ w_ij (y_j − m), both divided by s_i.
 *
 * Source: Gyger, Furrer and Sigrist 2025, arXiv:2507.05064.
 */
export interface Inducing {
  readonly indexed: IndexedRows;
  readonly features: Features;
  /** f of the rows [n, rank]. */
  readonly rows: Float64Array;
  /** Bytes outside of the backend. */
  readonly besides: number;
  /** [rank + 1, rank + 1] sums of products of these rows, the outcome last. */
  readonly information: Float64Array;
  /** The same of all rows but the last ones of the model. */
  readonly informationOfOthers: Float64Array;
  /** Mean of u [rank]. */
  readonly mean: Float64Array;
  /** S [rank, rank] with SᵀS the covariance of u. */
  readonly spread: Slot;
  /** The rows as the op takes them, y less the mean of what the inducing points explain. */
  readonly data: PredictCall['data'];
  readonly rowFeatures: Slot;
  readonly slots: readonly Slot[];
}

/**
 * @param m    neighbours of each row; cost O(n·rank·(m² + rank)), memory O(n·rank)
 * @param last rows that no other row is conditioned on
 */
export function createInducing(
  of: Covariances,
  indexed: IndexedRows,
  rank: number,
  m: number,
  last: Int32Array = new Int32Array(0),
): Inducing {
  const { D } = of;
  const { n, X, metric } = indexed;
  const order = orderOf(indexed, last);
  const Z = new Float64Array(rank * D);
  for (let i = 0; i < rank; i++) Z.set(X.subarray(order[i] * D, (order[i] + 1) * D), i * D);
  const features = createFeatures(of, Z);
  const { slot: rowFeatures, values: rows } = filledSlot(of.backend, n * rank, (into) =>
    features.of(X, n, into),
  );
  const information = new Float64Array((rank + 1) ** 2);
  const data = dataOf(of, indexed, indexed.y);
  const fewer = Math.min(m, n - 1);
  const table = neighbourTable(of.backend, metric, X, order, fewer);
  const source = { ...of, indexed, rows, rank, data, rowFeatures, table, m: fewer, first: 0 };
  addRowInformation(source, order.subarray(0, n - last.length), information);
  const informationOfOthers = information.slice();
  addRowInformation(source, last, information);
  of.backend.free(data.y);
  return concluded(of, { indexed, features, rows, information, informationOfOthers, rowFeatures }, data);
}

/** Rows from coarse to fine, then the last ones. */
function orderOf({ tree, n }: IndexedRows, last: Int32Array): Int32Array {
  const out = new Set(last);
  const order = new Int32Array(n);
  order.set(tree.spreadOrder().filter((row) => !out.has(row)));
  order.set(last, n - last.length);
  return order;
}

/** The information from all rows but the last ones; the caller frees `own`, the rest is shared. */
export function withoutLast(of: Covariances, inducing: Inducing): Inducing & { readonly own: Slot[] } {
  const others = concluded(of, { ...inducing, information: inducing.informationOfOthers }, inducing.data);
  return { ...others, own: [others.spread, others.data.y] };
}

/**
 * The same after more rows, which `indexed` has behind those before: the inducing points stay. Its `slots` are without
 * those of the features, which it shares.
 */
export function extendInducing(of: Covariances, old: Inducing, indexed: IndexedRows, m: number): Inducing {
  const { features } = old;
  const { rank } = features;
  const first = old.indexed.n;
  const more = indexed.X.subarray(first * of.D, indexed.n * of.D);
  const count = indexed.n - first;
  const { slot: rowFeatures, values: rows } = filledSlot(of.backend, indexed.n * rank, (into) => {
    into.set(old.rows);
    features.of(more, count, into.subarray(first * rank));
  });
  const information = old.information.slice();
  const data = dataOf(of, indexed, indexed.y);
  const fewer = Math.min(m, indexed.n - 1);
  const table = indexed.nearest(more, count, fewer, (point, row) => row < first + point);
  const later = Int32Array.from({ length: count }, (_, i) => first + i);
  addRowInformation(
    { ...of, indexed, rows, rank, data, rowFeatures, table, m: fewer, first },
    later,
    information,
  );
  of.backend.free(data.y);
  const all = concluded(of, { ...old, indexed, rows, information, rowFeatures }, data);
  return { ...all, slots: all.slots.filter((slot) => !features.slots.includes(slot)) };
}

interface InformationSource extends Covariances {
  readonly indexed: IndexedRows;
  readonly rows: Float64Array;
  readonly rank: number;
  readonly data: PredictCall['data'];
  readonly rowFeatures: Slot;
  /** [n − first, m] neighbours of the rows from `first` on. */
  readonly table: Float64Array;
  readonly m: number;
  readonly first: number;
}

/** Adds to `information` what some rows say about u, each given its neighbours. */
function addRowInformation(
  { backend, code, D, theta, indexed, rows, rank, data, rowFeatures, table, m, first }: InformationSource,
  which: Int32Array,
  information: Float64Array,
): void {
  const P = theta.length;
  const width = rank + 1;
  const learned = Math.exp(theta[P - 2]);
  for (let from = 0; from < which.length; from += CHUNK) {
    const chunk = which.subarray(from, from + CHUNK);
    const some = chunk.length;
    const neighbours = rowsFrom(table, m, chunk, first);
    const { variance, weights, left } = runVecchiaPredict({
      ...{ backend, code, D, P, data, neighbours, m, count: some },
      points: rowsFrom(indexed.X, D, chunk),
      features: { rank, rows: rowFeatures, points: rowsFrom(rows, rank, chunk) },
      wanted: wants.variance | wants.weights | wants.left,
    });
    const W = new Float64Array(some * width);
    for (let i = 0; i < some; i++) {
      const square = variance[i] + learned + indexed.noise[chunk[i]];
      // A row that its neighbours determine carries no information.
      if (!(square > KNOWN)) continue;
      const scale = 1 / Math.sqrt(square);
      let outcome = indexed.y[chunk[i]] - theta[P - 1];
      for (let e = i * m; e < (i + 1) * m && neighbours[e] >= 0; e++)
        outcome -= weights[e] * (indexed.y[neighbours[e]] - theta[P - 1]);
      for (let k = 0; k < rank; k++) W[i * width + k] = scale * left[i * rank + k];
      W[i * width + rank] = scale * outcome;
    }
    const [A, C] = [slotOf(backend, W), backend.alloc(width * width)];
    backend.run([oneProduct({ m: width, k: some, n: width, transposeA: 1 }, { A, B: A, C })]);
    const products = readSlot(backend, C);
    for (let k = 0; k < information.length; k++) information[k] += products[k];
    for (const slot of [A, C]) backend.free(slot);
  }
}

function dataOf(
  { backend, theta }: Covariances,
  { X, noise, n }: IndexedRows,
  y: Float64Array,
): PredictCall['data'] {
  const [points, outputs, variances, parameters] = [X, y, noise, theta].map((one) => slotOf(backend, one));
  return { X: points, y: outputs, noise: variances, theta: parameters, n };
}

/** The distribution of u given `information`, and the residuals at its mean. */
function concluded(
  { backend }: Covariances,
  known: Pick<
    Inducing,
    'indexed' | 'features' | 'rows' | 'information' | 'informationOfOthers' | 'rowFeatures'
  >,
  data: PredictCall['data'],
): Inducing {
  const { indexed, features, rows, information, rowFeatures } = known;
  const { rank } = features;
  const width = rank + 1;
  const precision = new Float64Array(rank * rank);
  for (let i = 0; i < rank; i++) {
    for (let j = 0; j < rank; j++) precision[i * rank + j] = information[i * width + j] + Number(i === j);
  }
  const S = inverseFactor(backend, precision, rank);
  const mean = new Float64Array(rank);
  for (let i = 0; i < rank; i++) {
    let half = 0;
    for (let j = 0; j <= i; j++) half += S[i * rank + j] * information[j * width + rank];
    for (let j = 0; j <= i; j++) mean[j] += S[i * rank + j] * half;
  }
  const y = indexed.y.map((value, i) => value - rowTimes(rows, i, mean));
  const all = { ...data, y: slotOf(backend, y) };
  const spread = slotOf(backend, S);
  const { n: _n, ...slots } = all;
  return {
    ...{ ...known, mean, spread, data: all },
    besides: 2 * information.byteLength + (backend.view ? 0 : rows.byteLength),
    slots: [...features.slots, spread, rowFeatures, ...Object.values(slots)],
  };
}

const inducingPoints = createModelCache<Inducing>(
  ({ slots }) => slots,
  ({ besides }) => besides,
  ({ sparse: a }, { sparse: b }) =>
    a?.inducing === b?.inducing && a?.neighbours === b?.neighbours && a?.last === b?.last,
);

/** The inducing points of a sparse model over its rows; no more than it has rows. */
export function makeInducing(of: Covariances, model: GpModel): Inducing {
  const { inducing = 0, neighbours, last } = model.sparse as SparseForm;
  return createInducing(of, indexedRowsOf(model), Math.min(inducing, model.n), neighbours, last);
}

/** Those of a model, from an earlier call where there is one, kept as factors are. */
export const inducingOf = (of: Covariances, model: GpModel): { readonly made: Inducing; release(): void } =>
  inducingPoints.of(model, of.backend, () => makeInducing(of, model));

/** Later calls find what was made of a model. */
export const keepInducing = (of: Covariances, model: GpModel, made: Inducing): void =>
  inducingPoints.of(model, of.backend, () => made).release();

export interface PredictionPoints {
  /** [count, D] */
  readonly points: Float64Array;
  readonly count: number;
  /** [count, m] */
  readonly neighbours: Float64Array;
  /** Bits as predictions have them. */
  readonly wanted: number;
}

/**
 * Latent predictions, model scale: with w the weights of the neighbours on what the inducing points leave, mean
 * m + fᵀE[u] + wᵀ(y − m − FE[u]) and variance r(x, x) − wᵀr(X, x) + |S(f − Fᵀw)|².
 *
 * Cost per point O(rank·(m² + rank)).
 */
export function predictInducing(of: Covariances, inducing: Inducing, asked: PredictionPoints): RawPrediction {
  const { D } = of;
  const { points, count, neighbours, wanted } = asked;
  const m = neighbours.length / count;
  const isSloped = (wanted & wants.gradient) !== 0;
  const found = {
    mean: new Float64Array(count),
    variance: new Float64Array(count),
    dMean: new Float64Array(isSloped ? count * D : 0),
    dVariance: new Float64Array(isSloped ? count * D : 0),
  };
  for (let from = 0; from < count; from += CHUNK) {
    const some = Math.min(CHUNK, count - from);
    const part = predictChunk(of, inducing, {
      points: points.subarray(from * D, (from + some) * D),
      neighbours: neighbours.subarray(from * m, (from + some) * m),
      ...{ count: some, wanted },
    });
    found.mean.set(part.mean, from);
    found.variance.set(part.variance, from);
    if (!isSloped) continue;
    found.dMean.set(part.dMean, from * D);
    found.dVariance.set(part.dVariance, from * D);
  }
  return found;
}

function predictChunk(of: Covariances, inducing: Inducing, asked: PredictionPoints): RawPrediction {
  const { backend, code, D, theta } = of;
  const { features, mean, data, rowFeatures } = inducing;
  const { points, count, neighbours, wanted } = asked;
  const { rank } = features;
  const isSloped = (wanted & wants.gradient) !== 0;
  const m = neighbours.length / count;
  const own = features.of(points, count);
  const local = runVecchiaPredict({
    ...{ backend, code, D, P: theta.length, data, points, count, neighbours, m },
    features: { rank, rows: rowFeatures, points: own },
    wanted: wanted | wants.mean | wants.variance | wants.left | (isSloped ? wants.weights : 0),
  });
  const open = timesSpread(of, inducing, local.left, 1);
  for (let i = 0; i < count; i++) {
    let square = 0;
    for (let k = i * rank; k < (i + 1) * rank; k++) square += open[k] * open[k];
    local.mean[i] += rowTimes(own, i, mean);
    local.variance[i] += square;
  }
  if (!isSloped) return local;
  addSlopes(of, inducing, asked, { ...local, own, spread: timesSpread(of, inducing, open, 0) });
  return local;
}

/** V Sᵀ, or V S, of V [count, rank]. */
function timesSpread(
  { backend }: Covariances,
  { features, spread }: Inducing,
  V: Float64Array,
  transposeB: 0 | 1,
): Float64Array {
  const { rank } = features;
  const m = V.length / rank;
  const [A, C] = [slotOf(backend, V), backend.alloc(V.length)];
  backend.run([oneProduct({ m, k: rank, n: rank, transposeB }, { A, B: spread, C })]);
  const product = readSlot(backend, C);
  for (const slot of [A, C]) backend.free(slot);
  return product;
}
