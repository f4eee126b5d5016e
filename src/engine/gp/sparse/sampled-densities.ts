import type { Backend } from '../../compute/backend.ts';
import { wantedOfPrediction as wants } from '../../compute/ops.ts';
import { rowsFrom } from '../../linalg/rows-from.ts';
import { createGenerator } from '../../random/generator.ts';
import type { GpModel, SparseForm } from '../model.ts';
import { createInputMap } from '../transforms/input-map.ts';
import { measuredScores } from '../validation/fixed-scores.ts';
import { indexedRowsOf, searchOf } from './indexed-rows.ts';
import { createInducing, predictInducing } from './inducing.ts';
import { nearestRowsOf, slotsOfSearch } from './row-blocks.ts';
import { inducingFor } from './sizes.ts';

/** Measurements that are predicted, and rows that they are predicted from, at most. */
const JUDGED = { points: 1000, from: 2000 };

/**
 * Log densities of measurements as a model with inducing points predicts them from other rows, both a seeded choice: what
 * tells hyperparameters apart that different likelihoods like. Predictions take the neighbours of the likelihood, which cost a
 * third of their own and judge alike. Fewer rows take as many inducing points as a model of their number, and no more than the
 * whole. O(3000·rank·(m² + rank)).
 */
export function sampledLogDensities(model: GpModel, seed: number, backend: Backend): Float64Array {
  const { n, d, code } = model;
  const form = model.sparse as SparseForm;
  const order = createGenerator(`judged/${seed}`).shuffle(Int32Array.from({ length: n }, (_, i) => i));
  const rows = order.slice(0, Math.min(JUDGED.points, Math.floor(n / 3)));
  const from = order.slice(rows.length, rows.length + JUDGED.from).sort();
  const indexed = indexedRowsOf(modelOfRows(model, from));
  const of = { backend, code, theta: model.theta, D: indexed.X.length / indexed.n };
  const points = createInputMap(model).encode(rowsFrom(model.X, d, rows), rows.length);
  const search = searchOf(backend, indexed);
  const asked = { count: rows.length, m: Math.min(form.neighbours, indexed.n) };
  const neighbours = nearestRowsOf(backend, search, {
    ...asked,
    points: indexed.metric.place(points, rows.length),
  });
  for (const slot of slotsOfSearch(search)) backend.free(slot);
  const rank = Math.min(form.inducing ?? 0, Math.max(1, inducingFor(indexed.n)));
  const inducing = createInducing(of, indexed, rank, form.neighbours);
  const wanted = wants.mean | wants.variance;
  const found = predictInducing(of, inducing, { points, count: rows.length, neighbours, wanted });
  for (const slot of inducing.slots) backend.free(slot);
  return measuredScores(model, { folds: 1, rows, ...found }).logDensity;
}

/** The model with some of its rows alone. */
function modelOfRows(model: GpModel, rows: Int32Array): GpModel {
  const { X, y, noise, d, theta } = model;
  return {
    ...model,
    // Indexed rows are kept by the theta of their model.
    theta: theta.slice(),
    n: rows.length,
    X: rowsFrom(X, d, rows),
    y: rowsFrom(y, 1, rows),
    ...(noise && { noise: rowsFrom(noise, 1, rows) }),
  };
}
