import type { Backend, Slot } from '../compute/backend.ts';
import { wantedOfPrediction as wants } from '../compute/ops.ts';
import { runOp } from '../compute/run-op.ts';
import { readSlot, slotOf } from '../compute/slots.ts';
import { type InputsOf, oneProduct, type SizesOf, stepOf } from '../compute/step.ts';
import { NotPositiveDefiniteError, ShapeError } from '../errors.ts';
import { outputsWith, variancesWith } from './censored.ts';
import { extendFactor, type Factored } from './extend.ts';
import { factorOf } from './factors.ts';
import { createInputMap, type InputMap, withinReach } from './input-map.ts';
import { inverseOnBackend } from './inverse.ts';
import { leaveOneOut } from './leave-one-out.ts';
import type { GpModel } from './model.ts';

/**
 * The posterior of a fitted model: the latent function, noise not added.
 *
 * Inputs are raw rows [m, d]; results are in output units with the model's calibration in every deviation, variance and
 * covariance (and so in their gradients). Buffers given back are the caller's own.
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
  /** Leave-one-out mean and variance (noise of the row included) of every training row, output units, uncalibrated. */
  leaveOneOut(): { mean: Float64Array; variance: Float64Array };
  /**
   * Of a sparse model: the exact posterior given the rows nearest to these points [m, d], `each` for every point unless
   * told; the caller frees it.
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
  const { factored, release } = factorOf(model, backend, () => factor(model, backend));
  return wrap(model, backend, withinReach(createInputMap(model), model.X, model.n), factored, release);
}

/** The same of a model that nobody asks for again: its factor is not kept. */
export function createPassingPosterior(model: GpModel, backend: Backend): Posterior {
  const factored = factor(model, backend);
  return wrap(model, backend, withinReach(createInputMap(model), model.X, model.n), factored, () => {
    for (const slot of [factored.X, factored.theta, factored.L, factored.alpha]) backend.free(slot);
  });
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
      `posterior: the covariance of ${n} rows lost definiteness with jitter up to 1e-4; drop repeated rows or give noise`,
    );
  }
  return { n, ...slots, y, noise };
}

function wrap(
  model: GpModel,
  backend: Backend,
  inputs: InputMap,
  factored: Factored,
  release: () => void,
): Posterior {
  const { n, X, theta, L, alpha } = factored;
  const P = model.theta.length;
  const { dimension } = inputs;
  const { outputShift, outputScale } = model;
  const deviationScale = outputScale * model.calibration;
  const floor = (model.stdFloor ?? 0) ** 2;
  let freed = false;

  const slots = { X, theta, L, alpha };

  const call = <Op extends 'gp_predict' | 'gp_joint' | 'covariance'>(
    op: Op,
    sizes: SizesOf<Op>,
    given: InputsOf<Op, Slot | Float64Array>,
  ) => {
    if (freed) throw new ShapeError(`posterior: used after free`);
    return runOp(backend, op, sizes, given, model.code);
  };
  const jointSizes = (groups: number, q: number, withGradient: 0 | 1) => ({
    ...{ groups, q, n, d: dimension, parameters: P, withGradient },
  });

  const toOutput = (values: Float64Array): Float64Array =>
    values.map((value) => outputShift + outputScale * value);
  const scaled = (values: Float64Array, factorOf: number): Float64Array =>
    values.map((value) => value * factorOf);

  function predictRaw(Xs: Float64Array, m: number, wanted: number) {
    const points = inputs.encode(Xs, m);
    const sizes = { batch: 1, n, d: dimension, parameters: P, m, wanted };
    return call('gp_predict', sizes, { ...slots, Xs: points });
  }

  const posterior: Posterior = {
    model,
    backend,
    n,
    inputs,
    slots,
    parameters: P,
    outputShift,
    outputScale,
    deviationScale,
    predict(Xs, m) {
      const { mean, variance } = predictRaw(Xs, m, wants.mean | wants.variance);
      return {
        mean: toOutput(mean),
        std: variance.map((v) => deviationScale * Math.sqrt(Math.max(v, floor))),
      };
    },
    mean(Xs, m) {
      return toOutput(predictRaw(Xs, m, wants.mean).mean);
    },
    meanOfRows() {
      const learned = Math.exp(model.theta[P - 2]);
      const weights = readSlot(backend, alpha);
      return toOutput(factored.y.map((value, i) => value - (learned + factored.noise[i]) * weights[i]));
    },
    predictGradient(Xs, m) {
      const wanted = wants.mean | wants.variance | wants.gradient;
      const { mean, variance, dMean, dVariance } = predictRaw(Xs, m, wanted);
      return {
        mean: toOutput(mean),
        variance: scaled(variance, deviationScale ** 2),
        dMean: scaled(inputs.pullback(Xs, m, dMean), outputScale),
        dVariance: scaled(inputs.pullback(Xs, m, dVariance), deviationScale ** 2),
      };
    },
    joint(Xs, groups, q) {
      const points = inputs.encode(Xs, groups * q);
      const { mean, cov } = call('gp_joint', jointSizes(groups, q, 0), { ...slots, Xs: points });
      return { mean: toOutput(mean), cov: scaled(cov, deviationScale ** 2) };
    },
    jointGradient(Xs, groups, q, gMean, gCov) {
      const { dXs } = call('gp_joint', jointSizes(groups, q, 1), {
        ...slots,
        Xs: inputs.encode(Xs, groups * q),
        gMean: scaled(gMean, outputScale),
        gCov: scaled(gCov, deviationScale ** 2),
      });
      return inputs.pullback(Xs, groups * q, dXs);
    },
    condition(Xnew, ynew, noise) {
      const k = Xnew.length / model.d;
      const given = noise
        ? scaled(noise, 1 / outputScale ** 2)
        : new Float64Array(k).fill(usualNoise(model, factored));
      const y = ynew?.map((value) => (value - outputShift) / outputScale);
      const extended = extendFactor(backend, model, factored, inputs.encode(Xnew, k), y, given);
      return wrap(model, backend, inputs, extended, () => {
        for (const slot of [extended.X, extended.theta, extended.L, extended.alpha]) backend.free(slot);
      });
    },
    sample(Xs, m, Z) {
      const { mean, cov } = posterior.joint(Xs, 1, m);
      const factor =
        factorOfCovariance(backend, cov, m, largestVariance(cov, m)) ??
        // What is left of the variance may be all rounding, which is as large as the prior makes it.
        factorOfCovariance(backend, cov, m, Math.max(...posterior.priorStd(Xs, m)) ** 2);
      if (factor === undefined) {
        throw new NotPositiveDefiniteError(
          `sample: the covariance of ${m} points lost definiteness; sample fewer points`,
        );
      }
      return drawSamples(backend, mean, factor, m, Z);
    },
    priorStd(Xs, m) {
      const points = inputs.encode(Xs, m);
      const ofOnePair = { batch: 1, n1: 1, n2: 1, d: dimension, parameters: P, withGradient: 0 };
      const std = new Float64Array(m);
      for (let i = 0; i < m; i++) {
        const point = points.slice(i * dimension, (i + 1) * dimension);
        const { K } = call('covariance', ofOnePair, { X1: point, X2: point, theta });
        std[i] = deviationScale * Math.sqrt(K[0]);
      }
      return std;
    },
    leaveOneOut() {
      const { mean, variance } = leaveOneOut(inverseOnBackend(backend, L, n), factored.y, model.theta[P - 1]);
      return { mean: toOutput(mean), variance: scaled(variance, outputScale ** 2) };
    },
    free() {
      if (freed) return;
      freed = true;
      release();
    },
  };
  return posterior;
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
  const A = slotOf(backend, cov);
  const shares = Float64Array.of(0, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4);
  const ladder = slotOf(
    backend,
    shares.map((share) => share * (scale || 1)),
  );
  const L = backend.alloc(m * m);
  const status = backend.alloc(1);
  backend.run([stepOf('cholesky', { batch: 1, n: m }, { A, ladder, L, status })]);
  const isDefinite = readSlot(backend, status)[0] >= 0;
  const factor = isDefinite ? readSlot(backend, L) : undefined;
  for (const slot of [A, ladder, L, status]) backend.free(slot);
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
