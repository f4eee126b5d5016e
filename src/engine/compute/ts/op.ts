import { ShapeError } from '../../errors.ts';

/** An op of this backend. `dims`, `inputs`, `outputs` as documented in `compute/ops.ts`; outputs alias nothing. */
export type TsOp = (
  dims: Int32Array,
  inputs: readonly Float64Array[],
  outputs: readonly Float64Array[],
) => void;

/** Throws ShapeError unless buffer `index` of a side holds at least `length` numbers. */
export function need(
  op: string,
  side: 'input' | 'output',
  buffers: readonly Float64Array[],
  index: number,
  shape: readonly number[],
): Float64Array {
  const length = shape.reduce((product, size) => product * size, 1);
  const buffer = buffers[index];
  if (buffer === undefined || buffer.length < length) {
    throw new ShapeError(
      `${op}: expected ${side} ${index} of shape [${shape.join(', ')}], got ${buffer ? `length ${buffer.length}` : 'nothing'}`,
    );
  }
  return buffer;
}
