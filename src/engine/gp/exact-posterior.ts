import type { Backend, Slot, Step } from '../compute/backend.ts';
import { NotPositiveDefiniteError, ShapeError } from '../errors.ts';
import { outputsWith, variancesWith } from './censored.ts';
import { extendFactor, type Factored } from './extend.ts';
import { factorOf } from './factors.ts';
import { createInputMap, type InputMap, withinReach } from './input-map.ts';
import { inverseOnBackend } from './inverse.ts';
import { leaveOneOut } from './leave-one-out.ts';
import type { GpModel } from './model.ts';
import { readSlot, slotOf } from './slots.ts';

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
  /** Of a sparse model: the exact posterior given the rows nearest to these points [m, d]; the caller frees it. */
  near?(Xs: Float64Array, m: number): Posterior;
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
    {
      op: 'gp_factor',
      dims: Int32Array.from([1, n, inputs.dimension, P, ...code]),
      inputs: [X, ySlot, noiseSlot, slots.theta],
      outputs: [slots.L, slots.alpha, status],
    },
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

  /** Runs one step over fresh buffers and reads its outputs. */
  function call(
    op: Step['op'],
    dims: readonly number[],
    given: readonly (Slot | Float64Array)[],
    sizes: number[],
  ) {
    if (freed) throw new ShapeError(`posterior: used after free`);
    const own: Slot[] = [];
    const track = (slot: Slot): Slot => {
      own.push(slot);
      return slot;
    };
    try {
      const inputSlots = given.map((value) =>
        value instanceof Float64Array ? track(slotOf(backend, value)) : value,
      );
      const outputs = sizes.map((size) => track(backend.alloc(size)));
      backend.run([{ op, dims: Int32Array.from([...dims, ...model.code]), inputs: inputSlots, outputs }]);
      return outputs.map((slot) => readSlot(backend, slot));
    } finally {
      for (const slot of own) backend.free(slot);
    }
  }

  const toOutput = (values: Float64Array): Float64Array =>
    values.map((value) => outputShift + outputScale * value);
  const scaled = (values: Float64Array, factorOf: number): Float64Array =>
    values.map((value) => value * factorOf);

  function predictRaw(Xs: Float64Array, m: number, wanted: number): Float64Array[] {
    const points = inputs.encode(Xs, m);
    const varianceSize = wanted & 2 ? m : 0;
    const gradientSize = wanted & 4 ? m * dimension : 0;
    return call(
      'gp_predict',
      [1, n, dimension, P, m, wanted],
      [X, theta, L, alpha, points],
      [m, varianceSize, gradientSize, gradientSize],
    );
  }

  const posterior: Posterior = {
    model,
    backend,
    n,
    inputs,
    slots: { X, theta, L, alpha },
    parameters: P,
    outputShift,
    outputScale,
    deviationScale,
    predict(Xs, m) {
      const [mean, variance] = predictRaw(Xs, m, 3);
      return {
        mean: toOutput(mean),
        std: variance.map((v) => deviationScale * Math.sqrt(Math.max(v, floor))),
      };
    },
    mean(Xs, m) {
      return toOutput(predictRaw(Xs, m, 1)[0]);
    },
    predictGradient(Xs, m) {
      const [mean, variance, dMean, dVariance] = predictRaw(Xs, m, 7);
      return {
        mean: toOutput(mean),
        variance: scaled(variance, deviationScale ** 2),
        dMean: scaled(inputs.pullback(Xs, m, dMean), outputScale),
        dVariance: scaled(inputs.pullback(Xs, m, dVariance), deviationScale ** 2),
      };
    },
    joint(Xs, groups, q) {
      const points = inputs.encode(Xs, groups * q);
      const [mean, cov] = call(
        'gp_joint',
        [groups, q, n, dimension, P, 0],
        [X, theta, L, alpha, points],
        [groups * q, groups * q * q],
      );
      return { mean: toOutput(mean), cov: scaled(cov, deviationScale ** 2) };
    },
    jointGradient(Xs, groups, q, gMean, gCov) {
      const points = inputs.encode(Xs, groups * q);
      const [, , dXs] = call(
        'gp_joint',
        [groups, q, n, dimension, P, 1],
        [X, theta, L, alpha, points, scaled(gMean, outputScale), scaled(gCov, deviationScale ** 2)],
        [groups * q, groups * q * q, groups * q * dimension],
      );
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
      const std = new Float64Array(m);
      for (let i = 0; i < m; i++) {
        const point = points.slice(i * dimension, (i + 1) * dimension);
        const [K] = call('covariance', [1, 1, 1, dimension, P, 0], [point, point, theta], [1]);
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
  backend.run([{ op: 'cholesky', dims: Int32Array.of(1, m), inputs: [A, ladder], outputs: [L, status] }]);
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
  const dims = Int32Array.of(1, count, m, m, 0, 1, 0, 0);
  backend.run([{ op: 'matmul', dims, inputs: [normals, L], outputs: [spread] }]);
  const samples = readSlot(backend, spread).map((value, i) => value + mean[i % m]);
  for (const slot of [L, normals, spread]) backend.free(slot);
  return samples;
}
