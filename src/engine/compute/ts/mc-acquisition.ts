import { ShapeError } from '../../errors.ts';
import { arrayOp } from '../array-op.ts';
import { jitterLadder } from '../ops.ts';
import { parseCovariance } from './covariance/bound.ts';
import { cholesky } from './factorize.ts';
import { jointPosterior, openJointModel } from './joint.ts';
import { monteCarloKinds } from './monte-carlo.ts';

/**
 * Monte-Carlo acquisition of G groups of q points (behind pending points that they share) over fixed normal samples, with its
 * gradient by the points: joint posterior, Cholesky factor, samples, utility, and the way back through all of them.
 *
 * Cost O(G (q n² + S q²)).
 */
export const mcAcquisition = arrayOp('mc_acquisition', (sizes, arrays) => {
  const { groups, q, n, d, parameters, samples: count, kind, pending, rest } = sizes;
  const { X, theta, L, alpha, Xs, Z, Xpending, value: values, gradient, status } = arrays;
  const [best, beta, sign, tau, tauMax, centre] = arrays.params;
  const covariance = parseCovariance(rest, d);
  const total = q + pending;
  const evaluate = monteCarloKinds[kind];
  if (!evaluate)
    throw new ShapeError(`mc_acquisition: kind must be 0 to ${monteCarloKinds.length - 1}, got ${kind}`);
  const model = openJointModel(covariance, { X, theta, L, alpha }, { n, d, parameters, q: total });
  const points = new Float64Array(total * d);
  points.set(Xpending.subarray(0, pending * d));
  const factor = new Float64Array(total * total);
  const samples = new Float64Array(count * total);
  const dSamples = new Float64Array(count * total);
  gradient?.fill(0, 0, groups * q * d);
  for (let g = 0; g < groups; g++) {
    points.set(Xs.subarray(g * q * d, (g + 1) * q * d), pending * d);
    const group = jointPosterior(model, points, total);
    const { mean } = group;
    status[g] = cholesky(group.cov, 0, total, jitterLadder, factor, 0);
    for (let s = 0; s < count; s++) {
      const at = s * total;
      for (let i = 0; i < total; i++) {
        let sample = mean[i];
        for (let k = 0; k <= i; k++) sample += factor[i * total + k] * Z[at + k];
        samples[at + i] = sample;
      }
    }
    const centreGradient = new Float64Array(total);
    values[g] = evaluate({
      samples,
      count,
      q: total,
      mean,
      best,
      beta,
      sign,
      tau,
      tauMax,
      centre,
      dSamples,
      centreGradient,
    });
    if (status[g] < 0) values[g] = Number.NaN;
    if (gradient) {
      const gFactor = pullSamples({ dSamples, Z, count, total }, centreGradient);
      group.pullback(centreGradient, choleskyPullback(factor, gFactor, total), pending, gradient, g * q * d);
    }
    group.release();
  }
  model.factor.release();
});

/** Samples of a group, mean + factor·z: derivatives by them [count, total], and the draws z. */
interface Samples {
  readonly dSamples: Float64Array;
  readonly Z: Float64Array;
  readonly count: number;
  readonly total: number;
}

/** Derivatives by the factor [total, total] from those by the samples; derivatives by the mean are added to gMean. */
function pullSamples({ dSamples, Z, count, total }: Samples, gMean: Float64Array): Float64Array {
  const gFactor = new Float64Array(total * total);
  for (let s = 0; s < count; s++) {
    for (let i = 0; i < total; i++) {
      const weight = dSamples[s * total + i];
      if (weight === 0) continue;
      gMean[i] += weight;
      for (let j = 0; j <= i; j++) gFactor[i * total + j] += weight * Z[s * total + j];
    }
  }
  return gFactor;
}

/**
 * Cotangent [n, n] of A for that of its lower Cholesky factor: L⁻ᵀ Φ(Lᵀ L̄) L⁻¹, Φ = lower triangle with the diagonal halved.
 * The result is not symmetrized: only its sum with its transpose has a meaning.
 *
 * Source: Murray 2016, arXiv:1602.07527.
 */
function choleskyPullback(L: Float64Array, gL: Float64Array, n: number): Float64Array {
  const P = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = i; k < n; k++) sum += L[k * n + i] * gL[k * n + j];
      P[i * n + j] = i === j ? sum / 2 : sum;
    }
  }
  // P ← L⁻ᵀ P, from the last row up.
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) {
      const l = L[k * n + i];
      for (let j = 0; j < n; j++) P[i * n + j] -= l * P[k * n + j];
    }
    for (let j = 0; j < n; j++) P[i * n + j] /= L[i * n + i];
  }
  // P ← P L⁻¹, from the last column down.
  for (let i = 0; i < n; i++) {
    for (let j = n - 1; j >= 0; j--) {
      let sum = P[i * n + j];
      for (let k = j + 1; k < n; k++) sum -= P[i * n + k] * L[k * n + j];
      P[i * n + j] = sum / L[j * n + j];
    }
  }
  return P;
}
