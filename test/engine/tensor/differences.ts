import { expect } from 'vitest';
import type { Backend } from '../../../src/engine/compute/backend.ts';
import { createTape, type Tensor, total } from '../../../src/engine/tensor/index.ts';
import { relativeError } from '../compute/native-support.ts';

/** An input by its values and shape. */
export type Input = readonly [values: readonly number[], shape: readonly number[]];

/**
 * Expects the tape's gradient of Σ weights·f(inputs) to be what central differences give, for every input; the weights
 * differ from entry to entry, so that no error can hide in a sum.
 */
export function expectGradients(
  backend: Backend,
  f: (...inputs: Tensor[]) => Tensor,
  inputs: readonly Input[],
  tolerance = 1e-7,
): void {
  const weigh = (length: number) => Float64Array.from({ length }, (_, i) => 1 + 0.5 * Math.sin(3 * i + 1));
  const value = (values: readonly (readonly number[])[]): number => {
    const tape = createTape(backend);
    const output = f(...inputs.map(([, shape], i) => tape.tensor(values[i], shape)));
    const numbers = tape.read(output);
    const weights = weigh(numbers.length);
    tape.free();
    return numbers.reduce((sum, v, i) => sum + v * weights[i], 0);
  };
  const tape = createTape(backend);
  const tensors = inputs.map(([values, shape]) => tape.tensor(values, shape));
  const output = f(...tensors);
  const size = tape.read(output).length;
  const gradients = tape.gradient(output, tensors, tape.tensor(weigh(size), output.shape));
  const analytic = gradients.map((gradient) => tape.read(gradient));
  expect(gradients.map(({ shape }) => shape)).toEqual(tensors.map(({ shape }) => shape));
  expect(tape.read(total(output))).toHaveLength(1);
  tape.free();
  const all = inputs.map(([values]) => values);
  const h = 1e-5;
  inputs.forEach(([values], i) => {
    const numeric = values.map((v, at) => {
      const moved = (by: number) => value(all.with(i, values.with(at, v + by)));
      return (8 * (moved(h) - moved(-h)) - (moved(2 * h) - moved(-2 * h))) / (12 * h);
    });
    expect(relativeError(analytic[i], numeric), `input ${i}`).toBeLessThan(tolerance);
  });
}
