import { reduceCodes } from '../../compute/elementwise-codes.ts';
import { stepOf } from '../../compute/step.ts';
import { ShapeError } from '../../errors.ts';
import { expand } from '../broadcast.ts';
import { sizeOf, type Tensor } from '../tape.ts';
import { divide, exp, greater, multiply, subtract } from './elementwise.ts';

/** f over one axis (negative: from the end), which goes away; `slope` [input shape] gives df/dx. */
function reduce(
  name: keyof typeof reduceCodes,
  x: Tensor,
  axis: number,
  slope: (spread: Tensor) => Tensor | undefined,
): Tensor {
  const { tape, shape } = x;
  const at = axis < 0 ? axis + shape.length : axis;
  if (!(at >= 0 && at < shape.length)) {
    throw new ShapeError(`${name}: expected an axis of [${shape.join(', ')}], got ${axis}`);
  }
  const kept = shape.map((length, k) => (k === at ? 1 : length));
  const sizes = {
    function: reduceCodes[name],
    outer: sizeOf(shape.slice(0, at)),
    middle: shape[at],
    inner: sizeOf(shape.slice(at + 1)),
  };
  const output = shape.filter((_, k) => k !== at);
  return tape.record(
    [x],
    output,
    (y) => [stepOf('reduce', sizes, { x: x.slot, y })],
    (g, y) => {
      const spread = expand(tape.reshape(g, kept), shape);
      const weights = slope(tape.reshape(y, kept));
      return [weights ? multiply(spread, weights) : spread];
    },
  );
}

/**
 * Σ over an axis of x (negative: from the end), which goes away.
 *
 * @throws ShapeError x has no such axis
 */
export const sum = (x: Tensor, axis: number): Tensor => reduce('sum', x, axis, () => undefined);

/**
 * Average over an axis of x (negative: from the end), which goes away.
 *
 * @throws ShapeError x has no such axis
 */
export const mean = (x: Tensor, axis: number): Tensor => {
  const length = x.shape[axis < 0 ? axis + x.shape.length : axis];
  return reduce('mean', x, axis, () => x.tape.tensor([1 / length], []));
};

/**
 * Largest over an axis of x (negative: from the end), which goes away; ties share the cotangent.
 *
 * @throws ShapeError x has no such axis
 */
export const max = (x: Tensor, axis: number): Tensor => reduce('max', x, axis, (y) => shares(x, y, axis));

/**
 * Smallest over an axis of x (negative: from the end), which goes away; ties share the cotangent.
 *
 * @throws ShapeError x has no such axis
 */
export const min = (x: Tensor, axis: number): Tensor => reduce('min', x, axis, (y) => shares(x, y, axis));

/**
 * log Σ exp over an axis of x (negative: from the end), which goes away.
 *
 * @throws ShapeError x has no such axis
 */
export const logSumExp = (x: Tensor, axis: number): Tensor =>
  reduce('logsumexp', x, axis, (y) => exp(subtract(x, y)));

/** 1/ties where x equals the extreme y, else 0. */
function shares(x: Tensor, y: Tensor, axis: number): Tensor {
  const apart = multiply(subtract(x, y), subtract(x, y));
  const hit = subtract(1, greater(apart, 0));
  const kept = y.shape;
  return divide(hit, x.tape.reshape(sum(hit, axis), kept));
}

/** Σ over everything: a tensor without axes. */
export function total(x: Tensor): Tensor {
  return sum(x.tape.reshape(x, [sizeOf(x.shape)]), 0);
}
