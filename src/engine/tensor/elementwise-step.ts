import type { Slot, Step } from '../compute/backend.ts';
import { binaryCodes } from '../compute/elementwise-codes.ts';
import { type BuffersOf, stepOf } from '../compute/step.ts';

/** The step c = f(a, b) over a shape; strides count elements, 0 repeats. */
export const elementwise = (
  name: keyof typeof binaryCodes,
  slots: BuffersOf<'binary', Slot>,
  shape: readonly number[],
  strideA: readonly number[],
  strideB: readonly number[],
): Step =>
  stepOf('binary', { function: binaryCodes[name], rank: shape.length }, slots, [
    ...shape,
    ...strideA,
    ...strideB,
  ]);
