import { createPlainBackend } from '../../../src/engine/compute/plain.ts';
import { createTape, type Tape, type Tensor, total } from '../../../src/engine/tensor/index.ts';

/** Runs definitions on naive loops; what they gave back is on the host, so the tape can go. */
export function onPlain<T>(work: (tape: Tape) => T): T {
  const tape = createTape(createPlainBackend());
  try {
    return work(tape);
  } finally {
    tape.free();
  }
}

/** The numbers of f(x) and the gradient of their sum by x. */
export function valueAndGradient(
  values: ArrayLike<number>,
  shape: readonly number[],
  f: (x: Tensor) => Tensor,
): { value: Float64Array; gradient: Float64Array } {
  return onPlain((tape) => {
    const x = tape.tensor(values, shape);
    const y = f(x);
    return { value: tape.read(y), gradient: tape.read(tape.gradient(total(y), [x])[0]) };
  });
}
