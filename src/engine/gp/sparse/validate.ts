import type { Backend } from '../../compute/backend.ts';
import { rowsFrom } from '../../linalg/rows-from.ts';
import { createGenerator } from '../../random/generator.ts';
import type { GpModel, SparseForm } from '../model.ts';
import { createExactPosterior, type Posterior } from '../posterior/exact-posterior.ts';
import type { LeftOut, TrainTask } from '../task.ts';
import { mean as average } from '../transforms/scaling.ts';
import { heldOutFolds } from '../validation/held-out.ts';
import { groupedFolds } from '../validation/validation.ts';
import { indexedRowsOf } from './indexed-rows.ts';
import { givenNeighbours, MOST_SCORED, oneFold } from './last-rows.ts';
import { createSparsePosterior, exactModelOfRows } from './posterior.ts';

/** The same by a factor of all rows: each prediction takes n² operations. */
const MOST_SCORED_EXACTLY = 1000;
/** Rows of the exact model that a sparse one is compared with, and points at which. */
const COMPARED = { rows: 1000, points: 200 };

/**
 * Predictions of some rows by those of the other folds near them, at the hyperparameters of the fit; rows with equal
 * inputs are in one fold.
 */
export function validateByNeighbours(
  model: GpModel,
  task: Pick<TrainTask, 'X' | 'n' | 'd' | 'seed' | 'folds'>,
  backend: Backend,
): LeftOut | undefined {
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
  const indexed = indexedRowsOf(model);
  const points = rowsFrom(indexed.X, indexed.X.length / indexed.n, rows);
  const m = Math.min((model.sparse as SparseForm).predictive, indexed.n - 1);
  const neighbours = indexed.nearest(points, rows.length, m, apart);
  return { folds: folds.length, rows, ...givenNeighbours(model, points, neighbours, backend) };
}

/** Rows of one fold from the others, by the exact posterior of all. */
export function validateExactly(
  exact: Posterior,
  task: Pick<TrainTask, 'X' | 'n' | 'd' | 'seed' | 'folds'>,
): LeftOut | undefined {
  const fold = oneFold(task, MOST_SCORED_EXACTLY);
  return fold && heldOutFolds(exact, [fold]);
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
  const part = exactModelOfRows(model, indexedRowsOf(model), rows);
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
