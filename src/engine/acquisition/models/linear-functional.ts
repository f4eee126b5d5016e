import type { Slot } from '../../compute/backend.ts';
import { runOp } from '../../compute/run-op.ts';
import type { InputsOf } from '../../compute/step.ts';
import type { Posterior } from '../../gp/posterior/posterior.ts';

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

type Pair = Omit<InputsOf<'covariance', Slot | Float64Array>, 'theta'>;

/** Sizes of a product of two matrices, neither of them a batch. */
const oneOf = { batch: 1, transposeA: 0, strideA: 0, strideB: 0 } as const;

/** @param fixed [r, d] raw */
export function createCrossCovariance(posterior: Posterior, fixed: Float64Array): CrossCovariance {
  const { backend, inputs, model, slots, parameters, n, outputScale } = posterior;
  const D = inputs.dimension;
  const r = fixed.length / model.d;
  const R = inputs.encode(fixed, r);
  const scale = outputScale ** 2;
  const { X, L, theta } = slots;
  const covariances = (n1: number, n2: number, withGradient: 0 | 1, given: Pair) => {
    const sizes = { batch: 1, n1, n2, d: D, parameters, withGradient };
    return runOp(backend, 'covariance', sizes, { ...given, theta }, model.code);
  };
  const solve = (B: Float64Array, transpose: 0 | 1) =>
    runOp(backend, 'solve_triangular', { batch: 1, n, m: r, transpose }, { L, R: B }).X;
  const cross = covariances(n, r, 0, { X1: X, X2: R }).K;
  const W = solve(solve(cross, 0), 1);

  function at(points: Float64Array, m: number): Float64Array {
    const X1 = inputs.encode(points, m);
    const direct = covariances(m, r, 0, { X1, X2: R }).K;
    const toData = covariances(m, n, 0, { X1, X2: X }).K;
    const sizes = { ...oneOf, m, k: n, n: r, transposeB: 0 };
    const explained = runOp(backend, 'matmul', sizes, { A: toData, B: W }).C;
    return direct.map((value, i) => scale * (value - explained[i]));
  }

  function pullback(points: Float64Array, m: number, cotangent: Float64Array): Float64Array {
    const X1 = inputs.encode(points, m);
    const scaled = cotangent.map((value) => scale * value);
    const sizes = { ...oneOf, m, k: r, n, transposeB: 1 };
    const toData = runOp(backend, 'matmul', sizes, { A: scaled.map((value) => -value), B: W }).C;
    const direct = covariances(m, r, 1, { X1, X2: R, cotangent: scaled }).dX1;
    const data = covariances(m, n, 1, { X1, X2: X, cotangent: toData }).dX1;
    return inputs.pullback(
      points,
      m,
      direct.map((value, i) => value + data[i]),
    );
  }

  return { r, at, pullback };
}
