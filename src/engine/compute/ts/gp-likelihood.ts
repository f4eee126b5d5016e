import { jitterLadder } from '../ops.ts';
import { averageInformation } from './average-information.ts';
import { type BoundCovariance, parseCovariance } from './covariance/bound.ts';
import { cholesky } from './factorize.ts';
import { need, needDims, type TsOp } from './op.ts';
import { dot } from './product.ts';
import { borrow, giveBack } from './scratch.ts';
import { invertTransposed, negativeInverse, solveLowerRows } from './triangular.ts';

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
export const gpLikelihood: TsOp = (dims, inputs, outputs) => {
  needDims('gp_likelihood', dims, 5);
  const [batch, n, d, P, withGradient] = dims;
  const wanted = {
    value: need('gp_likelihood', 'output', outputs, 0, [batch]),
    gradient: withGradient ? need('gp_likelihood', 'output', outputs, 1, [batch, P]) : undefined,
    status: need('gp_likelihood', 'output', outputs, 2, [batch]),
  };
  evaluateLikelihoods('gp_likelihood', { batch, n, d, P, code: dims.subarray(5) }, inputs, wanted);
};

export interface LikelihoodSizes {
  readonly batch: number;
  readonly n: number;
  readonly d: number;
  readonly P: number;
  readonly code: Int32Array;
}

/** Where the results go; absent: not wanted. Information only with the gradient. */
export interface LikelihoodOutputs {
  readonly value: Float64Array;
  readonly gradient?: Float64Array | undefined;
  readonly status: Float64Array;
  readonly information?: Float64Array;
}

/** What `gp_likelihood` and `gp_information` share. */
export function evaluateLikelihoods(
  op: string,
  { batch, n, d, P, code }: LikelihoodSizes,
  inputs: readonly Float64Array[],
  { value, gradient, status, information }: LikelihoodOutputs,
): void {
  const covariance = parseCovariance(code, d);
  const X = need(op, 'input', inputs, 0, [n, d]);
  const y = need(op, 'input', inputs, 1, [n]);
  const noiseVariance = need(op, 'input', inputs, 2, [n]);
  const thetas = need(op, 'input', inputs, 3, [batch, P]);
  const A = borrow(n * n);
  const L = borrow(n * n);
  const M = gradient ? borrow(n * n) : empty;
  const z = new Float64Array(n);
  for (let b = 0; b < batch; b++) {
    const theta = thetas.subarray(b * P, (b + 1) * P);
    const noise = Math.exp(theta[P - 2]);
    const keep = gradient !== undefined && n * n <= KEEP_LIMIT;
    const K = covariance.bind(theta, 0, X, n, X, n, keep);
    fillLower(K, A, n, noise, noiseVariance);
    status[b] = cholesky(A, 0, n, jitterLadder, L, 0);
    for (let i = 0; i < n; i++) z[i] = y[i] - theta[P - 1];
    solveLowerRows(L, 0, n, z, 0, n, 1);
    let logDeterminant = 0;
    for (let i = 0; i < n; i++) logDeterminant += Math.log(L[i * (n + 1)]);
    value[b] = -0.5 * dot(z, 0, z, 0, n) - logDeterminant - 0.5 * n * Math.log(2 * Math.PI);
    if (gradient) {
      const row = gradient.subarray(b * P, (b + 1) * P);
      const square = information?.subarray(b * P * P, (b + 1) * P * P);
      if (status[b] < 0) {
        row.fill(Number.NaN);
        square?.fill(Number.NaN);
      } else {
        const alpha = likelihoodGradient(K, keep, L, M, A, z, n, noise, row);
        if (square) averageInformation(K, keep, L, alpha, noise, square);
      }
    }
    K.release();
  }
  giveBack(A, L, M);
}

const empty = new Float64Array(0);

/** Lower triangle of K + noise. */
export function fillLower(
  K: BoundCovariance,
  A: Float64Array,
  n: number,
  noise: number,
  noiseVariance: Float64Array,
): void {
  for (let i = 0; i < n; i++) {
    K.forward(i, 0, i + 1, A, i * n);
    A[i * (n + 1)] += noise + noiseVariance[i];
  }
}

/** Writes the gradient row and gives α. `u` = L⁻¹z on entry; M and `inverse` (of which the negative is kept) [n, n] are scratch. */
function likelihoodGradient(
  K: BoundCovariance,
  kept: boolean,
  L: Float64Array,
  M: Float64Array,
  inverse: Float64Array,
  u: Float64Array,
  n: number,
  noise: number,
  row: Float64Array,
): Float64Array {
  invertTransposed(L, 0, n, M, 0);
  negativeInverse(M, 0, n, inverse);
  const alpha = new Float64Array(n);
  for (let i = 0; i < n; i++) alpha[i] = dot(M, i * n + i, u, i, n - i);
  row.fill(0);
  let trace = 0;
  const weights = new Float64Array(n);
  const unused = kept ? weights : new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const a = alpha[i];
    for (let j = 0; j < i; j++) weights[j] = a * alpha[j] + inverse[i * n + j];
    weights[i] = 0.5 * (a * a + inverse[i * n + i]);
    trace += weights[i];
    if (!kept) K.forward(i, 0, i + 1, unused, 0);
    K.backward(i, 0, i + 1, weights, row);
  }
  row[row.length - 2] = noise * trace;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += alpha[i];
  row[row.length - 1] = sum;
  return alpha;
}
