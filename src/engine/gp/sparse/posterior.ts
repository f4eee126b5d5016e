import type { Backend, Slot } from '../../compute/backend.ts';
import { wantedOfPrediction as wants } from '../../compute/ops.ts';
import { slotOf } from '../../compute/slots.ts';
import { ShapeError } from '../../errors.ts';
import type { GpModel, SparseForm } from '../model.ts';
import { createUncachedPosterior, type Posterior } from '../posterior/exact-posterior.ts';
import { createModelCache } from '../posterior/factors.ts';
import { type OutputUnits, pointwise, toOutput, unitsOf } from '../posterior/predictions.ts';
import { createInputMap, type InputMap, withinReach } from '../transforms/input-map.ts';
import { mean as average } from '../transforms/scaling.ts';
import {
  type ExactMeanModel,
  exactMeanModelOf,
  extendExactMeanModel,
  predictWithExactMeans,
} from './exact-means.ts';
import type { Covariances } from './features.ts';
import { extendIndexedRows, type IndexedRows, indexedRowsOf, searchOf } from './indexed-rows.ts';
import { extendInducing, type Inducing, inducingOf, predictInducing } from './inducing.ts';
import { type PredictCall, runVecchiaPredict } from './predict-op.ts';
import { nearestRowsOf, type RowSearch, slotsOfSearch } from './row-blocks.ts';
import { sampleSequentially } from './sample.ts';

/** Rows of models as predictions search them, kept as factors are. */
const searches = createModelCache<RowSearch>(slotsOfSearch);

/** Rows of an exact posterior near a group of points, at most. */
const MOST_NEAR = 512;

/**
 * The posterior of a sparse model: every point is conditioned on the rows nearest to it by correlation. Nothing is
 * factored beforehand; a search tree over the rows is kept with the model.
 *
 * Joint distributions of a group are those of the exact model given the nearest rows of all its points together.
 * Cost per point O(m³ + log n), m the rows taken; memory O(n).
 */
export function createSparsePosterior(model: GpModel, backend: Backend): Posterior {
  return open(model, backend, indexedRowsOf(model));
}

/** What the functions of one sparse posterior share. */
interface Sparse {
  readonly model: GpModel;
  readonly backend: Backend;
  readonly indexed: IndexedRows;
  readonly inputs: InputMap;
  readonly units: OutputUnits;
  /** Rows that a point is conditioned on. */
  readonly m: number;
  /** Rows, outputs, noise and theta on the backend, once something is predicted. */
  data: PredictCall['data'] | undefined;
  /** The rows as they are searched; of a model with inducing points, and of one with exact means; once something is predicted. */
  search: { readonly made: RowSearch; release(): void } | undefined;
  inducing: { readonly made: Inducing; release(): void } | undefined;
  weighted: { readonly made: ExactMeanModel; release(): void } | undefined;
  freed: boolean;
}

function open(model: GpModel, backend: Backend, indexed: IndexedRows): Posterior {
  const inputs = withinReach(createInputMap(model), model.X, model.n);
  const m = Math.min((model.sparse as SparseForm).predictive, indexed.n);
  const units = unitsOf(model);
  const sparse: Sparse = {
    ...{ model, backend, indexed, inputs, units, m, freed: false },
    ...{ data: undefined, search: undefined, inducing: undefined, weighted: undefined },
  };
  return {
    ...{ model, backend, n: indexed.n, inputs, parameters: model.theta.length, ...units },
    get slots(): never {
      throw new ShapeError('posterior: a sparse model has no factor; take `near` of the points instead');
    },
    ...pointwise(model, inputs, (Xs, count, wanted) => predictRaw(sparse, Xs, count, wanted)),
    near: (Xs, count, wanted) => near(sparse, Xs, count, wanted),
    ...groupwise(sparse),
    condition: (Xnew, ynew, noise) => conditioned(sparse, Xnew, ynew, noise),
    sample: (Xs, count, Z) => sampled(sparse, Xs, count, Z),
    priorStd(Xs, count) {
      const local = near(sparse, Xs, Math.min(count, 1));
      try {
        return local.priorStd(Xs, count);
      } finally {
        local.free();
      }
    },
    leaveOneOut: () => leaveOneOut(sparse),
    free() {
      sparse.freed = true;
      const { X, y, noise, theta } = sparse.data ?? {};
      for (const slot of [X, y, noise, theta]) if (slot) backend.free(slot);
      sparse.data = undefined;
      sparse.search?.release();
      sparse.inducing?.release();
      sparse.weighted?.release();
      sparse.search = undefined;
      sparse.inducing = undefined;
      sparse.weighted = undefined;
    },
  };
}

const shared = ({ model, backend, inputs }: Sparse) => ({
  ...{ backend, code: model.code, D: inputs.dimension, P: model.theta.length },
});

function dataOf(sparse: Sparse): PredictCall['data'] {
  if (sparse.freed) throw new ShapeError('posterior: used after free');
  const { backend, indexed, model } = sparse;
  sparse.data ??= {
    X: slotOf(backend, indexed.X),
    y: slotOf(backend, indexed.y),
    noise: slotOf(backend, indexed.noise),
    theta: slotOf(backend, model.theta),
    n: indexed.n,
  };
  return sparse.data;
}

function predictRaw(sparse: Sparse, Xs: Float64Array, count: number, wanted: number) {
  const { backend, indexed, inputs, m } = sparse;
  const points = inputs.encode(Xs, count);
  const isExact = sparse.model.sparse?.exactMean === true;
  const placed = { points: indexed.metric.place(points, count), count, m, isExact };
  const neighbours = nearestRowsOf(backend, searchIn(sparse), placed);
  const asked = { points, count, neighbours, wanted };
  if (isExact) return predictWithExactMeans(covariancesOf(sparse), weightedIn(sparse), asked);
  if (hasInducing(sparse)) return predictInducing(covariancesOf(sparse), inducingIn(sparse), asked);
  return runVecchiaPredict({ ...shared(sparse), data: dataOf(sparse), points, count, neighbours, m, wanted });
}

const hasInducing = ({ model }: Sparse): boolean => (model.sparse?.inducing ?? 0) > 0;

const covariancesOf = ({ backend, model, inputs }: Sparse): Covariances => ({
  ...{ backend, code: model.code, theta: model.theta, D: inputs.dimension },
});

/** The rows as predictions search them, kept from one call to the next unless there are later rows. */
function searchIn(sparse: Sparse): RowSearch {
  if (sparse.freed) throw new ShapeError('posterior: used after free');
  const { model, backend, indexed } = sparse;
  const passing = (made: RowSearch) => ({
    made,
    release() {
      for (const slot of slotsOfSearch(made)) backend.free(slot);
    },
  });
  sparse.search ??=
    indexed.n > model.n
      ? passing(searchOf(backend, indexed))
      : searches.of(model, backend, () => searchOf(backend, indexed));
  return sparse.search.made;
}

/** The inducing points of the model, kept from one call to the next, with the information from rows added since. */
function inducingIn(sparse: Sparse): Inducing {
  if (sparse.freed) throw new ShapeError('posterior: used after free');
  if (sparse.inducing) return sparse.inducing.made;
  const { model, indexed } = sparse;
  const { neighbours } = model.sparse as SparseForm;
  const of = covariancesOf(sparse);
  sparse.inducing = withLater(sparse, inducingOf(of, model), (made) =>
    extendInducing(of, made, indexed, neighbours),
  );
  return sparse.inducing.made;
}

/** What was kept of a model, extended where there are more rows now. */
function withLater<T extends { readonly slots: readonly Slot[] }>(
  { indexed, model, backend }: Sparse,
  kept: { readonly made: T; release(): void },
  extend: (made: T) => T,
): { readonly made: T; release(): void } {
  if (indexed.n === model.n) return kept;
  const made = extend(kept.made);
  const release = () => {
    for (const slot of made.slots) backend.free(slot);
    kept.release();
  };
  return { made, release };
}

/** The weights of all rows, kept from one call to the next, and the information from rows added since. */
function weightedIn(sparse: Sparse): ExactMeanModel {
  if (sparse.freed) throw new ShapeError('posterior: used after free');
  if (sparse.weighted) return sparse.weighted.made;
  const { model, backend, indexed } = sparse;
  const { neighbours } = model.sparse as SparseForm;
  const extend = (made: ExactMeanModel) =>
    extendExactMeanModel(covariancesOf(sparse), made, indexed, neighbours);
  sparse.weighted = withLater(sparse, exactMeanModelOf(model, backend), extend);
  return sparse.weighted.made;
}

function near(sparse: Sparse, Xs: Float64Array, count: number, wanted?: number): Posterior {
  const { model, backend, indexed, inputs, m } = sparse;
  const points = inputs.encode(Xs, count);
  const each = wanted ?? Math.max(8, Math.min(m, Math.floor(MOST_NEAR / count)));
  const rows = new Set(indexed.nearest(points, count, Math.min(each, indexed.n)));
  rows.delete(-1);
  return createUncachedPosterior(exactModelOfRows(model, indexed, Int32Array.from(rows).sort()), backend);
}

/** The joint distributions of groups of points: of each, that of the exact model given the nearest rows of its points. */
function groupwise(sparse: Sparse): Pick<Posterior, 'joint' | 'jointGradient'> {
  const { d } = sparse.model;
  return {
    joint(Xs, groups, q) {
      const mean = new Float64Array(groups * q);
      const cov = new Float64Array(groups * q * q);
      eachGroup(sparse, Xs, groups, q, (local, own, g) => {
        const found = local.joint(own, 1, q);
        mean.set(found.mean, g * q);
        cov.set(found.cov, g * q * q);
      });
      return { mean, cov };
    },
    jointGradient(Xs, groups, q, gMean, gCov) {
      const gradient = new Float64Array(groups * q * d);
      eachGroup(sparse, Xs, groups, q, (local, own, g) => {
        const [means, covs] = [gMean.slice(g * q, (g + 1) * q), gCov.slice(g * q * q, (g + 1) * q * q)];
        gradient.set(local.jointGradient(own, 1, q, means, covs), g * q * d);
      });
      return gradient;
    },
  };
}

function eachGroup(
  sparse: Sparse,
  Xs: Float64Array,
  groups: number,
  q: number,
  work: (local: Posterior, own: Float64Array, g: number) => void,
): void {
  const { d } = sparse.model;
  for (let g = 0; g < groups; g++) {
    const own = Xs.slice(g * q * d, (g + 1) * q * d);
    const local = near(sparse, own, q);
    try {
      work(local, own, g);
    } finally {
      local.free();
    }
  }
}

function conditioned(
  sparse: Sparse,
  Xnew: Float64Array,
  ynew?: Float64Array,
  noise?: Float64Array,
): Posterior {
  const { model, backend, indexed, inputs } = sparse;
  const { outputShift, outputScale } = sparse.units;
  const k = Xnew.length / model.d;
  const learned = Math.exp(model.theta[model.theta.length - 2]);
  const usual = model.noise ? average(indexed.noise.subarray(0, model.n)) : 0;
  const variances = noise
    ? Float64Array.from(noise, (value) => value / outputScale ** 2 - learned)
    : new Float64Array(k).fill(usual);
  const y = ynew
    ? ynew.map((value) => (value - outputShift) / outputScale)
    : predictRaw(sparse, Xnew, k, wants.mean).mean;
  return open(model, backend, extendIndexedRows(indexed, Xnew, inputs.encode(Xnew, k), y, variances));
}

function sampled(sparse: Sparse, Xs: Float64Array, count: number, Z: Float64Array): Float64Array {
  const { model, indexed, inputs, m } = sparse;
  const { outputShift, outputScale } = sparse.units;
  const points = inputs.encode(Xs, count);
  const { draws, mean } = sampleSequentially(
    { ...shared(sparse), theta: model.theta, indexed, points, count, m },
    Z,
  );
  const centres = model.sparse?.exactMean ? predictRaw(sparse, Xs, count, wants.mean).mean : mean;
  return draws.map((value, at) => {
    const away = value - mean[at % count];
    return outputShift + outputScale * (centres[at % count] + model.calibration * away);
  });
}

function leaveOneOut(sparse: Sparse): { mean: Float64Array; variance: Float64Array } {
  const { model, indexed, units } = sparse;
  const m = Math.min(sparse.m, indexed.n - 1);
  const neighbours = indexed.nearest(indexed.X, indexed.n, m, (point, row) => row !== point);
  const rows = { points: indexed.X, count: indexed.n, neighbours, m };
  const wanted = wants.mean | wants.variance;
  const { mean, variance } = runVecchiaPredict({ ...shared(sparse), data: dataOf(sparse), ...rows, wanted });
  const learned = Math.exp(model.theta[model.theta.length - 2]);
  return {
    mean: toOutput(units, mean),
    variance: variance.map((v, i) => (v + learned + indexed.noise[i]) * units.outputScale ** 2),
  };
}

/** The exact model of the rows with the indices `rows`, with the hyperparameters and the scaling of the whole. */
export function exactModelOfRows(model: GpModel, indexed: IndexedRows, rows: Int32Array): GpModel {
  const { sparse: _sparse, noise: _noise, members: _members, ...rest } = model;
  const { d, outputScale, outputShift } = model;
  const X = new Float64Array(rows.length * d);
  rows.forEach((row, i) => {
    X.set(indexed.raw.subarray(row * d, (row + 1) * d), i * d);
  });
  const noise = Float64Array.from(rows, (row) => indexed.noise[row] * outputScale ** 2);
  return {
    ...rest,
    n: rows.length,
    X,
    y: Float64Array.from(rows, (row) => outputShift + outputScale * indexed.y[row]),
    ...(noise.some((value) => value !== 0) ? { noise } : {}),
  };
}
