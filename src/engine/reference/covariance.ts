import { ShapeError } from '../errors.ts';
import type { CovarianceDefinition } from '../gp/covariance/definition.ts';
import { covariances, readCode } from '../gp/covariance/index.ts';
import type { Tensor } from '../tensor/index.ts';
import * as t from '../tensor/index.ts';

/** Entries of the last axis; indexes may repeat. */
function pick(x: Tensor, indexes: readonly number[]): Tensor {
  const { tape, shape } = x;
  const width = shape[shape.length - 1];
  if (indexes.length === width && indexes.every((index, i) => index === i)) return x;
  const rows = shape.reduce((product, size) => product * size, 1) / width;
  const picked = t.transpose(t.gather(t.transpose(tape.reshape(x, [rows, width])), indexes));
  return tape.reshape(picked, [...shape.slice(0, -1), indexes.length]);
}

/**
 * Covariances [..., n1, n2] of points A [..., n1, d] and B [..., n2, d] by a covariance code.
 *
 * Leading axes of A, B and theta broadcast. theta [..., P] holds log parameters in the order of the code; what follows
 * those (noise, mean) is not read.
 *
 * @throws ShapeError on a code that is not one in postfix order
 */
export function covarianceMatrix(code: ArrayLike<number>, A: Tensor, B: Tensor, theta: Tensor): Tensor {
  const { tape } = theta;
  const rows = (X: Tensor, axis: 1 | 2) => {
    const shape = [...X.shape];
    shape.splice(shape.length - axis, 0, 1);
    return tape.reshape(X, shape);
  };
  let next = 0;
  /** The next `count` parameters: [..., 1, 1, count], or [..., 1, 1] of one that serves all columns. */
  const take = (count: number, per: 'column' | 'leaf') => {
    const indexes = Array.from({ length: count }, (_, k) => next + k);
    next += count;
    const lead = [...theta.shape.slice(0, -1), 1, 1];
    return tape.reshape(t.exp(pick(theta, indexes)), per === 'column' ? [...lead, count] : lead);
  };
  const stack: Tensor[] = [];
  const pop = (): Tensor => {
    const top = stack.pop();
    if (!top) throw new ShapeError('covariance code: an operator lacks an operand');
    return top;
  };
  for (const part of readCode(code)) {
    if (part.kind === 'leaf') {
      const { columns, depth, name } = part;
      const { parameters, value }: CovarianceDefinition = covariances[name];
      const own = parameters.map(({ per }) => take(per === 'column' ? columns.length : 1, per));
      stack.push(value(rows(pick(A, columns), 1), rows(pick(B, columns), 2), own, depth));
    } else if (part.kind === 'scale') stack.push(t.multiply(pop(), take(1, 'leaf')));
    else stack.push((part.kind === 'add' ? t.add : t.multiply)(pop(), pop()));
  }
  const whole = pop();
  if (stack.length > 0) throw new ShapeError('covariance code: parts are left without an operator');
  return whole;
}
