import type { Backend, Slot } from './backend.ts';

/** A slot holding a copy of the values. */
export function slotOf(backend: Backend, values: Float64Array): Slot {
  const slot = backend.alloc(values.length);
  backend.write(slot, values);
  return slot;
}

/** The numbers of a slot. */
export function readSlot(backend: Backend, slot: Slot): Float64Array {
  const values = new Float64Array(slot.length);
  backend.read(slot, values);
  return values;
}

/** A slot of so many numbers that `fill` writes, and the numbers: without a second copy where the backend has views. */
export function filledSlot(
  backend: Backend,
  length: number,
  fill: (values: Float64Array) => void,
): { readonly slot: Slot; readonly values: Float64Array } {
  const slot = backend.alloc(length);
  const values = backend.view?.(slot) ?? new Float64Array(length);
  fill(values);
  if (!backend.view) backend.write(slot, values);
  return { slot, values };
}
