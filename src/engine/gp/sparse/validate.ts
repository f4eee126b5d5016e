import type { Backend } from '../../compute/backend.ts';
import { wantedOfPrediction as wants } from '../../compute/ops.ts';
import { slotOf } from '../../compute/slots.ts';
import { rowsFrom } from '../../linalg/rows-from.ts';
import { createGenerator } from '../../random/generator.ts';
import { createExactPosterior, type Posterior } from '../exact-posterior.ts';
import { heldOutFolds } from '../held-out.ts';
import type { GpModel, SparseForm } from '../model.ts';
import { mean as average } from '../scaling.ts';
import type { LeftOut, TrainTask } from '../task.ts';
import { groupedFolds } from '../validation.ts';
import { type Cloud, cloudOf } from './cloud.ts';
import { inducingOf, predictInducing, withoutLast } from './inducing.ts';
import { createSparsePosterior, exactOn } from './posterior.ts';
import { runVecchiaPredict } from './predict-op.ts';
import { blockOrder, nearestRowsOf, openRowSearch, slotsOfSearch } from './row-blocks.ts';

/** Rows that are left out, at most: a score of 2,000 is known to 2 %. */
const MOST_SCORED = 2000;
/** The same by a factor of all rows, to each of which they tell n² operations. */
const MOST_SCORED_EXACTLY = 1000;
const FEWEST_FOLDS = 5;
/** Rows of the exact model that a sparse one is compared with, and points at which. */
const COMPARED = { rows: 1000, points: 200 };

/**
 * Predictions of some rows by those of the other folds near them, at the hyperparameters of the fit; rows with equal
 * inputs are in one fold. With inducing points of the last rows by the others: what rows tell of the points takes a pass over all of them.
 */
export function validateSparse(
  model: GpModel,
  task: Pick<TrainTask, 'X' | 'n' | 'd' | 'seed' | 'folds'>,
  backend: Backend,
): LeftOut | undefined {
  const { inducing, last } = model.sparse as SparseForm;
  if (inducing) return last && leaveLast(model, last, backend);
  const folds = groupedFolds(task, task.seed, task.folds);
  if (folds === undefined) return undefined;
  const foldOf = new Int32Array(task.n);
  folds.forEach((fold, f) => {
    for (const row of fold) foldOf[row] = f;
  });
  const chosen = new Set(
    createGenerator(`scored/${task.seed}`)
      .shuffle(Int32Array.from({ length: task.n }, (_, i) => i))
      .slice(0, MOST_SCORED),
  );
  const rows = Int32Array.from(folds.flatMap((fold) => [...fold].filter((row) => chosen.has(row))));
  const apart = (point: number, row: number) => foldOf[row] !== foldOf[rows[point]];
  return { folds: folds.length, rows, ...leftOut(model, rows, apart, backend) };
}

/** A model with inducing points with one fold as the last rows of its order, so that one pass tells what the others say. */
export function withLast(model: GpModel, task: Pick<TrainTask, 'X' | 'n' | 'd' | 'seed' | 'folds'>): GpModel {
  const form = model.sparse as SparseForm;
  const fold = form.inducing ? oneFold(task, MOST_SCORED) : undefined;
  return fold ? { ...model, sparse: { ...form, last: fold } } : model;
}

/** A fold of few enough rows; of more only where so many have equal inputs. */
function oneFold(
  task: Pick<TrainTask, 'X' | 'n' | 'd' | 'seed' | 'folds'>,
  most: number,
): Int32Array | undefined {
  const count = Math.max(task.folds ?? 0, FEWEST_FOLDS, Math.ceil(task.n / most));
  return groupedFolds(task, task.seed, count)?.[0];
}

function leaveLast(model: GpModel, last: Int32Array, backend: Backend): LeftOut {
  const { code, theta, n } = model;
  const cloud = cloudOf(model);
  const D = cloud.X.length / n;
  const of = { backend, code, theta, D };
  const rows = last.slice(0, MOST_SCORED);
  const points = rowsFrom(cloud.X, D, rows);
  const neighbours = nearestOthers(cloud, last, points, (model.sparse as SparseForm).predictive, backend);
  const { made, release } = inducingOf(of, model);
  const others = withoutLast(of, made);
  const asked = { points, count: rows.length, neighbours, wanted: wants.mean | wants.variance };
  const { mean, variance } = predictInducing(of, others, asked);
  for (const slot of others.own) backend.free(slot);
  release();
  return { folds: 1, rows, mean, variance: variance.map((value) => Math.max(0, value)) };
}

/** The nearest rows [points, m] that are not among the last. */
function nearestOthers(
  { X, n, metric }: Cloud,
  last: Int32Array,
  points: Float64Array,
  m: number,
  backend: Backend,
): Float64Array {
  const out = new Set(last);
  const others = Int32Array.from({ length: n }, (_, i) => i).filter((row) => !out.has(row));
  const D = X.length / n;
  const count = points.length / D;
  const places = metric.place(rowsFrom(X, D, others), others.length);
  const order = blockOrder(places, others.length, metric.dimension);
  const search = openRowSearch(backend, places, metric.dimension, order);
  const asked = { points: metric.place(points, count), count, m: Math.min(m, others.length) };
  const found = nearestRowsOf(backend, search, asked);
  for (const slot of slotsOfSearch(search)) backend.free(slot);
  return found.map((at) => (at < 0 ? -1 : others[at]));
}

/** Rows of one fold from the others, by the exact posterior of all. */
export function validateExactly(
  exact: Posterior,
  task: Pick<TrainTask, 'X' | 'n' | 'd' | 'seed' | 'folds'>,
): LeftOut | undefined {
  const fold = oneFold(task, MOST_SCORED_EXACTLY);
  return fold && heldOutFolds(exact, [fold]);
}

/** Mean and latent variance, model scale, at rows of the model from the rows that `accept` lets through. */
function leftOut(
  model: GpModel,
  rows: Int32Array,
  accept: (point: number, row: number) => boolean,
  backend: Backend,
): Pick<LeftOut, 'mean' | 'variance'> {
  const cloud = cloudOf(model);
  const D = cloud.X.length / cloud.n;
  const m = Math.min((model.sparse as SparseForm).predictive, cloud.n - 1);
  const points = new Float64Array(rows.length * D);
  rows.forEach((row, i) => {
    points.set(cloud.X.subarray(row * D, (row + 1) * D), i * D);
  });
  const neighbours = cloud.nearest(points, rows.length, m, accept);
  const held = [cloud.X, cloud.y, cloud.noise, model.theta].map((values) => slotOf(backend, values));
  const [X, y, noise, theta] = held;
  try {
    const sizes = {
      D,
      P: model.theta.length,
      points,
      count: rows.length,
      neighbours,
      m,
      wanted: wants.mean | wants.variance,
    };
    const data = { X, y, noise, theta, n: cloud.n };
    return runVecchiaPredict({ backend, code: model.code, data, ...sizes });
  } finally {
    for (const slot of held) backend.free(slot);
  }
}

/** How far a sparse model is from the exact one where both can be had: on some of its rows. */
export interface Distance {
  readonly rows: number;
  /** Root mean square difference of means, in deviations of a measurement. */
  readonly mean: number;
  /** Mean difference of log densities of held-out measurements: sparse less exact. */
  readonly logDensity: number;
}

/**
 * Compares both models of a seeded choice of rows at other rows, with as many inducing points to a row as the whole has; O(1000³).
 */
export function distanceFromExact(model: GpModel, seed: number, backend: Backend): Distance {
  const order = createGenerator(`compared/${seed}`).shuffle(
    Int32Array.from({ length: model.n }, (_, i) => i),
  );
  const points = order.slice(0, Math.min(COMPARED.points, Math.floor(model.n / 5)));
  const rows = order.slice(points.length, points.length + COMPARED.rows).sort();
  const part = exactOn(model, cloudOf(model), rows);
  const X = rowsFrom(model.X, model.d, points);
  const theta = model.theta.slice();
  const { last: _last, ...form } = model.sparse as SparseForm;
  const inducing = Math.floor(((form.inducing ?? 0) * rows.length) / model.n);
  const [exact, sparse] = [
    createExactPosterior({ ...part, theta }, backend),
    createSparsePosterior({ ...part, theta, sparse: { ...form, inducing } }, backend),
  ].map((posterior) => {
    const found = posterior.predict(X, points.length);
    posterior.free();
    return found;
  });
  const noise =
    Math.exp(model.theta[model.theta.length - 2]) * model.outputScale ** 2 +
    (model.noise ? average(model.noise) : 0);
  const deviation = (std: number) => Math.max(1e-300, Math.sqrt(std * std + noise));
  const density = (mean: number, std: number, y: number) =>
    -Math.log(deviation(std)) - 0.5 * ((y - mean) / deviation(std)) ** 2;
  let [squares, densities] = [0, 0];
  points.forEach((row, i) => {
    squares += ((sparse.mean[i] - exact.mean[i]) / deviation(exact.std[i])) ** 2 / points.length;
    const y = model.y[row];
    densities +=
      (density(sparse.mean[i], sparse.std[i], y) - density(exact.mean[i], exact.std[i], y)) / points.length;
  });
  return { rows: rows.length, mean: Math.sqrt(squares), logDensity: densities };
}
