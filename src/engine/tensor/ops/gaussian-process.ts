import { stepOf } from '../../compute/step.ts';
import { ShapeError } from '../../errors.ts';
import { sizeOf, type Tensor } from '../tape.ts';
import { multiply } from './elementwise.ts';
import { transpose } from './linear-algebra.ts';
import { sum } from './reduce.ts';

/**
 * Covariance matrices [B, n1, n2] of a covariance code: X1 [n1, d], X2 [n2, d] and theta [B, P], differentiable by all.
 *
 * @throws ShapeError on other shapes
 */
export function covariance(code: Int32Array, X1: Tensor, X2: Tensor, theta: Tensor): Tensor {
  const [[n1, d], [n2], [B, P]] = [X1.shape, X2.shape, theta.shape];
  if (X1.shape.length !== 2 || X2.shape.length !== 2 || theta.shape.length !== 2 || X2.shape[1] !== d) {
    throw new ShapeError(
      `covariance: expected [n1, d], [n2, d] and [B, P], got [${X1.shape.join(', ')}], [${X2.shape.join(', ')}] and [${theta.shape.join(', ')}]`,
    );
  }
  const sizes = (rows: number, columns: number, withGradient: number) => ({
    ...{ batch: B, n1: rows, n2: columns, d, parameters: P, withGradient },
  });
  const { tape } = theta;
  /** Cotangents of theta and of the first of two inputs. */
  const pull = (A: Tensor, C: Tensor, g: Tensor): [Tensor, Tensor] => {
    const [K, byX] = [tape.scratch(0), tape.scratch(B * A.shape[0] * d)];
    const given = { X1: A.slot, X2: C.slot, theta: theta.slot, cotangent: g.slot };
    const byTheta = tape.record(
      [],
      [B, P],
      (dTheta) => [
        stepOf('covariance', sizes(A.shape[0], C.shape[0], 1), { ...given, K, dTheta, dX1: byX }, code),
      ],
      undefined,
    );
    const values = new Float64Array(B * A.shape[0] * d);
    tape.backend.read(byX, values);
    return [byTheta, sum(tape.tensor(values, [B, A.shape[0], d]), 0)];
  };
  return tape.record(
    [X1, X2, theta],
    [B, n1, n2],
    (K) => [stepOf('covariance', sizes(n1, n2, 0), { X1: X1.slot, X2: X2.slot, theta: theta.slot, K }, code)],
    (g) => {
      const [byTheta, byFirst] = pull(X1, X2, g);
      const [, bySecond] = pull(X2, X1, transpose(g));
      return [byFirst, bySecond, byTheta];
    },
  );
}

/**
 * Log marginal likelihoods [B] of theta [B, P] (covariance log parameters, log noise, mean) over X [n, d], y [n] and
 * given noise variances [n]: the fused program as an op with its own gradient, by theta alone.
 *
 * @throws ShapeError on other shapes
 */
export function gpLikelihood(code: Int32Array, X: Tensor, y: Tensor, noise: Tensor, theta: Tensor): Tensor {
  const [[n, d], [B, P]] = [X.shape, theta.shape];
  if (
    X.shape.length !== 2 ||
    theta.shape.length !== 2 ||
    sizeOf(y.shape) !== n ||
    sizeOf(noise.shape) !== n
  ) {
    throw new ShapeError(
      `gp_likelihood: expected [n, d], [n], [n] and [B, P], got [${X.shape.join(', ')}], [${y.shape.join(', ')}], [${noise.shape.join(', ')}] and [${theta.shape.join(', ')}]`,
    );
  }
  const { tape } = theta;
  const gradient = tape.tensor(new Float64Array(B * P), [B, P]);
  const status = tape.scratch(B);
  return tape.record(
    [theta],
    [B],
    (value) => [
      stepOf(
        'gp_likelihood',
        { batch: B, n, d, parameters: P, withGradient: 1 },
        {
          ...{ X: X.slot, y: y.slot, noise: noise.slot, theta: theta.slot },
          ...{ value, gradient: gradient.slot, status },
        },
        code,
      ),
    ],
    (g) => [multiply(gradient, tape.reshape(g, [B, 1]))],
  );
}
