import { reduceCodes } from '../compute/elementwise-codes.ts';
import { stepOf } from '../compute/step.ts';
import { ShapeError } from '../errors.ts';
import { elementwise } from './elementwise-step.ts';
import { sizeOf, type Tensor } from './tape.ts';

/**
 * The shape that two shapes broadcast to, aligned at their last axes.
 *
 * @throws ShapeError two lengths differ and neither is 1
 */
export function broadcastShape(who: string, a: readonly number[], b: readonly number[]): number[] {
  const rank = Math.max(a.length, b.length);
  return Array.from({ length: rank }, (_, axis) => {
    const p = a[axis - rank + a.length] ?? 1;
    const q = b[axis - rank + b.length] ?? 1;
    if (p !== q && p !== 1 && q !== 1) {
      throw new ShapeError(
        `${who}: expected shapes that broadcast, got [${a.join(', ')}] and [${b.join(', ')}]`,
      );
    }
    return p === 1 ? q : p;
  });
}

/** Strides that read a tensor of `shape` as one of `target`: 0 along repeated axes. */
export function broadcastStrides(shape: readonly number[], target: readonly number[]): number[] {
  const strides = new Array<number>(target.length).fill(0);
  let stride = 1;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    if (shape[axis] !== 1) strides[axis + target.length - shape.length] = stride;
    stride *= shape[axis];
  }
  return strides;
}

/** Sums a cotangent [...] over the axes that broadcasting repeated, back to `shape`. */
export function sumTo(g: Tensor, shape: readonly number[]): Tensor {
  const { tape } = g;
  let result = g;
  const lead = g.shape.length - shape.length;
  for (let axis = 0; axis < g.shape.length; axis++) {
    const kept = axis >= lead && shape[axis - lead] === g.shape[axis];
    if (!kept && g.shape[axis] !== 1) result = sumAxis(result, axis);
  }
  return result.shape.length === shape.length && result === g ? g : tape.reshape(result, shape);
}

/** Sum over one axis, which stays with length 1. */
function sumAxis(x: Tensor, axis: number): Tensor {
  const { tape, shape } = x;
  const outer = sizeOf(shape.slice(0, axis));
  const inner = sizeOf(shape.slice(axis + 1));
  const target = shape.map((length, k) => (k === axis ? 1 : length));
  const sizes = { function: reduceCodes.sum, outer, middle: shape[axis], inner };
  return tape.record(
    [x],
    target,
    (y) => [stepOf('reduce', sizes, { x: x.slot, y })],
    (g) => [expand(g, shape)],
  );
}

/** Repeats a tensor along axes of length 1, or missing in front, to `shape`. */
export function expand(x: Tensor, shape: readonly number[]): Tensor {
  return restride(x, shape, broadcastStrides(x.shape, shape), (g) => sumTo(g, x.shape));
}

/**
 * Reads a tensor with other strides into a new one: repeats and permutations.
 *
 * @param strides in numbers, one per axis of `shape`; 0 repeats
 * @param pullback cotangent of x from that of the answer
 */
export function restride(
  x: Tensor,
  shape: readonly number[],
  strides: readonly number[],
  pullback: (g: Tensor) => Tensor,
): Tensor {
  const zero = x.tape.tensor([0], []);
  const still = new Array<number>(shape.length).fill(0);
  return x.tape.record(
    [x],
    shape,
    (c) => [elementwise('add', { a: x.slot, b: zero.slot, c }, shape, strides, still)],
    (g) => [pullback(g)],
  );
}
