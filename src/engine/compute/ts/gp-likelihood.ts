import { arrayOp } from '../array-op.ts';
import { jitterLadder } from '../ops.ts';
import type { BuffersOf, SizesOf } from '../step.ts';
import { averageInformation } from './average-information.ts';
import { type BoundCovariance, parseCovariance } from './covariance/bound.ts';
import { type Places, places } from './likelihood-places.ts';
import { factor, invertTransposed, multiplyRows, negativeSquare, rowPlace, solveRows } from './panels.ts';
import { borrow, giveBack } from './scratch.ts';

/** Above this many kept numbers the gradient pass computes the covariance rows again instead. */
const KEEP_LIMIT = 1e6;

/**
 * Log marginal likelihood and gradient, for a batch of parameters over shared data.
 *
 * With A = K + diag(noise), z = y − mean, α = A⁻¹z: value = −zᵀα/2 − ½ log det A − (n/2) log 2π, and by a parameter t
 * ½ Σ_ij (α αᵀ − A⁻¹)_ij ∂A_ij/∂t; by the mean, Σ α.
 *
 * Source: Rasmussen and Williams 2006, equations 5.8 and 5.9. Cost O(B n³).
 */
export const gpLikelihood = arrayOp('gp_likelihood', evaluateLikelihoods);

/**
 * Log marginal likelihoods of `batch` rows of theta, with their gradients and Fisher information where the arrays are given; shapes as in the ops
 * `gp_likelihood` and `gp_information`. A row without a factor gets NaN and the status −1.
 */
export function evaluateLikelihoods(
  { batch, n, d, parameters: P, rest }: SizesOf<'gp_information'> & { readonly rest: Int32Array },
  arrays: BuffersOf<'gp_likelihood', Float64Array> & { readonly information?: Float64Array },
): void {
  const { X, y, noise: noiseVariance, theta: thetas, value, gradient, status, information } = arrays;
  const covariance = parseCovariance(rest, d);
  const at = places(n, P, gradient !== undefined, information !== undefined);
  const W = borrow(at.length);
  /** L⁻¹z and A⁻¹z. */
  const u = borrow(at.rows);
  const alpha = borrow(at.rows);
  for (let b = 0; b < batch; b++) {
    const theta = thetas.subarray(b * P, (b + 1) * P);
    const noise = Math.exp(theta[P - 2]);
    const keep = gradient !== undefined && n * n <= KEEP_LIMIT;
    const K = covariance.bind(theta, 0, X, n, X, n, keep);
    status[b] = factorWithJitter(K, W, at, n, noise, noiseVariance);
    value[b] = status[b] < 0 ? Number.NaN : likelihood(W, at, n, y, theta[P - 1], u);
    if (!Number.isFinite(value[b])) {
      status[b] = -1;
      value[b] = Number.NaN;
      gradient?.fill(Number.NaN, b * P, (b + 1) * P);
      information?.fill(Number.NaN, b * P * P, (b + 1) * P * P);
    } else if (gradient) {
      invertTransposed(W, at.L, at.rows, at.reciprocals, at.M);
      multiplyRows(W, at.M, at.rows, at.rows, true, u, alpha);
      if (information) {
        const square = information.subarray(b * P * P, (b + 1) * P * P);
        averageInformation(K, keep, W, at, alpha, n, P, noise, square);
      }
      likelihoodGradient(K, keep, W, at, alpha, n, noise, gradient.subarray(b * P, (b + 1) * P));
    }
    K.release();
  }
  giveBack(W, u, alpha);
}

/** Lower triangle of K + noise, in panels; 1 on the diagonal of the padding. @returns the mean of the diagonal */
function fillLower(
  K: BoundCovariance,
  W: Float64Array,
  { L, rows }: Places,
  n: number,
  noise: number,
  noiseVariance: Float64Array,
): number {
  let mean = 0;
  for (let i = 0; i < rows; i++) {
    const row = L + rowPlace(i, rows);
    const diagonal = row + 4 * i;
    if (i < n) {
      K.forward(i, 0, i + 1, W, row, 4);
      W[diagonal] += noise + noiseVariance[i];
      mean += W[diagonal] / n;
    } else {
      for (let at = row; at < diagonal; at += 4) W[at] = 0;
      W[diagonal] = 1;
    }
  }
  return mean;
}

/** Factor of K + noise. @returns the relative jitter it took, −1 when all failed */
function factorWithJitter(
  K: BoundCovariance,
  W: Float64Array,
  at: Places,
  n: number,
  noise: number,
  noiseVariance: Float64Array,
): number {
  for (const jitter of [0, ...jitterLadder]) {
    const mean = fillLower(K, W, at, n, noise, noiseVariance);
    for (let i = 0; jitter > 0 && i < n; i++) W[at.L + rowPlace(i, at.rows) + 4 * i] += jitter * mean;
    if (factor(W, at.L, at.rows, at.reciprocals, n * 2 ** -52)) return jitter;
  }
  return -1;
}

/** Log likelihood from the factor; u [rows] gets L⁻¹z. */
function likelihood(
  W: Float64Array,
  { L, z, rows, reciprocals }: Places,
  n: number,
  y: Float64Array,
  mean: number,
  u: Float64Array,
): number {
  W.fill(0, z, z + 4 * rows);
  for (let i = 0; i < n; i++) W[z + 4 * i] = y[i] - mean;
  solveRows(W, z, 1, L, rows, reciprocals);
  let quadratic = 0;
  let logDeterminant = 0;
  for (let i = 0; i < rows; i++) {
    u[i] = W[z + 4 * i];
    quadratic += u[i] * u[i];
    logDeterminant += Math.log(W[L + rowPlace(i, rows) + 4 * i]);
  }
  return -0.5 * quadratic - logDeterminant - 0.5 * n * Math.log(2 * Math.PI);
}

/** Writes the gradient row; −A⁻¹ takes the place of L. */
function likelihoodGradient(
  K: BoundCovariance,
  kept: boolean,
  W: Float64Array,
  { L, M, rows }: Places,
  alpha: Float64Array,
  n: number,
  noise: number,
  row: Float64Array,
): void {
  negativeSquare(W, M, rows, rows, true, L);
  row.fill(0);
  let trace = 0;
  let sum = 0;
  const weights = borrow(n);
  const unused = borrow(n);
  for (let i = 0; i < n; i++) {
    const a = alpha[i];
    const inverse = L + rowPlace(i, rows);
    for (let j = 0; j <= i; j++) weights[j] = a * alpha[j] + W[inverse + 4 * j];
    weights[i] *= 0.5;
    trace += weights[i];
    sum += a;
    if (!kept) K.forward(i, 0, i + 1, unused, 0);
    K.backward(i, 0, i + 1, weights, row);
  }
  giveBack(weights, unused);
  row[row.length - 2] = noise * trace;
  row[row.length - 1] = sum;
}
