import type { Backend, Slot } from '../../compute/backend.ts';
import type { OpName } from '../../compute/ops.ts';
import { readSlot, slotOf } from '../../gp/slots.ts';

/** Runs one op; arrays go in as fresh slots, and the outputs come back as arrays of the lengths asked for. */
export function runOp(
  backend: Backend,
  op: OpName,
  dims: ArrayLike<number>,
  inputs: readonly (Slot | Float64Array)[],
  lengths: readonly number[],
): Float64Array[] {
  const own: Slot[] = [];
  const keep = (slot: Slot): Slot => {
    own.push(slot);
    return slot;
  };
  try {
    const slots = inputs.map((input) =>
      input instanceof Float64Array ? keep(slotOf(backend, input)) : input,
    );
    const outputs = lengths.map((length) => keep(backend.alloc(length)));
    backend.run([{ op, dims: Int32Array.from(dims), inputs: slots, outputs }]);
    return outputs.map((slot) => readSlot(backend, slot));
  } finally {
    for (const slot of own) backend.free(slot);
  }
}
