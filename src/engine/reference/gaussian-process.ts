import type { Tensor } from '../tensor/index.ts';
import * as t from '../tensor/index.ts';
import { covarianceMatrix } from './covariance.ts';

/**
 * Data of a Gaussian process and its parameters, model scale.
 *
 * theta [B, P]: log parameters of the covariance code, log noise variance (−∞ for none), constant mean.
 */
export interface Data {
  readonly code: ArrayLike<number>;
  /** [n, d] */
  readonly X: Tensor;
  /** [n] */
  readonly y: Tensor;
  /** [n] given noise variances. */
  readonly noise: Tensor;
  readonly theta: Tensor;
  /** [n, r]: what is taken off the covariance of two rows, f·f'; absent: nothing. */
  readonly features?: Tensor;
}

/** A = L·Lᵀ with the weights α = A⁻¹(y − mean) of one model: all that predictions need besides the data. */
export interface Model {
  readonly code: ArrayLike<number>;
  readonly X: Tensor;
  readonly theta: Tensor;
  /** [B, n, n] lower. */
  readonly L: Tensor;
  /** [B, n, 1] */
  readonly alpha: Tensor;
  /** Of the data. */
  readonly features?: Tensor;
}

/** The last but `back` entry of each row of theta, as [B, 1, 1]. */
function tail(theta: Tensor, back: number): Tensor {
  const [B, P] = theta.shape;
  return theta.tape.reshape(t.gather(t.transpose(theta), [P - 1 - back]), [B, 1, 1]);
}

/** The identity [n, n]. */
function identity(like: Tensor, n: number): Tensor {
  return like.tape.tensor(
    Float64Array.from({ length: n * n }, (_, at) => Number(at % (n + 1) === 0)),
    [n, n],
  );
}

/** A = K(X, X) + diag(noise of theta + given noise), [B, n, n]. */
function noisyCovariance({ code, X, noise, theta, features }: Data): Tensor {
  const n = X.shape[0];
  const variances = t.add(t.exp(tail(theta, 1)), noise);
  const A = t.add(covarianceMatrix(code, X, X, theta), t.multiply(identity(theta, n), variances));
  return features ? t.subtract(A, t.matmul(features, features, false, true)) : A;
}

/** What a factorization gives; `status` as the op `cholesky` has it. */
export interface Fitted {
  readonly model: Model;
  /** y − mean, [B, n, 1]. */
  readonly residual: Tensor;
  readonly status: Float64Array;
}

/** Factors A and solves for α. A member without a factor gets NaN. */
export function factorData(data: Data): Fitted {
  const { code, X, y, theta, features } = data;
  const n = X.shape[0];
  const { L, status } = t.factorize(noisyCovariance(data));
  const residual = t.subtract(theta.tape.reshape(y, [n, 1]), tail(theta, 0));
  const alpha = t.solveTriangular(L, t.solveTriangular(L, residual), true);
  return { model: { code, X, theta, L, alpha, ...(features && { features }) }, residual, status };
}

/**
 * Log marginal likelihoods [B]: −½ zᵀα − ½ log det A − (n/2) log 2π with z = y − mean.
 *
 * Source: Rasmussen and Williams 2006, equation 5.8.
 */
export function logLikelihood({ model: { L, alpha }, residual }: Fitted): Tensor {
  const [B, n] = L.shape;
  const explained = L.tape.reshape(t.sum(t.multiply(residual, alpha), 1), [B]);
  const halfLogDeterminant = t.sum(t.log(t.diagonal(L)), -1);
  const constant = 0.5 * n * Math.log(2 * Math.PI);
  return t.subtract(t.subtract(t.multiply(explained, -0.5), halfLogDeterminant), constant);
}

/**
 * Average information [B, P, P]: ½ DᵀA⁻¹D, where column k of D is (∂A/∂θ_k)α and that of the mean, ones; the entry of the
 * mean with itself is 1ᵀA⁻¹1.
 *
 * (∂A/∂θ_k)α is the derivative by u of ∂(uᵀAα)/∂θ_k, which is linear in u.
 *
 * Source: Gilmour, Thompson and Cullis 1995, doi:10.2307/2533274.
 */
export function averageInformation(data: Data, { L, alpha }: Model): Tensor {
  const { tape } = L;
  const [B, n] = L.shape;
  const P = data.theta.shape[1];
  const fixed = tape.tensor(tape.read(alpha), [B, n, 1]);
  const u = tape.tensor(new Float64Array(B * n).fill(1), [B, n, 1]);
  const form = t.total(t.multiply(u, t.matmul(noisyCovariance(data), fixed)));
  const byTheta = t.transpose(tape.gradient(form, [data.theta])[0]);
  const directions = Array.from({ length: P - 1 }, (_, k) => tape.gradient(t.gather(byTheta, [k]), [u])[0]);
  const columns = [...directions, tape.tensor(new Float64Array(B * n).fill(1), [B, n, 1])];
  /** Column k of D put into place: D = Σ_k d_k e_kᵀ. */
  const D = columns
    .map((column, k) =>
      t.multiply(
        column,
        tape.tensor(
          Float64Array.from({ length: P }, (_, j) => Number(j === k)),
          [P],
        ),
      ),
    )
    .reduce(t.add);
  const V = t.solveTriangular(L, D);
  const weights = Float64Array.from({ length: P * P }, (_, at) => (at === P * P - 1 ? 1 : 0.5));
  return t.multiply(t.matmul(V, V, true, false), tape.tensor(weights, [P, P]));
}

/** Means [B, m] and latent variances [B, m] at points Xs [B, m, d]. */
export function predict(
  model: Model,
  Xs: Tensor,
  pointFeatures?: Tensor,
): { mean: Tensor; variance: Tensor } {
  const { code, X, theta, L, alpha, features } = model;
  const { tape } = theta;
  const [B, m, d] = Xs.shape;
  const whole = covarianceMatrix(code, X, Xs, theta);
  const cross =
    features && pointFeatures ? t.subtract(whole, t.matmul(features, pointFeatures, false, true)) : whole;
  const mean = t.add(t.matmul(cross, alpha, true, false), tail(theta, 0));
  const alone = tape.reshape(Xs, [B, m, 1, d]);
  const prior = covarianceMatrix(code, alone, alone, tape.reshape(theta, [B, 1, theta.shape[1]]));
  const explained = t.sum(t.square(t.solveTriangular(L, cross)), 1);
  const own = tape.reshape(prior, [B, m]);
  const left = pointFeatures ? t.subtract(own, t.sum(t.square(pointFeatures), 1)) : own;
  const variance = t.maximum(0, t.subtract(left, explained));
  return { mean: tape.reshape(mean, [B, m]), variance };
}

/** Joint mean [G, q] and covariance [G, q, q] of groups of points Xs [G, q, d], under one model (B = 1). */
export function joint(model: Model, Xs: Tensor): { mean: Tensor; cov: Tensor } {
  const { code, X, theta, L, alpha } = model;
  const { tape } = theta;
  const [G, q, d] = Xs.shape;
  const n = X.shape[0];
  const flat = tape.reshape(Xs, [1, G * q, d]);
  const cross = covarianceMatrix(code, X, flat, theta);
  const mean = t.add(t.matmul(cross, alpha, true, false), tail(theta, 0));
  const V = tape.reshape(t.transpose(t.solveTriangular(L, cross)), [G, q, n]);
  const prior = covarianceMatrix(code, Xs, Xs, theta);
  return { mean: tape.reshape(mean, [G, q]), cov: t.subtract(prior, t.matmul(V, V, false, true)) };
}

/** Posterior covariances [m, r] of points [m, d] with others [r, d], under one model. */
export function crossCovariance({ code, X, theta, L }: Model, points: Tensor, others: Tensor): Tensor {
  const { tape } = theta;
  const whitened = (Y: Tensor) => t.solveTriangular(L, covarianceMatrix(code, X, Y, theta));
  const prior = covarianceMatrix(code, points, others, theta);
  const difference = t.subtract(prior, t.matmul(whitened(points), whitened(others), true, false));
  return tape.reshape(difference, [points.shape[0], others.shape[0]]);
}

/** Samples [G, S, q] mean + L_q z of a joint posterior from normals Z [S, q]; the status of each factor L_q. */
export function samples(mean: Tensor, cov: Tensor, Z: Tensor): { drawn: Tensor; status: Float64Array } {
  const { L, status } = t.factorize(cov);
  const [G, q] = mean.shape;
  return { drawn: t.add(mean.tape.reshape(mean, [G, 1, q]), t.matmul(Z, L, false, true)), status };
}
