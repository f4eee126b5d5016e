import { ShapeError, ValueError } from '../errors.ts';
import { createArrayPool } from './array-pool.ts';
import type { Backend, Program, Slot, Step } from './backend.ts';
import { FEW_OPERATIONS, independentRuns, paysBeside } from './beside.ts';
import type { BesideCall, NativeBinding } from './binding.ts';
import { operations } from './cost-model.ts';
import type { OpName } from './ops.ts';

export interface NativeOptions {
  /** Threads that one step may use, the caller among them; 1 to 1024. Small steps use one. Results do not depend on it. */
  readonly threads: number;
  /** One of `binding.instructionSets()`; the best one when left out. */
  readonly instructionSet?: string;
}

/** Layouts of factors that a thread keeps: `kAllNumbers` of kernels/cpu/factor_cache.cc. */
const KEPT_LAYOUTS = 80 * 2 ** 20;

/** Bytes of freed arrays that wait for slots of their length. */
const KEPT_ARRAYS = 32 * 2 ** 20;

/** Bytes that programs may plan with; the engine has no way to ask the machine. */
const ASSUMED_MEMORY = 2 ** 31;

/** As in kernels/addon/addon.cc. */
const MOST_THREADS = 1024;

/** Meaning of the statuses of kernels/include/athanor/op.h. */
const statusText: Readonly<Record<number, string>> = {
  [-1]: 'an argument has the wrong type or is out of range',
  1: 'bad dims',
  2: 'an input is shorter than the dims say',
  3: 'an output is shorter than the dims say',
  4: 'out of memory',
};

/** Stamps given out by this thread; integers from a point of its own, so that no two threads give the same. */
let stamps = Math.floor(Math.random() * 2 ** 48);
/** Inputs of one step, at most; those of the step at work. */
const stampsOfInputs = new Float64Array(16);

class NativeSlot implements Slot {
  readonly length: number;
  /** Undefined once freed. */
  values: Float64Array | undefined;
  /** Another one whenever the numbers are others. */
  stamp = ++stamps;
  constructor(values: Float64Array) {
    this.length = values.length;
    this.values = values;
  }
}

function valuesOf(slot: Slot): Float64Array {
  const { values } = slot as NativeSlot;
  if (!values) throw new ShapeError('native: expected a slot of this backend that is not freed yet');
  return values;
}

/** Position of the instruction set, both options being checked. */
function checkedSet(binding: NativeBinding, { threads, instructionSet }: NativeOptions): number {
  if (!Number.isInteger(threads) || threads < 1 || threads > MOST_THREADS)
    throw new ValueError(
      `native: expected threads from 1 to ${MOST_THREADS}, a whole number, got ${threads}`,
    );
  const sets = binding.instructionSets();
  const set = instructionSet === undefined ? sets.length - 1 : sets.indexOf(instructionSet);
  if (set < 0) throw new Error(`native: expected one of ${sets.join(', ')}, got ${instructionSet}`);
  return set;
}

/** A step side by side with others, which has an op of that number. */
function besideCall(op: number, { dims, inputs, outputs }: Step): BesideCall {
  const stampsOf = Float64Array.from(inputs, (slot) => (slot as NativeSlot).stamp);
  for (const slot of outputs) (slot as NativeSlot).stamp = ++stamps;
  return [op, dims, inputs.map(valuesOf), outputs.map(valuesOf), stampsOf];
}

/** Runs programs by ops of these numbers, on an instruction set by its position. */
function createRunner(
  binding: NativeBinding,
  numbers: ReadonlyMap<OpName, number>,
  { threads, set }: { readonly threads: number; readonly set: number },
): (program: Program) => void {
  const numberOf = (step: Step, index: number): number => {
    const op = numbers.get(step.op);
    if (op === undefined)
      throw new ShapeError(`step ${index} (${step.op}): not in this build of the addon; build it again`);
    return op;
  };

  const runStep = (step: Step, index: number): void => {
    const op = numberOf(step, index);
    step.inputs.forEach((slot, i) => {
      stampsOfInputs[i] = (slot as NativeSlot).stamp;
    });
    for (const slot of step.outputs) (slot as NativeSlot).stamp = ++stamps;
    const status = binding.run(
      set,
      op,
      step.dims,
      step.inputs.map(valuesOf),
      step.outputs.map(valuesOf),
      threads === 1 || operations(step) < FEW_OPERATIONS ? 1 : threads,
      stampsOfInputs,
    );
    if (status === 0) return;
    const text = statusText[status] ?? `status ${status}`;
    throw new ShapeError(`step ${index} (${step.op}): ${text}, got dims [${step.dims.join(', ')}]`);
  };

  return (program) => {
    if (program.length === 1 || threads === 1) {
      program.forEach(runStep);
      return;
    }
    let first = 0;
    for (const steps of independentRuns(program)) {
      const from = first;
      const calls = () => steps.map((step, i) => besideCall(numberOf(step, from + i), step));
      const isDone = paysBeside(steps, threads) && binding.runBeside?.(set, calls(), threads);
      for (const [i, step] of isDone ? [] : steps.entries()) runStep(step, from + i);
      first += steps.length;
    }
  };
}

/**
 * Backend of the native CPU addon. Slots are arrays of this process, so that reading and writing are copies.
 *
 * @throws ValueError for a number of threads that cannot be, Error when this machine does not run the requested instruction set
 */
export function createNativeBackend(binding: NativeBinding, options: NativeOptions): Backend {
  const { threads } = options;
  const set = checkedSet(binding, options);
  const numbers = new Map(binding.opNames().map((name, index) => [name as OpName, index]));
  const arrays = createArrayPool(KEPT_ARRAYS);
  return {
    name: 'native',
    memory: () => ASSUMED_MEMORY,
    keeps: KEPT_LAYOUTS + KEPT_ARRAYS,
    alloc: (length) => new NativeSlot(arrays.take(length)),
    write(slot, values) {
      const into = valuesOf(slot);
      if (values.length > into.length) {
        throw new ShapeError(`write: expected at most ${into.length} numbers, got ${values.length}`);
      }
      into.set(values);
      (slot as NativeSlot).stamp = ++stamps;
    },
    read(slot, into) {
      const from = valuesOf(slot);
      if (into.length > from.length) {
        throw new ShapeError(`read: expected at most ${from.length} numbers, got ${into.length}`);
      }
      into.set(into.length === from.length ? from : from.subarray(0, into.length));
    },
    view: valuesOf,
    free(slot) {
      arrays.put(valuesOf(slot));
      (slot as NativeSlot).values = undefined;
    },
    supports: (op) => numbers.has(op),
    run: createRunner(binding, numbers, { threads, set }),
  };
}
