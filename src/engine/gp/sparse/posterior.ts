import type { Backend, Slot } from '../../compute/backend.ts';
import { slotOf } from '../../compute/slots.ts';
import { ShapeError } from '../../errors.ts';
import { createPassingPosterior, type Posterior } from '../exact-posterior.ts';
import { createInputMap, withinReach } from '../input-map.ts';
import type { GpModel, SparseForm } from '../model.ts';
import { mean as average } from '../scaling.ts';
import { type Cloud, cloudOf, extendCloud } from './cloud.ts';
import { type PredictCall, runVecchiaPredict } from './predict-op.ts';
import { sampleInTurn } from './sample.ts';

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
  return open(model, backend, cloudOf(model));
}

function open(model: GpModel, backend: Backend, cloud: Cloud): Posterior {
  const sparse = model.sparse as SparseForm;
  const inputs = withinReach(createInputMap(model), model.X, model.n);
  const P = model.theta.length;
  const { outputShift, outputScale } = model;
  const deviationScale = outputScale * model.calibration;
  const floor = (model.stdFloor ?? 0) ** 2;
  const m = Math.min(sparse.predictive, cloud.n);
  const held: Slot[] = [];
  let data: PredictCall['data'] | undefined;
  let freed = false;

  /** Rows, outputs, noise and theta on the backend, once something is predicted. */
  function dataOf(): PredictCall['data'] {
    if (freed) throw new ShapeError('posterior: used after free');
    if (data) return data;
    const [X, y, noise, theta] = [cloud.X, cloud.y, cloud.noise, model.theta].map((values) => {
      const slot = slotOf(backend, values);
      held.push(slot);
      return slot;
    });
    data = { X, y, noise, theta, n: cloud.n };
    return data;
  }

  const given = { backend, code: model.code, D: inputs.dimension, P };
  const toOutput = (values: Float64Array) => values.map((value) => outputShift + outputScale * value);
  const scaled = (values: Float64Array, by: number) => values.map((value) => value * by);

  function predictRaw(Xs: Float64Array, count: number, wanted: number) {
    const points = inputs.encode(Xs, count);
    const neighbours = cloud.nearest(points, count, m);
    return runVecchiaPredict({ ...given, data: dataOf(), points, count, neighbours, m, wanted });
  }

  const posterior: Posterior = {
    model,
    backend,
    n: cloud.n,
    inputs,
    get slots(): never {
      throw new ShapeError('posterior: a sparse model has no factor; take `near` of the points instead');
    },
    parameters: P,
    outputShift,
    outputScale,
    deviationScale,
    predict(Xs, count) {
      const { mean, variance } = predictRaw(Xs, count, 3);
      return {
        mean: toOutput(mean),
        std: variance.map((v) => deviationScale * Math.sqrt(Math.max(v, floor))),
      };
    },
    mean: (Xs, count) => toOutput(predictRaw(Xs, count, 1).mean),
    predictGradient(Xs, count) {
      const { mean, variance, dMean, dVariance } = predictRaw(Xs, count, 7);
      return {
        mean: toOutput(mean),
        variance: scaled(variance, deviationScale ** 2),
        dMean: scaled(inputs.pullback(Xs, count, dMean), outputScale),
        dVariance: scaled(inputs.pullback(Xs, count, dVariance), deviationScale ** 2),
      };
    },
    near(Xs, count, wanted) {
      const points = inputs.encode(Xs, count);
      const each = wanted ?? Math.max(8, Math.min(m, Math.floor(MOST_NEAR / count)));
      const rows = new Set(cloud.nearest(points, count, Math.min(each, cloud.n)));
      rows.delete(-1);
      return createPassingPosterior(exactOn(model, cloud, Int32Array.from(rows).sort()), backend);
    },
    joint(Xs, groups, q) {
      const mean = new Float64Array(groups * q);
      const cov = new Float64Array(groups * q * q);
      eachGroup(Xs, groups, q, (local, own, g) => {
        const found = local.joint(own, 1, q);
        mean.set(found.mean, g * q);
        cov.set(found.cov, g * q * q);
      });
      return { mean, cov };
    },
    jointGradient(Xs, groups, q, gMean, gCov) {
      const gradient = new Float64Array(groups * q * model.d);
      eachGroup(Xs, groups, q, (local, own, g) => {
        const [means, covs] = [gMean.slice(g * q, (g + 1) * q), gCov.slice(g * q * q, (g + 1) * q * q)];
        gradient.set(local.jointGradient(own, 1, q, means, covs), g * q * model.d);
      });
      return gradient;
    },
    condition(Xnew, ynew, noise) {
      const k = Xnew.length / model.d;
      const learned = Math.exp(model.theta[P - 2]);
      const usual = model.noise ? average(cloud.noise.subarray(0, model.n)) : 0;
      const variances = noise
        ? Float64Array.from(noise, (value) => value / outputScale ** 2 - learned)
        : new Float64Array(k).fill(usual);
      const y = ynew ? ynew.map((value) => (value - outputShift) / outputScale) : predictRaw(Xnew, k, 1).mean;
      return open(model, backend, extendCloud(cloud, Xnew, inputs.encode(Xnew, k), y, variances));
    },
    sample(Xs, count, Z) {
      const points = inputs.encode(Xs, count);
      const { draws, mean } = sampleInTurn({ ...given, theta: model.theta, cloud, points, count, m }, Z);
      return draws.map((value, at) => {
        const centre = mean[at % count];
        return outputShift + outputScale * (centre + model.calibration * (value - centre));
      });
    },
    priorStd(Xs, count) {
      const local = posterior.near?.(Xs, Math.min(count, 1));
      try {
        return local?.priorStd(Xs, count) ?? new Float64Array(count);
      } finally {
        local?.free();
      }
    },
    leaveOneOut() {
      const neighbours = cloud.nearest(
        cloud.X,
        cloud.n,
        Math.min(m, cloud.n - 1),
        (point, row) => row !== point,
      );
      const { mean, variance } = runVecchiaPredict({
        ...given,
        data: dataOf(),
        points: cloud.X,
        count: cloud.n,
        neighbours,
        m: Math.min(m, cloud.n - 1),
        wanted: 3,
      });
      const learned = Math.exp(model.theta[P - 2]);
      return {
        mean: toOutput(mean),
        variance: variance.map((v, i) => (v + learned + cloud.noise[i]) * outputScale ** 2),
      };
    },
    free() {
      freed = true;
      for (const slot of held.splice(0)) backend.free(slot);
    },
  };

  function eachGroup(
    Xs: Float64Array,
    groups: number,
    q: number,
    work: (local: Posterior, own: Float64Array, g: number) => void,
  ): void {
    for (let g = 0; g < groups; g++) {
      const own = Xs.slice(g * q * model.d, (g + 1) * q * model.d);
      const local = posterior.near?.(own, q);
      if (local === undefined) continue;
      try {
        work(local, own, g);
      } finally {
        local.free();
      }
    }
  }
  return posterior;
}

/** The exact model of some rows of a cloud, with the hyperparameters and the scaling of the whole. */
export function exactOn(model: GpModel, cloud: Cloud, rows: Int32Array): GpModel {
  const { sparse: _sparse, noise: _noise, members: _members, ...rest } = model;
  const { d, outputScale, outputShift } = model;
  const X = new Float64Array(rows.length * d);
  rows.forEach((row, i) => {
    X.set(cloud.raw.subarray(row * d, (row + 1) * d), i * d);
  });
  const noise = Float64Array.from(rows, (row) => cloud.noise[row] * outputScale ** 2);
  return {
    ...rest,
    n: rows.length,
    X,
    y: Float64Array.from(rows, (row) => outputShift + outputScale * cloud.y[row]),
    ...(noise.some((value) => value !== 0) ? { noise } : {}),
  };
}
