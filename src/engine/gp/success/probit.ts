import { choleskyLower } from '../../linalg/cholesky.ts';
import { dot } from '../../linalg/products.ts';
import { logNormalCdf, normalHazard } from '../../random/normal.ts';

/** Passes over all sites, at most. */
const SWEEPS = 15;

/** L⁻¹ b in place. */
export function forward(L: Float64Array, n: number, b: Float64Array): Float64Array {
  for (let i = 0; i < n; i++) {
    let sum = b[i];
    for (let k = 0; k < i; k++) sum -= L[i * n + k] * b[k];
    b[i] = sum / L[i * n + i];
  }
  return b;
}

/** L⁻ᵀ b in place. */
export function backward(L: Float64Array, n: number, b: Float64Array): Float64Array {
  for (let i = n - 1; i >= 0; i--) {
    let sum = b[i];
    for (let k = i + 1; k < n; k++) sum -= L[k * n + i] * b[k];
    b[i] = sum / L[i * n + i];
  }
  return b;
}

/** What expectation propagation leaves: sites √τ, the factor of I + √τ K √τ, and the weights of the kernel in the mean. */
export interface Sites {
  /** Log probability of all outcomes before they are known. */
  readonly evidence: number;
  readonly root: Float64Array;
  readonly L: Float64Array;
  /** (K + τ⁻¹)⁻¹ of the site means [n]. */
  readonly weights: Float64Array;
}

/** Sites [n] in natural parameters, and what each outcome is predicted as without its own: cavities, and log probabilities. */
interface State {
  readonly tau: Float64Array;
  readonly nu: Float64Array;
  readonly cavityTau: Float64Array;
  readonly cavityNu: Float64Array;
  readonly predicted: Float64Array;
}

/** One pass over all sites in place; the largest change of a precision, relative to 1. Of the posterior covariance S [n, n] the lower triangle counts. */
function sweep(S: Float64Array, n: number, signs: Float64Array, state: State): number {
  const { tau, nu, cavityTau, cavityNu, predicted } = state;
  let change = 0;
  const column = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) column[j] = j <= i ? S[i * n + j] : S[j * n + i];
    const centre = dot(column, nu);
    const own = column[i];
    cavityTau[i] = 1 / own - tau[i];
    cavityNu[i] = centre / own - nu[i];
    const cavity = 1 / cavityTau[i];
    const cavityMean = cavity * cavityNu[i];
    const width = Math.sqrt(1 + cavity);
    const z = (signs[i] * cavityMean) / width;
    const hazard = normalHazard(z);
    predicted[i] = logNormalCdf(z);
    const shrink = (hazard * (hazard + z) * cavity) / (1 + cavity);
    const variance = cavity * (1 - Math.min(shrink, 1 - 1e-9));
    const moved = cavityMean + (signs[i] * cavity * hazard) / width;
    const after = Math.max(1e-10, 1 / variance - cavityTau[i]);
    const step = after - tau[i];
    tau[i] = after;
    nu[i] = moved / variance - cavityNu[i];
    const factor = step / (1 + step * own);
    for (let a = 0; a < n; a++) {
      const scaled = factor * column[a];
      if (scaled === 0) continue;
      for (let b = 0; b <= a; b++) S[a * n + b] -= scaled * column[b];
    }
    change = Math.max(change, Math.abs(step) / (1 + after));
  }
  return change;
}

/** Source: Rasmussen and Williams 2006, equation 3.65, in the terms of equations 3.73 and 3.74. */
function evidenceOf(S: Float64Array, n: number, L: Float64Array, state: State): number {
  const { tau, nu, cavityTau, cavityNu, predicted } = state;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const both = tau[i] + cavityTau[i];
    let mean = 0;
    for (let j = 0; j < n; j++) mean += S[j <= i ? i * n + j : j * n + i] * nu[j];
    sum += predicted[i] - Math.log(L[i * n + i]) + Math.log1p(tau[i] / cavityTau[i]) / 2;
    sum += (nu[i] * mean - nu[i] ** 2 / both) / 2;
    sum += (cavityNu[i] * ((tau[i] / cavityTau[i]) * cavityNu[i] - 2 * nu[i])) / (2 * both);
  }
  return sum;
}

/**
 * Expectation propagation for a probit classifier with mean 0 and covariance K, its lower triangle; signs [n] are 1 and −1.
 *
 * Source: Rasmussen and Williams 2006, algorithm 3.5. Laplace's approximation is not used:
 * where runs fail without exception it leaves them far too likely to succeed.
 *
 * @returns undefined where it fails
 */
export function propagate(K: Float64Array, n: number, signs: Float64Array): Sites | undefined {
  const S = K.slice();
  const zeros = () => new Float64Array(n);
  const state = { tau: zeros(), nu: zeros(), cavityTau: zeros(), cavityNu: zeros(), predicted: zeros() };
  for (let round = 0; round < SWEEPS; round++) if (sweep(S, n, signs, state) < 1e-4) break;
  const { tau, nu } = state;
  const root = tau.map(Math.sqrt);
  const M = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) M[i * n + j] = root[i] * K[i * n + j] * root[j] + (i === j ? 1 : 0);
  }
  const L = choleskyLower(M, n, 0);
  if (L === undefined) return undefined;
  const evidence = evidenceOf(S, n, L, state);
  if (!Number.isFinite(evidence)) return undefined;
  const scaled = nu.map((value, i) => value / root[i]);
  const weights = backward(L, n, forward(L, n, scaled)).map((value, i) => root[i] * value);
  return { evidence, root, L, weights };
}
