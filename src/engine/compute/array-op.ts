import type { OpName } from './ops.ts';
import { arraysOf, type BuffersOf, readSizes, type SizesOf } from './step.ts';

/** An op of a backend whose slots are arrays of this process, called with what a step holds. Outputs alias nothing. */
export type ArrayOp = (
  dims: Int32Array,
  inputs: readonly Float64Array[],
  outputs: readonly Float64Array[],
) => void;

/** An op from a kernel that takes sizes and arrays by name; throws ShapeError before it where they do not fit. */
export const arrayOp =
  <Op extends OpName>(
    op: Op,
    kernel: (sizes: SizesOf<Op> & { readonly rest: Int32Array }, arrays: BuffersOf<Op, Float64Array>) => void,
  ): ArrayOp =>
  (dims, inputs, outputs) => {
    const sizes = readSizes(op, dims);
    kernel(sizes, arraysOf(op, sizes, inputs, outputs));
  };
