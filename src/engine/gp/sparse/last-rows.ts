import type { Backend } from '../../compute/backend.ts';
import { wantedOfPrediction as wants } from '../../compute/ops.ts';
import { slotOf } from '../../compute/slots.ts';
import { rowsFrom } from '../../linalg/rows-from.ts';
import type { GpModel, SparseForm } from '../model.ts';
import type { LeftOut, TrainTask } from '../task.ts';
import { mean as average } from '../transforms/scaling.ts';
import { measuredScores } from '../validation/fixed-scores.ts';
import { groupedFolds } from '../validation/validation.ts';
import { type IndexedRows, indexedRowsOf } from './indexed-rows.ts';
import { keepInducing, makeInducing, predictInducing, withoutLast } from './inducing.ts';
import { runVecchiaPredict } from './predict-op.ts';
import { blockOrder, nearestRowsOf, openRowSearch, slotsOfSearch } from './row-blocks.ts';

/** Rows that are left out, at most: a score of 2,000 is known to 2 %. */
export const MOST_SCORED = 2000;
const FEWEST_FOLDS = 5;

type FoldTask = Pick<TrainTask, 'X' | 'n' | 'd' | 'seed' | 'folds'>;

/** A fold of at most `most` rows; of more only where more rows have equal inputs. */
export function oneFold(task: FoldTask, most: number): Int32Array | undefined {
  const count = Math.max(task.folds ?? 0, FEWEST_FOLDS, Math.ceil(task.n / most));
  return groupedFolds(task, task.seed, count)?.[0];
}

interface Validated {
  /** With the form that it has in the end. */
  readonly model: GpModel;
  readonly left: LeftOut | undefined;
  /** Nats per row by which neighbours alone predicted left-out rows better; absent where inducing points stay. */
  readonly gain?: number;
}

/**
 * A model with inducing points, and predictions of one fold from the other rows at the hyperparameters of the fit. The
 * fold comes last in the order of the model, so that one pass over the rows gives predictions from the others and from all.
 *
 * @param isFree the inducing points may be left out: where neighbours alone predict the fold better (decision 0208)
 */
export function validateInducing(
  model: GpModel,
  task: FoldTask,
  isFree: boolean,
  backend: Backend,
): Validated {
  const { last: _last, ...form } = model.sparse as SparseForm;
  const last = oneFold(task, MOST_SCORED);
  if (last === undefined) return { model, left: undefined };
  const ordered = { ...model, sparse: { ...form, last } };
  const indexed = indexedRowsOf(model);
  const of = { backend, code: model.code, theta: model.theta, D: indexed.X.length / model.n };
  const rows = last.slice(0, MOST_SCORED);
  const points = rowsFrom(indexed.X, of.D, rows);
  const neighbours = nearestOthers(indexed, last, points, form.predictive, backend);
  const made = makeInducing(of, ordered);
  const others = withoutLast(of, made);
  const asked = { points, count: rows.length, neighbours, wanted: wants.mean | wants.variance };
  const left = { folds: 1, rows, ...predictInducing(of, others, asked) };
  for (const slot of others.own) backend.free(slot);
  if (isFree) {
    const alone = { folds: 1, rows, ...givenNeighbours(model, points, neighbours, backend) };
    const [ours, theirs] = [left, alone].map((one) => average(measuredScores(model, one).logDensity));
    const gain = theirs - ours;
    if (gain > 0) {
      for (const slot of made.slots) backend.free(slot);
      const { inducing: _inducing, ...rest } = form;
      return { model: { ...model, sparse: rest }, left: alone, gain };
    }
  }
  keepInducing(of, ordered, made);
  return { model: ordered, left };
}

/** The nearest rows [points, m] that are not among the last. */
function nearestOthers(
  { X, n, metric }: IndexedRows,
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

/** Mean and latent variance, model scale, at encoded points given rows [points, m] of the model alone. */
export function givenNeighbours(
  model: GpModel,
  points: Float64Array,
  neighbours: Float64Array,
  backend: Backend,
): Pick<LeftOut, 'mean' | 'variance'> {
  const indexed = indexedRowsOf(model);
  const D = indexed.X.length / indexed.n;
  const count = points.length / D;
  const held = [indexed.X, indexed.y, indexed.noise, model.theta].map((values) => slotOf(backend, values));
  const [X, y, noise, theta] = held;
  const call = { D, P: model.theta.length, points, count, neighbours, m: neighbours.length / count };
  const data = { X, y, noise, theta, n: indexed.n };
  try {
    return runVecchiaPredict({
      ...{ backend, code: model.code, data, ...call },
      wanted: wants.mean | wants.variance,
    });
  } finally {
    for (const slot of held) backend.free(slot);
  }
}
