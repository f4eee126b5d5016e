import type { Backend, Slot } from '../../compute/backend.ts';
import { readSlot, slotOf } from '../../compute/slots.ts';
import { oneProduct, stepOf } from '../../compute/step.ts';
import { NotPositiveDefiniteError } from '../../errors.ts';
import { solveFactored } from '../../linalg/cholesky.ts';
import { concatenate } from '../../linalg/concatenate.ts';
import type { GpModel } from '../model.ts';

/** Buffers of a factored model: A = K + noise = L Lᵀ, α = A⁻¹(y − mean). */
export interface Factored {
  readonly n: number;
  readonly X: Slot;
  readonly theta: Slot;
  readonly L: Slot;
  readonly alpha: Slot;
  /** [n] outputs, model scale. */
  readonly y: Float64Array;
  /** [n] given noise variances, model scale. */
  readonly noise: Float64Array;
}

/** k rows that join a model. */
interface NewRows {
  /** [k, dimension] model inputs. */
  readonly points: Float64Array;
  /** [k] model scale; undefined for fantasies at the posterior mean. */
  readonly y: Float64Array | undefined;
  /** [k] noise variances, model scale. */
  readonly noise: Float64Array;
}

/**
 * The factor of a model after k more rows, from the factor before.
 *
 * With V = L⁻¹K(X, X_new) and S = K(X_new, X_new) + noise − VᵀV = L₂₂L₂₂ᵀ, the new factor is [[L, 0], [Vᵀ, L₂₂]] and
 * α = [α − A⁻¹K(X, X_new) β, β], β = S⁻¹(y_new − posterior mean). Without y_new, β = 0.
 *
 * Cost O(n² k).
 */
export function extendFactor(
  backend: Backend,
  model: GpModel,
  old: Factored,
  { points, y, noise }: NewRows,
): Factored {
  const added = addedBlocks(backend, model, old, points, noise);
  const { alpha, newY } = extendedWeights(readSlot(backend, old.alpha), added, model, y);
  return {
    n: old.n + noise.length,
    X: slotOf(backend, concatenate([readSlot(backend, old.X), points])),
    theta: slotOf(backend, model.theta),
    L: slotOf(backend, extendedFactor(readSlot(backend, old.L), added)),
    alpha: slotOf(backend, alpha),
    y: concatenate([old.y, newY]),
    noise: concatenate([old.noise, noise]),
  };
}

/** What k new rows bring: K(X, X_new), V and W = A⁻¹K(X, X_new), [n, k] each, and L₂₂ [k, k]. */
interface Added {
  readonly n: number;
  readonly k: number;
  readonly cross: Float64Array;
  readonly V: Float64Array;
  readonly W: Float64Array;
  readonly corner: Float64Array;
}

function addedBlocks(
  backend: Backend,
  model: GpModel,
  old: Factored,
  points: Float64Array,
  noise: Float64Array,
): Added {
  const { n, theta } = old;
  const k = noise.length;
  const own = {
    points: slotOf(backend, points),
    cross: backend.alloc(n * k),
    self: backend.alloc(k * k),
    V: backend.alloc(n * k),
    W: backend.alloc(n * k),
    product: backend.alloc(k * k),
  };
  const covariances = (X1: Slot, n1: number, K: Slot) => {
    const shape = { d: points.length / k, parameters: model.theta.length, withGradient: 0 };
    return stepOf(
      'covariance',
      { batch: 1, n1, n2: k, ...shape },
      { X1, X2: own.points, theta, K },
      model.code,
    );
  };
  const solve = (R: Slot, X: Slot, transpose: 0 | 1) =>
    stepOf('solve_triangular', { batch: 1, n, m: k, transpose }, { L: old.L, R, X });
  backend.run([
    covariances(old.X, n, own.cross),
    covariances(own.points, k, own.self),
    solve(own.cross, own.V, 0),
    solve(own.V, own.W, 1),
    oneProduct({ m: k, k: n, n: k, transposeA: 1 }, { A: own.V, B: own.V, C: own.product }),
  ]);
  const [cross, V, W] = [own.cross, own.V, own.W].map((slot) => readSlot(backend, slot));
  const S = readSlot(backend, own.self);
  const product = readSlot(backend, own.product);
  let prior = 0;
  for (let i = 0; i < k; i++) prior += S[i * (k + 1)] / k;
  for (let i = 0; i < k * k; i++) S[i] -= product[i];
  for (let i = 0; i < k; i++) S[i * (k + 1)] += noise[i];
  for (const slot of Object.values(own)) backend.free(slot);
  return { n, k, cross, V, W, corner: factorCorner(backend, S, k, prior) };
}

/** α after the new rows, and their outputs: the posterior means where none are given. */
function extendedWeights(
  oldAlpha: Float64Array,
  { n, k, cross, W, corner }: Added,
  model: GpModel,
  y: Float64Array | undefined,
) {
  const residual = new Float64Array(k);
  const newY = new Float64Array(k);
  const mean = model.theta[model.theta.length - 1];
  for (let i = 0; i < k; i++) {
    let predicted = mean;
    for (let j = 0; j < n; j++) predicted += cross[j * k + i] * oldAlpha[j];
    newY[i] = y ? y[i] : predicted;
    residual[i] = newY[i] - predicted;
  }
  const beta = y ? solveFactored(corner, residual, k) : residual;
  const alpha = new Float64Array(n + k);
  for (let j = 0; j < n; j++) {
    alpha[j] = oldAlpha[j];
    for (let i = 0; i < k; i++) alpha[j] -= W[j * k + i] * beta[i];
  }
  alpha.set(beta, n);
  return { alpha, newY };
}

/** [[L, 0], [Vᵀ, L₂₂]]. */
function extendedFactor(oldL: Float64Array, { n, k, V, corner }: Added): Float64Array {
  const total = n + k;
  const L = new Float64Array(total * total);
  for (let i = 0; i < n; i++) L.set(oldL.subarray(i * n, i * n + i + 1), i * total);
  for (let i = 0; i < k; i++) {
    const row = (n + i) * total;
    for (let j = 0; j < n; j++) L[row + j] = V[j * k + i];
    for (let j = 0; j <= i; j++) L[row + n + j] = corner[i * k + j];
  }
  return L;
}

/** Of the prior variance: above the rounding of S, which is a difference of numbers of that size. */
const ROUNDING = 1e-10;

/**
 * Lower factor of S [k, k], with the jitter ladder for new rows that the old ones determine. Where S holds only rounding errors
 * (constant outputs: a kernel of tiny noise that knows every point), a share of the prior variance is added to its diagonal.
 */
function factorCorner(backend: Backend, S: Float64Array, k: number, prior: number): Float64Array {
  for (const added of [0, ROUNDING * prior]) {
    for (let i = 0; i < k; i++) S[i * (k + 1)] += added;
    const corner = factorOf(backend, S, k);
    if (corner !== undefined) return corner;
  }
  throw new NotPositiveDefiniteError(`condition: ${k} new rows add no information; give them noise`);
}

/** Undefined where no jitter makes S positive definite. */
function factorOf(backend: Backend, S: Float64Array, k: number): Float64Array | undefined {
  const A = slotOf(backend, S);
  const ladder = slotOf(backend, Float64Array.of(0, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4));
  const L = backend.alloc(k * k);
  const status = backend.alloc(1);
  backend.run([stepOf('cholesky', { batch: 1, n: k }, { A, ladder, L, status })]);
  const corner = readSlot(backend, L);
  const used = readSlot(backend, status)[0];
  for (const slot of [A, ladder, L, status]) backend.free(slot);
  return used < 0 ? undefined : corner;
}
