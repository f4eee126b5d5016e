import { runOp } from '../../compute/run-op.ts';
import { choleskyLower, solveFactored } from '../../linalg/cholesky.ts';
import type { RawPrediction } from '../posterior/predictions.ts';
import type { Covariances, Features } from './features.ts';
import type { IndexedRows } from './indexed-rows.ts';

/** Rows and their information about the inducing points. */
interface ConditionedRows {
  readonly indexed: IndexedRows;
  readonly features: Features;
  /** f of the rows [n, rank]. */
  readonly rows: Float64Array;
  /** E[u] [rank]. */
  readonly mean: Float64Array;
}

/** A prediction under way: slopes so far are those with the features of the points held. */
interface Sloped extends RawPrediction {
  /** Weights of the neighbours [count, m]. */
  readonly weights: Float64Array;
  /** f of the points [count, rank]. */
  readonly own: Float64Array;
  /** h [count, rank], the covariance of u times f − Fᵀw. */
  readonly spread: Float64Array;
}

/**
 * Adds to the slopes by points what moves with their features. With A the covariance of the neighbours' residuals, a =
 * A⁻¹(y − m − FE[u]) and p = A⁻¹Fh: mean (E[u] − Fᵀa)·∂f; variance 2(h − f + Fᵀ(w + p))·∂f − 2pᵀ∂k(X, x).
 */
export function addSlopes(
  of: Covariances,
  { indexed, features, rows, mean }: ConditionedRows,
  { points, neighbours }: { readonly points: Float64Array; readonly neighbours: Float64Array },
  { weights, own, spread, dMean, dVariance }: Sloped,
): void {
  const { D } = of;
  const { rank } = features;
  const count = points.length / D;
  const m = neighbours.length / count;
  const toMean = new Float64Array(count * rank);
  const toVariance = new Float64Array(count * rank);
  for (let i = 0; i < count; i++) {
    const near = Array.from(neighbours.subarray(i * m, (i + 1) * m)).filter((row) => row >= 0);
    const F = gathered(rows, near, rank);
    const h = spread.subarray(i * rank, (i + 1) * rank);
    const z = Float64Array.from(
      near,
      (row, j) => indexed.y[row] - of.theta[of.theta.length - 1] - rowTimes(F, j, mean),
    );
    const Fh = Float64Array.from(near, (_, j) => rowTimes(F, j, h));
    const L = residualFactor(of, indexed, near, F, rank);
    const [a, p] = [z, Fh].map((right) =>
      L ? solveFactored(L, right, near.length) : right.fill(Number.NaN),
    );
    for (let k = 0, at = i * rank; k < rank; k++, at++) {
      toMean[at] = mean[k];
      toVariance[at] = 2 * (h[k] - own[at]);
      near.forEach((_, j) => {
        toMean[at] -= a[j] * F[j * rank + k];
        toVariance[at] += 2 * (weights[i * m + j] + p[j]) * F[j * rank + k];
      });
    }
    const sizes = { batch: 1, n1: 1, n2: near.length, d: D, parameters: of.theta.length, withGradient: 1 };
    const X1 = points.slice(i * D, (i + 1) * D);
    const given = { X1, X2: gathered(indexed.X, near, D), theta: of.theta, cotangent: p };
    const { dX1 } = runOp(of.backend, 'covariance', sizes, given, of.code);
    for (let k = 0; k < D; k++) dVariance[i * D + k] -= 2 * dX1[k];
  }
  for (const [slopes, cotangent] of [
    [dMean, toMean],
    [dVariance, toVariance],
  ]) {
    const more = features.pullback(points, count, cotangent);
    for (let at = 0; at < slopes.length; at++) slopes[at] += more[at];
  }
}

/** The lower factor of the covariance of what inducing points leave of some rows, noise included. */
function residualFactor(
  { backend, code, theta, D }: Covariances,
  indexed: IndexedRows,
  near: readonly number[],
  F: Float64Array,
  rank: number,
): Float64Array | undefined {
  const q = near.length;
  const X = gathered(indexed.X, near, D);
  const sizes = { batch: 1, n1: q, n2: q, d: D, parameters: theta.length, withGradient: 0 };
  const { K } = runOp(backend, 'covariance', sizes, { X1: X, X2: X, theta }, code);
  const learned = Math.exp(theta[theta.length - 2]);
  for (let i = 0; i < q; i++) {
    for (let j = 0; j <= i; j++) {
      for (let k = 0; k < rank; k++) K[i * q + j] -= F[i * rank + k] * F[j * rank + k];
    }
    K[i * (q + 1)] += learned + indexed.noise[near[i]];
  }
  return choleskyLower(K, q, 1e-15);
}

function gathered(values: Float64Array, rows: readonly number[], width: number): Float64Array {
  const found = new Float64Array(rows.length * width);
  rows.forEach((row, i) => {
    found.set(values.subarray(row * width, (row + 1) * width), i * width);
  });
  return found;
}

/** Row i of `rows`, as long as `mean`, times `mean`. */
export function rowTimes(rows: Float64Array, i: number, mean: Float64Array): number {
  let sum = 0;
  for (let k = 0, at = i * mean.length; k < mean.length; k++) sum += rows[at++] * mean[k];
  return sum;
}
