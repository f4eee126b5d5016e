import { ShapeError } from '../errors.ts';
import type { Backend, Slot } from './backend.ts';
import { runAlone, type Steps } from './lockstep.ts';
import type { OpName } from './ops.ts';
import { readSlot, slotOf } from './slots.ts';
import {
  type BuffersOf,
  buffersOf,
  type InputsOf,
  lengthOf,
  type OutputsOf,
  type SizesOf,
  stepOf,
} from './step.ts';

/**
 * Runs one op and reads its outputs. Arrays go in as fresh slots; outputs that the step does not want come back empty.
 *
 * @param rest what follows the sizes: a covariance code, for ops that take one
 * @throws ShapeError the length of an output does not follow from the sizes
 */
export function runOp<Op extends OpName>(
  backend: Backend,
  op: Op,
  sizes: SizesOf<Op>,
  inputs: InputsOf<Op, Slot | Float64Array>,
  rest: ArrayLike<number> = [],
): ArraysOf<Op> {
  return runAlone(opSteps(backend, op, sizes, inputs, rest), backend);
}

type ArraysOf<Op extends OpName> = Readonly<Record<keyof OutputsOf<Op, Float64Array>, Float64Array>>;

/** `runOp` as work that runs beside other such work. */
export function* opSteps<Op extends OpName>(
  backend: Backend,
  op: Op,
  sizes: SizesOf<Op>,
  inputs: InputsOf<Op, Slot | Float64Array>,
  rest: ArrayLike<number> = [],
): Steps<ArraysOf<Op>> {
  const own: Slot[] = [];
  const keep = (slot: Slot): Slot => {
    own.push(slot);
    return slot;
  };
  try {
    const slots: Record<string, Slot> = {};
    const named = inputs as Readonly<Record<string, Slot | Float64Array | undefined>>;
    for (const [name] of buffersOf(op, 'inputs')) {
      const given = named[name];
      if (given !== undefined)
        slots[name] = given instanceof Float64Array ? keep(slotOf(backend, given)) : given;
    }
    const outputs = buffersOf(op, 'outputs');
    for (const [name, layout] of outputs) {
      const length = lengthOf(layout, sizes);
      if (length === undefined)
        throw new ShapeError(`${op}: the length of '${name}' is not in its definition`);
      slots[name] = keep(backend.alloc(length));
    }
    yield [stepOf(op, sizes, slots as unknown as BuffersOf<Op, Slot>, rest)];
    const read: Record<string, Float64Array> = {};
    for (const [name] of outputs) read[name] = readSlot(backend, slots[name]);
    return read as ArraysOf<Op>;
  } finally {
    for (const slot of own) backend.free(slot);
  }
}
