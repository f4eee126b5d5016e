import type { Backend, Slot } from '../../compute/backend.ts';
import { wantedOfPrediction as wants } from '../../compute/ops.ts';
import { readSlot } from '../../compute/slots.ts';
import { createGenerator } from '../../random/generator.ts';
import type { GpModel, SparseForm } from '../model.ts';
import { createUncachedPosterior, type Posterior } from '../posterior/exact-posterior.ts';
import { createModelCache } from '../posterior/factors.ts';
import type { RawPrediction } from '../posterior/predictions.ts';
import { createInputMap } from '../transforms/input-map.ts';
import { mean as average } from '../transforms/scaling.ts';
import {
  type AllRows,
  largestVariance,
  meansOf,
  openAllRows,
  slopesOfMeans,
  slotsOfRows,
} from './all-rows.ts';
import { type Correction, corrected, correctionOf } from './correction.ts';
import type { Covariances } from './features.ts';
import { type IndexedRows, indexedRowsOf, searchOf } from './indexed-rows.ts';
import {
  createInducing,
  extendInducing,
  type Inducing,
  type PredictionPoints,
  predictInducing,
} from './inducing.ts';
import { nearestRowsOf, slotsOfSearch } from './row-blocks.ts';

/** Points at which exact variances are measured: for the correction, then to see what it misses. */
const MEASURED = { points: 192, checks: 64 };

/** How far corrected deviations are from the exact ones at points that the correction does not know. */
export interface CorrectionError {
  readonly points: number;
  /** Root mean square relative difference of deviations of the curve. */
  readonly deviation: number;
  /** What it costs of the expected log density of a measurement, nats; the means are exact. */
  readonly logDensity: number;
}

/**
 * A sparse model with exact means: m + k(x, X)α with the weights α = A⁻¹(y − m) of all rows, made by one factor that is
 * not kept. Variances come from inducing points and neighbours, times a factor measured against exact ones.
 *
 * The inducing points and neighbours know every row as one measured at the exact mean, so that they add nothing to it; a
 * row added later contributes its difference from that.
 */
export interface ExactMeanModel {
  readonly inducing: Inducing;
  readonly rows: AllRows;
  readonly correction: Correction;
  readonly missed: CorrectionError;
  readonly slots: readonly Slot[];
}

/** Kept as factors are. */
const weightedModels = createModelCache<ExactMeanModel>(
  ({ slots }) => slots,
  ({ inducing }) => inducing.besides,
  (a, b) =>
    a.sparse?.inducing === b.sparse?.inducing &&
    a.sparse?.neighbours === b.sparse?.neighbours &&
    a.sparse?.predictive === b.sparse?.predictive,
);

/**
 * Of a model, from an earlier call on the same arrays where there is one; else O(n³) and two matrices of all rows.
 *
 * @param exact the exact posterior of the model, uncalibrated and without a floor, where it is open already
 * @throws NotPositiveDefiniteError when no jitter of the ladder suffices
 */
export const exactMeanModelOf = (
  model: GpModel,
  backend: Backend,
  exact?: Posterior,
): { readonly made: ExactMeanModel; release(): void } =>
  weightedModels.of(model, backend, () => {
    if (exact) return createWeighted(model, backend, exact);
    const passing = openExactly(model, backend);
    try {
      return createWeighted(model, backend, passing);
    } finally {
      passing.free();
    }
  });

/** The exact posterior of a model, for one use. */
export const openExactly = (model: GpModel, backend: Backend): Posterior =>
  createUncachedPosterior({ ...model, calibration: 1, stdFloor: 0 }, backend);

function createWeighted(model: GpModel, backend: Backend, exact: Posterior): ExactMeanModel {
  const { code, theta } = model;
  const inputs = createInputMap(model);
  const of: Covariances = { backend, code, theta, D: inputs.dimension };
  const { inducing: rank = 0, neighbours, predictive } = model.sparse as SparseForm;
  const indexed = indexedRowsOf(model);
  const inducing = createInducing(of, asExpected(indexed, theta), Math.min(rank, model.n), neighbours);
  const rows = openAllRows(of, indexed, readSlot(backend, exact.slots.alpha));
  const { points, checks } = MEASURED;
  const raw = placesAmong(model, indexed, inputs.encode, points + checks);
  const known = exact.predict(raw, points + checks).std.map((std) => (std / model.outputScale) ** 2);
  const encoded = inputs.encode(raw, points + checks);
  const search = searchOf(backend, indexed);
  const all = { points: indexed.metric.place(encoded, points + checks), count: points + checks };
  const near = nearestRowsOf(backend, search, { ...all, m: Math.min(predictive, model.n), isExact: true });
  for (const slot of slotsOfSearch(search)) backend.free(slot);
  const asked = { points: encoded, count: points + checks, neighbours: near, wanted: wants.variance };
  const { variance } = predictInducing(of, inducing, asked);
  const correction = correctionOf(
    variance.subarray(0, points),
    known.subarray(0, points),
    largestVariance(of, indexed),
  );
  const noise = Math.exp(theta[theta.length - 2]) + average(indexed.noise);
  return {
    ...{ inducing, rows, correction },
    missed: missedBy(correction, variance.subarray(points), known.subarray(points), noise),
    slots: [...inducing.slots, ...slotsOfRows(rows)],
  };
}

/** The rows as if each were measured at the mean of the process. */
const asExpected = (indexed: IndexedRows, theta: Float64Array): IndexedRows => ({
  ...indexed,
  y: new Float64Array(indexed.n).fill(theta[theta.length - 1]),
});

/**
 * Raw points [count, d] such as predictions are asked at: of four, two take every column from a row of its own, one is
 * half-way between a row and the one nearest to it, and one is a row.
 */
function placesAmong(
  { X, n, d, categorical }: GpModel,
  indexed: IndexedRows,
  encode: (X: Float64Array, m: number) => Float64Array,
  count: number,
): Float64Array {
  const generator = createGenerator(`measured/${n}`);
  const places = new Float64Array(count * d);
  for (let i = 0; i < count; i++) {
    const row = generator.integer(n);
    const own = X.subarray(row * d, (row + 1) * d);
    places.set(own, i * d);
    if (i % 4 < 2) for (let k = 0; k < d; k++) places[i * d + k] = X[generator.integer(n) * d + k];
    if (i % 4 !== 2) continue;
    const [next] = indexed.nearest(encode(own, 1), 1, 1, (_, other) => other !== row);
    for (let k = 0; k < d; k++) if (!categorical[k]) places[i * d + k] = (own[k] + X[next * d + k]) / 2;
  }
  return places;
}

function missedBy(
  correction: Correction,
  variance: Float64Array,
  exact: Float64Array,
  noise: number,
): CorrectionError {
  const points = variance.length;
  let [squares, lost] = [0, 0];
  variance.forEach((value, i) => {
    const ours = corrected(correction, value).variance;
    if (ours > 0 && exact[i] > 0) squares += (Math.sqrt(ours / exact[i]) - 1) ** 2 / points;
    const [a, b] = [ours + noise, exact[i] + noise];
    if (a > 0 && b > 0) lost += (Math.log(a / b) + b / a - 1) / 2 / points;
  });
  return { points, deviation: Math.sqrt(squares), logDensity: lost };
}

/**
 * The same after more rows, which `indexed` has behind those of `old`: weights and correction stay. Its `slots` are
 * without those that it shares.
 */
export function extendExactMeanModel(
  of: Covariances,
  old: ExactMeanModel,
  indexed: IndexedRows,
  m: number,
): ExactMeanModel {
  const first = old.rows.n;
  const alpha = readSlot(of.backend, old.rows.alpha);
  const mean = meansOf(of, old.rows, indexed.X.subarray(first * of.D, indexed.n * of.D));
  const expected = asExpected(indexed, of.theta);
  mean.forEach((value, i) => {
    expected.y[first + i] += indexed.y[first + i] - value;
  });
  const inducing = extendInducing(of, old.inducing, expected, m);
  const rows = openAllRows(of, indexed, alpha);
  return { ...old, inducing, rows, slots: [...inducing.slots, ...slotsOfRows(rows)] };
}

/** Latent predictions, model scale, at points [count, D] with the rows near them [count, m]. */
export function predictWithExactMeans(
  of: Covariances,
  { inducing, rows, correction }: ExactMeanModel,
  asked: PredictionPoints,
): RawPrediction {
  const { points, count, wanted } = asked;
  const mean = meansOf(of, rows, points);
  const found = predictInducing(of, inducing, asked);
  const centre = of.theta[of.theta.length - 1];
  const isSloped = (wanted & wants.gradient) !== 0;
  const slopes = isSloped ? slopesOfMeans(of, rows, points) : undefined;
  for (let i = 0; i < count; i++) {
    found.mean[i] += mean[i] - centre;
    const { variance, slope } = corrected(correction, found.variance[i]);
    found.variance[i] = variance;
    if (!slopes) continue;
    for (let at = i * of.D; at < (i + 1) * of.D; at++) {
      found.dMean[at] += slopes[at];
      found.dVariance[at] *= slope;
    }
  }
  return found;
}
