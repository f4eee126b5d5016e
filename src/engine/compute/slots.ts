import { zeros } from '../linalg/zeros.ts';
import type { Backend, Slot } from './backend.ts';

/** A slot holding a copy of the values [length]. */
export function slotOf(backend: Backend, values: Float64Array): Slot {
  const slot = backend.alloc(values.length);
  backend.write(slot, values);
  return slot;
}

/** A copy of the numbers [length] of a slot. */
export function readSlot(backend: Backend, slot: Slot): Float64Array {
  const values = zeros(slot.length);
  backend.read(slot, values);
  return values;
}

/** A slot of `length` numbers that `fill` writes, and these numbers [length]: without a second copy where the backend has views. */
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
