import { ShapeError } from '../../errors.ts';
import { sizeOf, type Tensor } from '../tape.ts';
import { multiply } from './elementwise.ts';
import { transpose } from './linear-algebra.ts';
import { sum } from './reduce.ts';

/**
 * Covariance matrices [B, n1, n2] of a covariance code: X1 [n1, d], X2 [n2, d] and theta [B, P], differentiable by all.
 */
export function covariance(code: Int32Array, X1: Tensor, X2: Tensor, theta: Tensor): Tensor {
  const [[n1, d], [n2], [B, P]] = [X1.shape, X2.shape, theta.shape];
  if (X1.shape.length !== 2 || X2.shape.length !== 2 || theta.shape.length !== 2 || X2.shape[1] !== d) {
    throw new ShapeError(
      `covariance: expected [n1, d], [n2, d] and [B, P], got [${X1.shape.join(', ')}], [${X2.shape.join(', ')}] and [${theta.shape.join(', ')}]`,
    );
  }
  const dims = (rows: number, columns: number, gradient: number) =>
    Int32Array.from([B, rows, columns, d, P, gradient, ...code]);
  const { tape } = theta;
  /** Cotangents of theta and of the first of two inputs. */
  const pull = (A: Tensor, C: Tensor, g: Tensor): [Tensor, Tensor] => {
    const byX = tape.scratch(B * A.shape[0] * d);
    const byTheta = tape.record(
      [],
      [B, P],
      (slot) => [
        {
          op: 'covariance',
          dims: dims(A.shape[0], C.shape[0], 1),
          inputs: [A.slot, C.slot, theta.slot, g.slot],
          outputs: [slot, byX],
        },
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
    (slot) => [
      { op: 'covariance', dims: dims(n1, n2, 0), inputs: [X1.slot, X2.slot, theta.slot], outputs: [slot] },
    ],
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
    (slot) => [
      {
        op: 'gp_likelihood',
        dims: Int32Array.from([B, n, d, P, 1, ...code]),
        inputs: [X.slot, y.slot, noise.slot, theta.slot],
        outputs: [slot, gradient.slot, status],
      },
    ],
    (g) => [multiply(gradient, tape.reshape(g, [B, 1]))],
  );
}
