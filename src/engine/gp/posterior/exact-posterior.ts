import type { Backend, Slot } from '../../compute/backend.ts';
import { runAlone } from '../../compute/lockstep.ts';
import { opSteps } from '../../compute/run-op.ts';
import { readSlot, slotOf } from '../../compute/slots.ts';
import { type InputsOf, oneProduct, type SizesOf, stepOf } from '../../compute/step.ts';
import { NotPositiveDefiniteError, ShapeError } from '../../errors.ts';
import { outputsWith, variancesWith } from '../censoring/censored.ts';
import type { GpModel } from '../model.ts';
import { createInputMap, type InputMap, withinReach } from '../transforms/input-map.ts';
import { extendFactor, type Factored } from './extend.ts';
import { factors } from './factors.ts';
import { inverseOnBackend } from './inverse.ts';
import { leaveOneOut } from './leave-one-out.ts';
import {
  type OutputUnits,
  type PredictionSteps,
  pointwise,
  predictionSteps,
  scaled,
  toOutput,
  unitsOf,
} from './predictions.ts';

/**
 * The posterior of a fitted model: the latent function, noise not added.
 *
 * Inputs are raw rows [m, d]; results are in output units with the model's calibration in every deviation, variance and
 * covariance (and so in their gradients). Arrays given back are the caller's own; short gradients share one buffer, so copy them
 * before you transfer it.
 */
export interface Posterior {
  readonly model: GpModel;
  readonly backend: Backend;
  /** Rows conditioned on, fantasies included. */
  readonly n: number;
  readonly inputs: InputMap;
  /** For fused ops such as `mc_acquisition`: model scale, dims n, `inputs.dimension`, `parameters` and `model.code`. */
  readonly slots: { readonly X: Slot; readonly theta: Slot; readonly L: Slot; readonly alpha: Slot };
  /** Length of theta. */
  readonly parameters: number;
  /** Output units ↔ model scale: output = shift + scale·model; deviations: deviationScale·model. */
  readonly outputShift: number;
  readonly outputScale: number;
  readonly deviationScale: number;
  predict(Xs: Float64Array, m: number): { mean: Float64Array; std: Float64Array };
  /** The means alone, [m], in O(n·m). */
  mean(Xs: Float64Array, m: number): Float64Array;
  /** The same as work that runs beside that of other posteriors; exact models alone. */
  readonly steps?: PredictionSteps;
  /** The means at the rows themselves, [n], from the weights in O(n); exact models alone. */
  meanOfRows?(): Float64Array;
  predictGradient(
    Xs: Float64Array,
    m: number,
  ): { mean: Float64Array; variance: Float64Array; dMean: Float64Array; dVariance: Float64Array };
  /** Joint over groups of q points: Xs [groups, q, d] → mean [groups, q], cov [groups, q, q]. */
  joint(Xs: Float64Array, groups: number, q: number): { mean: Float64Array; cov: Float64Array };
  /** Derivative of Σ gMean·mean + Σ gCov·cov by Xs: [groups, q, d]. */
  jointGradient(
    Xs: Float64Array,
    groups: number,
    q: number,
    gMean: Float64Array,
    gCov: Float64Array,
  ): Float64Array;
  /**
   * The posterior after k more rows Xnew [k, d], in O(n²k) without a new factorization.
   *
   * Without ynew the rows are fantasies at the posterior mean: variances change, means do not. `noise` [k] are variances
   * in squared output units; by default the learned noise, or the mean of the given ones.
   */
  condition(Xnew: Float64Array, ynew?: Float64Array, noise?: Float64Array): Posterior;
  /** Samples [S, m] at m points from standard normals Z [S, m]. */
  sample(Xs: Float64Array, m: number, Z: Float64Array): Float64Array;
  /** Prior standard deviation at m points, output units. */
  priorStd(Xs: Float64Array, m: number): Float64Array;
  /** Leave-one-out mean and variance (noise of the row included) of every training row, output units, uncalibrated; computed once. */
  leaveOneOut(): { mean: Float64Array; variance: Float64Array };
  /**
   * Of a sparse model: the exact posterior given the `each` rows nearest to every one of these points [m, d] (by default
   * as many as a prediction takes, fewer for many points). The caller frees it.
   */
  near?(Xs: Float64Array, m: number, each?: number): Posterior;
  /** Gives the buffers back; using the posterior afterwards throws. */
  free(): void;
}

/**
 * Factors the model (O(n³)) on the backend, or takes the factor of an earlier call on the same arrays.
 *
 * Throws NotPositiveDefiniteError when no jitter of the ladder suffices.
 */
export function createExactPosterior(model: GpModel, backend: Backend): Posterior {
  const { made: factored, release } = factors.of(model, backend, () => factor(model, backend));
  return wrap(model, backend, withinReach(createInputMap(model), model.X, model.n), factored, release);
}

/** The same for one use: the factor is not kept. */
export function createUncachedPosterior(model: GpModel, backend: Backend): Posterior {
  return passing(model, backend, factor(model, backend));
}

function passing(model: GpModel, backend: Backend, factored: Factored): Posterior {
  return wrap(model, backend, withinReach(createInputMap(model), model.X, model.n), factored, () => {
    for (const slot of [factored.X, factored.theta, factored.L, factored.alpha]) backend.free(slot);
  });
}

/** Noise variance with which a curve goes through given means, model scale. */
const THROUGH = 1e-7;

/**
 * A posterior for one use with the deviations of a model and, as its mean, the curve of that model through `means` [n] at
 * its rows, output units. Where they are the means of a model of more rows, it approximates that model near them.
 */
export function createSubsetPosterior(model: GpModel, means: Float64Array, backend: Backend): Posterior {
  const { noise: _noise, ...rest } = model;
  const theta = model.theta.slice();
  theta[theta.length - 2] = Math.log(THROUGH);
  const factored = factor(model, backend);
  const curve = factor({ ...rest, theta, y: means }, backend);
  for (const slot of [factored.alpha, curve.X, curve.theta, curve.L]) backend.free(slot);
  return passing(model, backend, { ...factored, alpha: curve.alpha });
}

function factor(model: GpModel, backend: Backend): Factored {
  const { n, code, theta } = model;
  const inputs = createInputMap(model);
  const P = theta.length;
  const y = outputsWith(model.y, model.censored).map(
    (value) => (value - model.outputShift) / model.outputScale,
  );
  const noise = variancesWith(n, model.noise, model.censored).map(
    (value) => value / model.outputScale / model.outputScale,
  );
  const X = slotOf(backend, inputs.encode(model.X, n));
  const slots = {
    X,
    theta: slotOf(backend, theta),
    L: backend.alloc(n * n),
    alpha: backend.alloc(n),
  };
  const ySlot = slotOf(backend, y);
  const noiseSlot = slotOf(backend, noise);
  const status = backend.alloc(1);
  backend.run([
    stepOf(
      'gp_factor',
      { batch: 1, n, d: inputs.dimension, parameters: P },
      { ...slots, y: ySlot, noise: noiseSlot, status },
      code,
    ),
  ]);
  const jitter = readSlot(backend, status)[0];
  for (const slot of [ySlot, noiseSlot, status]) backend.free(slot);
  if (jitter < 0) {
    for (const slot of Object.values(slots)) backend.free(slot);
    throw new NotPositiveDefiniteError(
      `posterior: the covariance of ${n} rows is not positive definite, even with a jitter of 1e-4; drop repeated rows or give noise`,
    );
  }
  return { n, ...slots, y, noise };
}

/** What the functions of one exact posterior share. */
interface Exact {
  readonly model: GpModel;
  readonly backend: Backend;
  readonly inputs: InputMap;
  readonly factored: Factored;
  readonly units: OutputUnits;
  readonly slots: Posterior['slots'];
  freed: boolean;
}

function wrap(
  model: GpModel,
  backend: Backend,
  inputs: InputMap,
  factored: Factored,
  release: () => void,
): Posterior {
  const { n, X, theta, L, alpha } = factored;
  const [slots, units] = [{ X, theta, L, alpha }, unitsOf(model)];
  const exact: Exact = { model, backend, inputs, factored, units, slots, freed: false };
  const parameters = model.theta.length;
  const sizes = { batch: 1, n, d: inputs.dimension, parameters };
  const predicted = (Xs: Float64Array, m: number, wanted: number) =>
    callSteps(exact, 'gp_predict', { ...sizes, m, wanted }, { ...slots, Xs: inputs.encode(Xs, m) });
  let left: ReturnType<Posterior['leaveOneOut']> | undefined;
  const posterior: Posterior = {
    ...{ model, backend, n, inputs, slots, parameters, ...units },
    ...pointwise(model, inputs, (Xs, m, wanted) => runAlone(predicted(Xs, m, wanted), backend)),
    steps: predictionSteps(model, predicted),
    ...jointly(exact),
    meanOfRows: () => meanOfRows(exact),
    condition: (Xnew, ynew, noise) => conditioned(exact, Xnew, ynew, noise),
    sample: (Xs, m, Z) => sampled(posterior, Xs, m, Z),
    priorStd: (Xs, m) => priorDeviations(exact, Xs, m),
    leaveOneOut() {
      if (left) return left;
      const inverse = inverseOnBackend(backend, L, n);
      const { mean, variance } = leaveOneOut(inverse, factored.y, model.theta[parameters - 1]);
      left = { mean: toOutput(units, mean), variance: scaled(variance, units.outputScale ** 2) };
      return left;
    },
    free() {
      if (exact.freed) return;
      exact.freed = true;
      release();
    },
  };
  return posterior;
}

function call<Op extends 'gp_joint' | 'covariance'>(
  exact: Exact,
  op: Op,
  sizes: SizesOf<Op>,
  given: InputsOf<Op, Slot | Float64Array>,
) {
  return runAlone(callSteps(exact, op, sizes, given), exact.backend);
}

function callSteps<Op extends 'gp_predict' | 'gp_joint' | 'covariance'>(
  { backend, model, freed }: Exact,
  op: Op,
  sizes: SizesOf<Op>,
  given: InputsOf<Op, Slot | Float64Array>,
) {
  if (freed) throw new ShapeError(`posterior: used after free`);
  return opSteps(backend, op, sizes, given, model.code);
}

/** Means at the rows by the factor that they belong to, model scale. */
const rowMeans = new WeakMap<Factored, Float64Array>();

function meanOfRows({ model, backend, factored, units, slots }: Exact): Float64Array {
  let means = rowMeans.get(factored);
  if (means === undefined) {
    const learned = Math.exp(model.theta[model.theta.length - 2]);
    const weights = readSlot(backend, slots.alpha);
    means = factored.y.map((value, i) => value - (learned + factored.noise[i]) * weights[i]);
    rowMeans.set(factored, means);
  }
  return toOutput(units, means);
}

/** The joint distributions of groups of points, output units. */
function jointly(exact: Exact): Pick<Posterior, 'joint' | 'jointGradient'> {
  const { model, inputs, factored, units, slots } = exact;
  const shared = { n: factored.n, d: inputs.dimension, parameters: model.theta.length };
  return {
    joint(Xs, groups, q) {
      const given = { ...slots, Xs: inputs.encode(Xs, groups * q) };
      const { mean, cov } = call(exact, 'gp_joint', { groups, q, ...shared, withGradient: 0 }, given);
      return { mean: toOutput(units, mean), cov: scaled(cov, units.deviationScale ** 2) };
    },
    jointGradient(Xs, groups, q, gMean, gCov) {
      const given = {
        ...slots,
        Xs: inputs.encode(Xs, groups * q),
        gMean: scaled(gMean, units.outputScale),
        gCov: scaled(gCov, units.deviationScale ** 2),
      };
      const { dXs } = call(exact, 'gp_joint', { groups, q, ...shared, withGradient: 1 }, given);
      return inputs.pullback(Xs, groups * q, dXs);
    },
  };
}

function conditioned(
  { model, backend, inputs, factored, units }: Exact,
  Xnew: Float64Array,
  ynew?: Float64Array,
  noise?: Float64Array,
): Posterior {
  const { outputShift, outputScale } = units;
  const k = Xnew.length / model.d;
  const given = noise
    ? scaled(noise, 1 / outputScale ** 2)
    : new Float64Array(k).fill(usualNoise(model, factored));
  const y = ynew?.map((value) => (value - outputShift) / outputScale);
  const extended = extendFactor(backend, model, factored, {
    points: inputs.encode(Xnew, k),
    y,
    noise: given,
  });
  return wrap(model, backend, inputs, extended, () => {
    for (const slot of [extended.X, extended.theta, extended.L, extended.alpha]) backend.free(slot);
  });
}

function sampled(posterior: Posterior, Xs: Float64Array, m: number, Z: Float64Array): Float64Array {
  const { mean, cov } = posterior.joint(Xs, 1, m);
  return drawSamples(posterior.backend, mean, jointFactor(posterior, cov, Xs, m), m, Z);
}

/**
 * Lower factor of the joint covariance [m, m] at points, with jitter where it needs some.
 *
 * @throws NotPositiveDefiniteError when no jitter suffices
 */
export function jointFactor(
  posterior: Pick<Posterior, 'backend' | 'priorStd'>,
  cov: Float64Array,
  Xs: Float64Array,
  m: number,
): Float64Array {
  const { backend } = posterior;
  const factor =
    factorOfCovariance(backend, cov, m, largestVariance(cov, m)) ??
    // What is left of the variance may be all rounding, which is as large as the prior makes it.
    factorOfCovariance(backend, cov, m, Math.max(...posterior.priorStd(Xs, m)) ** 2);
  if (factor === undefined) {
    throw new NotPositiveDefiniteError(
      `sample: the covariance of ${m} points is not positive definite; sample fewer points`,
    );
  }
  return factor;
}

function priorDeviations(exact: Exact, Xs: Float64Array, m: number): Float64Array {
  const { model, inputs, units, slots } = exact;
  const d = inputs.dimension;
  const points = inputs.encode(Xs, m);
  const ofOnePair = { batch: 1, n1: 1, n2: 1, d, parameters: model.theta.length, withGradient: 0 };
  const std = new Float64Array(m);
  for (let i = 0; i < m; i++) {
    const point = points.slice(i * d, (i + 1) * d);
    const { K } = call(exact, 'covariance', ofOnePair, { X1: point, X2: point, theta: slots.theta });
    std[i] = units.deviationScale * Math.sqrt(K[0]);
  }
  return std;
}

/** Noise variance of a new row, model scale: what was learned, or the mean of what was given. */
function usualNoise(model: GpModel, factored: Factored): number {
  const learned = Math.exp(model.theta[model.theta.length - 2]);
  if (!model.noise) return learned;
  const extra = (model.censored?.extra ?? new Float64Array(0)).reduce((sum, value) => sum + value, 0);
  const all = factored.noise.reduce((sum, value) => sum + value, 0);
  return learned + (all - extra / model.outputScale ** 2) / factored.n;
}

function largestVariance(cov: Float64Array, m: number): number {
  let largest = 0;
  for (let i = 0; i < m; i++) largest = Math.max(largest, cov[i * (m + 1)]);
  return largest;
}

/** L of cov [m, m], with jitter in shares of `scale` where it needs some; undefined when none is enough. */
function factorOfCovariance(
  backend: Backend,
  cov: Float64Array,
  m: number,
  scale: number,
): Float64Array | undefined {
  // The op's own jitters are shares of the mean of the diagonal, which may be rounding below zero.
  const none = slotOf(backend, Float64Array.of(0));
  const L = backend.alloc(m * m);
  const status = backend.alloc(1);
  let factor: Float64Array | undefined;
  for (const share of [0, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4]) {
    const A = slotOf(
      backend,
      cov.map((value, at) => (at % (m + 1) === 0 ? value + share * (scale || 1) : value)),
    );
    backend.run([stepOf('cholesky', { batch: 1, n: m }, { A, ladder: none, L, status })]);
    backend.free(A);
    if (readSlot(backend, status)[0] < 0) continue;
    factor = readSlot(backend, L);
    break;
  }
  for (const slot of [none, L, status]) backend.free(slot);
  return factor;
}

/** mean + L z for rows z of Z. */
function drawSamples(
  backend: Backend,
  mean: Float64Array,
  factor: Float64Array,
  m: number,
  Z: Float64Array,
): Float64Array {
  const [L, normals] = [slotOf(backend, factor), slotOf(backend, Z)];
  const count = Z.length / m;
  const spread = backend.alloc(count * m);
  backend.run([oneProduct({ m: count, k: m, n: m, transposeB: 1 }, { A: normals, B: L, C: spread })]);
  const samples = readSlot(backend, spread).map((value, i) => value + mean[i % m]);
  for (const slot of [L, normals, spread]) backend.free(slot);
  return samples;
}
