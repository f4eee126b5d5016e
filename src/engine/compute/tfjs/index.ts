import { BackendUnavailableError, ShapeError } from '../../errors.ts';
import type { Backend, Slot, Step } from '../backend.ts';
import { reduceCodes } from '../elementwise-codes.ts';
import type { OpName } from '../ops.ts';
import { runOp } from '../run-op.ts';
import { buffersOf, lengthOf, readSizes } from '../step.ts';
import { tensorOps } from './tensor-ops.ts';
import { type TfjsBinding, Work } from './work.ts';

/** Bytes that programs may plan with; the binding has no way to ask the device. */
const ASSUMED_MEMORY = 2 ** 31;

class TfjsSlot implements Slot {
  readonly length: number;
  /** Number of the tensor that holds the numbers, of any shape; undefined while they are zeros. */
  tensor: number | undefined;
  freed = false;
  constructor(length: number) {
    this.length = length;
  }
}

function own(slot: Slot): TfjsSlot {
  if (!(slot instanceof TfjsSlot) || slot.freed) {
    throw new ShapeError('tfjs: expected a slot of this backend that is not freed yet');
  }
  return slot;
}

type Run = (call: {
  readonly work: Work;
  readonly sizes: { readonly rest: Int32Array };
  readonly input: (name: string, shape: readonly number[]) => number;
  readonly lengthOf: (name: string) => number;
}) => readonly number[];

const product = (shape: readonly number[]): number => shape.reduce((size, axis) => size * axis, 1);

/** The buffers of a step by name. @throws ShapeError naming one that is shorter than its definition says */
function slotsOf({ op, dims, inputs, outputs }: Step): Readonly<Record<string, TfjsSlot>> {
  const { rest: _rest, ...sizes } = readSizes(op, dims);
  const slots: Record<string, TfjsSlot> = {};
  for (const [side, given] of [['inputs', inputs] as const, ['outputs', outputs] as const]) {
    buffersOf(op, side).forEach(([name, definition], i) => {
      const slot = own(given[i]);
      const least = lengthOf(definition, sizes) ?? 0;
      if (slot.length < least)
        throw new ShapeError(`${op}: expected ${least} numbers in ${name}, got ${slot.length}`);
      slots[name] = slot;
    });
  }
  return slots;
}

/** Runs steps, and does the book-keeping of tensors. */
function stepsOn(binding: TfjsBinding) {
  const tensorOf = (work: Work, slot: TfjsSlot): number =>
    slot.tensor ?? work.numbers(new Float64Array(slot.length), [slot.length]);

  const put = (slot: TfjsSlot, tensor: number | undefined): void => {
    if (slot.tensor !== undefined) binding.deleteTensor(slot.tensor);
    slot.tensor = tensor;
  };

  /** Runs `body` and deletes what it made. */
  const working = <T>(body: (work: Work) => T): T => {
    const work = new Work(binding);
    try {
      return body(work);
    } finally {
      work.end();
    }
  };

  const runStep = (step: Step): void => {
    const run = tensorOps[step.op] as Run | undefined;
    if (!run) throw new ShapeError(`tfjs: '${step.op}' is composed of tensor ops, not run as one`);
    const slots = slotsOf(step);
    working((work) => {
      const input = (name: string, shape: readonly number[]) => {
        const [slot, size] = [slots[name], product(shape)];
        if (slot.length < size)
          throw new ShapeError(`${step.op}: expected ${size} numbers in ${name}, got ${slot.length}`);
        const tensor = tensorOf(work, slot);
        if (slot.length === size) return work.reshape(tensor, shape);
        return work.reshape(work.first(work.reshape(tensor, [slot.length]), size), shape);
      };
      const sizes = readSizes(step.op, step.dims);
      const results = run({ work, sizes, input, lengthOf: (name) => slots[name].length });
      results.forEach((tensor, i) => {
        const slot = own(step.outputs[i]);
        const [{ length }, size] = [slot, work.sizeOf(tensor)];
        if (size > length)
          throw new ShapeError(`${step.op}: expected room for ${size} numbers in output ${i}, got ${length}`);
        const flat = () => work.reshape(tensorOf(work, slot), [length]);
        put(slot, work.keep(size === length ? tensor : work.over(flat(), length, tensor, size)));
      });
    });
  };

  return { put, working, runStep };
}

/**
 * The tensor ops on TensorFlow by the raw binding of `@tensorflow/tfjs-node`, in fp64, on whichever device TensorFlow has. Fused ops
 * are composed of these by their definitions (`engine/reference`).
 *
 * The public API of that package computes in fp32. Its binding hands any op through: numbers cross as int64 and are
 * reinterpreted (`Bitcast`) as doubles. Tensors are never collected: each is deleted by hand.
 *
 * @throws BackendUnavailableError when the binding computes something else than fp64
 */
export function createTfjsBackend(binding: TfjsBinding): Backend {
  const { put, working, runStep } = stepsOn(binding);

  const backend: Backend = {
    name: 'tfjs',
    device: `TensorFlow ${binding.TF_Version} on a ${binding.isUsingGpuDevice() ? 'GPU' : 'CPU'}`,
    memory: () => ASSUMED_MEMORY,
    alloc: (length) => new TfjsSlot(length),
    write(slot, values) {
      const into = own(slot);
      if (values.length > into.length)
        throw new ShapeError(`write: expected at most ${into.length} numbers, got ${values.length}`);
      const whole = new Float64Array(into.length);
      if (values.length < into.length) backend.read(slot, whole);
      whole.set(values);
      working((work) => put(into, work.keep(work.numbers(whole, [whole.length]))));
    },
    read(slot, into) {
      const from = own(slot);
      if (into.length > from.length)
        throw new ShapeError(`read: expected at most ${from.length} numbers, got ${into.length}`);
      if (from.tensor === undefined) into.fill(0);
      else into.set(working((work) => work.read(from.tensor!).subarray(0, into.length)));
    },
    free(slot) {
      const gone = own(slot);
      put(gone, undefined);
      gone.freed = true;
    },
    supports: (op: OpName) => tensorOps[op] !== undefined,
    run(program) {
      for (const step of program) runStep(step);
    },
  };
  const sum = { function: reduceCodes.sum, outer: 1, middle: 2, inner: 1 };
  const { y } = runOp(backend, 'reduce', sum, { x: Float64Array.of(1, 2 ** -52) });
  if (y[0] !== 1 + 2 ** -52) throw new BackendUnavailableError('tfjs: TensorFlow does not compute in fp64');
  return backend;
}
