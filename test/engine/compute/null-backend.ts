import type { Backend, Slot } from '../../../src/engine/compute/backend.ts';
import type { OpName } from '../../../src/engine/compute/ops.ts';
import { ShapeError } from '../../../src/engine/errors.ts';

/** What a piece of work would have a backend do. */
export interface Plan {
  /** Calls into the backend that run steps. */
  crossings: number;
  /** Steps, by op. */
  readonly launches: Partial<Record<OpName, number>>;
  /** Bytes written to and read from the backend's memory. */
  written: number;
  read: number;
  /** Most bytes held at one time. */
  peak: number;
}

interface NullSlot extends Slot {
  freed: boolean;
}

/**
 * A backend that computes nothing and counts: planning without a device. Steps leave `answer` in their outputs, so that
 * what runs on it takes its usual way; never picked for work.
 *
 * @param answer what every output reads as, given the op and the place of the output
 */
export function createNullBackend(answer: (op: OpName, output: number) => number = () => 0): {
  readonly backend: Backend;
  readonly plan: Plan;
} {
  const plan: Plan = { crossings: 0, launches: {}, written: 0, read: 0, peak: 0 };
  const numbers = new Map<Slot, number>();
  let held = 0;

  const check = (slot: Slot): void => {
    if ((slot as NullSlot).freed) throw new ShapeError('null: a slot was used after it was freed');
  };

  const backend: Backend = {
    name: 'null',
    memory: () => 2 ** 30,
    alloc(length): NullSlot {
      held += 8 * length;
      plan.peak = Math.max(plan.peak, held);
      return { length, freed: false };
    },
    write(slot, values) {
      check(slot);
      plan.written += 8 * values.length;
    },
    read(slot, into) {
      check(slot);
      plan.read += 8 * into.length;
      into.fill(numbers.get(slot) ?? 0);
    },
    free(slot) {
      check(slot);
      (slot as NullSlot).freed = true;
      held -= 8 * slot.length;
      numbers.delete(slot);
    },
    supports: () => true,
    run(program) {
      plan.crossings += 1;
      for (const { op, inputs, outputs } of program) {
        for (const slot of [...inputs, ...outputs]) check(slot);
        plan.launches[op] = (plan.launches[op] ?? 0) + 1;
        for (const [i, slot] of outputs.entries()) numbers.set(slot, answer(op, i));
      }
    },
  };
  return { backend, plan };
}
