import { ShapeError } from '../../errors.ts';
import { sizeOf, type Tensor } from '../tape.ts';

/**
 * Picks rows of the first axis: output [indexes, ...rest]. Indexes may repeat; cotangents add up.
 *
 * Runs on the host, as indexes are host numbers anyway: one read and one write.
 *
 * @throws ShapeError an index is not below the length of the axis
 */
export function gather(x: Tensor, indexes: readonly number[]): Tensor {
  const [length, ...rest] = x.shape;
  const bad = indexes.find((index) => !(Number.isInteger(index) && index >= 0 && index < length));
  if (x.shape.length === 0 || bad !== undefined) {
    throw new ShapeError(`gather: expected indexes below ${length ?? 0}, got ${bad}`);
  }
  return rearranged(
    x,
    [indexes.length, ...rest],
    (from, into, size) => {
      indexes.forEach((index, i) => {
        into.set(from.subarray(index * size, (index + 1) * size), i * size);
      });
    },
    (g) => scatter(g, indexes, length),
  );
}

/** Rows of x added to the rows `indexes` of zeros [length, ...rest]: what pulls `gather` back, and is pulled back by it. */
function scatter(x: Tensor, indexes: readonly number[], length: number): Tensor {
  return rearranged(
    x,
    [length, ...x.shape.slice(1)],
    (from, into, size) => {
      indexes.forEach((index, i) => {
        for (let k = 0; k < size; k++) into[index * size + k] += from[i * size + k];
      });
    },
    (g) => gather(g, indexes),
  );
}

/** A linear rearrangement of rows made on the host. */
function rearranged(
  x: Tensor,
  shape: readonly number[],
  fill: (from: Float64Array, into: Float64Array, size: number) => void,
  pullback: (g: Tensor) => Tensor,
): Tensor {
  const { tape } = x;
  const values = new Float64Array(sizeOf(shape));
  fill(tape.read(x), values, sizeOf(shape.slice(1)));
  return tape.record(
    [x],
    shape,
    (slot) => {
      tape.backend.write(slot, values);
      return [];
    },
    (g) => [pullback(g)],
  );
}
