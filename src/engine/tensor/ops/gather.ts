import { ShapeError } from '../../errors.ts';
import { sizeOf, type Tensor } from '../tape.ts';

/**
 * Picks rows of the first axis: output [indexes, ...rest]. Indexes may repeat; cotangents add up.
 *
 * Runs on the host, as indexes are host numbers anyway: one read and one write.
 */
export function gather(x: Tensor, indexes: readonly number[]): Tensor {
  const { tape, shape } = x;
  const [length, ...rest] = shape;
  const size = sizeOf(rest);
  const bad = indexes.find((index) => !(Number.isInteger(index) && index >= 0 && index < length));
  if (shape.length === 0 || bad !== undefined) {
    throw new ShapeError(`gather: expected indexes below ${length ?? 0}, got ${bad}`);
  }
  const from = tape.read(x);
  const picked = new Float64Array(indexes.length * size);
  indexes.forEach((index, i) => {
    picked.set(from.subarray(index * size, (index + 1) * size), i * size);
  });
  return tape.record(
    [x],
    [indexes.length, ...rest],
    (slot) => {
      tape.backend.write(slot, picked);
      return [];
    },
    (g) => {
      const spread = new Float64Array(sizeOf(shape));
      const values = tape.read(g);
      indexes.forEach((index, i) => {
        for (let k = 0; k < size; k++) spread[index * size + k] += values[i * size + k];
      });
      return [tape.tensor(spread, shape)];
    },
  );
}
