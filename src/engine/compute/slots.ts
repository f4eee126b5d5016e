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
