import type { Posterior } from '../../gp/posterior.ts';
import { runOp } from './run-op.ts';

/**
 * Posterior covariances between moving points and fixed ones, with the way back to the moving points.
 *
 * With A⁻¹K(X, R) = W for fixed points R [r, d], cov(x, R | data) = k(x, R) − k(x, X)W: a linear function of
 * k(x, [X; R]), so values are one covariance and one product, and gradients one covariance pullback.
 */
export interface CrossCovariance {
  /** Count of fixed points. */
  readonly r: number;
  /** [m, r] at raw points [m, d], output units squared. */
  at(points: Float64Array, m: number): Float64Array;
  /** Derivative [m, d] by the raw points of the sum of cotangent [m, r] times `at`. */
  pullback(points: Float64Array, m: number, cotangent: Float64Array): Float64Array;
}

/** @param fixed [r, d] raw */
export function createCrossCovariance(posterior: Posterior, fixed: Float64Array): CrossCovariance {
  const { backend, inputs, model, slots, parameters, n, outputScale } = posterior;
  const D = inputs.dimension;
  const r = fixed.length / model.d;
  const R = inputs.encode(fixed, r);
  const scale = outputScale ** 2;
  const covarianceDims = (n1: number, n2: number, gradient: 0 | 1) => [
    1,
    n1,
    n2,
    D,
    parameters,
    gradient,
    ...model.code,
  ];
  const [cross] = runOp(backend, 'covariance', covarianceDims(n, r, 0), [slots.X, R, slots.theta], [n * r]);
  const [V] = runOp(backend, 'solve_triangular', [1, n, r, 0], [slots.L, cross], [n * r]);
  const [W] = runOp(backend, 'solve_triangular', [1, n, r, 1], [slots.L, V], [n * r]);

  function at(points: Float64Array, m: number): Float64Array {
    const encoded = inputs.encode(points, m);
    const [direct] = runOp(
      backend,
      'covariance',
      covarianceDims(m, r, 0),
      [encoded, R, slots.theta],
      [m * r],
    );
    const [toData] = runOp(
      backend,
      'covariance',
      covarianceDims(m, n, 0),
      [encoded, slots.X, slots.theta],
      [m * n],
    );
    const [explained] = runOp(backend, 'matmul', [1, m, n, r, 0, 0, 0, 0], [toData, W], [m * r]);
    return direct.map((value, i) => scale * (value - explained[i]));
  }

  function pullback(points: Float64Array, m: number, cotangent: Float64Array): Float64Array {
    const encoded = inputs.encode(points, m);
    const scaled = cotangent.map((value) => scale * value);
    const [toData] = runOp(
      backend,
      'matmul',
      [1, m, r, n, 0, 1, 0, 0],
      [scaled.map((value) => -value), W],
      [m * n],
    );
    const [, direct] = runOp(
      backend,
      'covariance',
      covarianceDims(m, r, 1),
      [encoded, R, slots.theta, scaled],
      [parameters, m * D],
    );
    const [, data] = runOp(
      backend,
      'covariance',
      covarianceDims(m, n, 1),
      [encoded, slots.X, slots.theta, toData],
      [parameters, m * D],
    );
    return inputs.pullback(
      points,
      m,
      direct.map((value, i) => value + data[i]),
    );
  }

  return { r, at, pullback };
}
