import type { Backend, Program, Slot } from '../compute/backend.ts';
import { ShapeError } from '../errors.ts';
import { elementwise } from './elementwise-step.ts';

/** An array of fp64 numbers on a backend, row-major, remembered by the tape that made it. */
export interface Tensor {
  readonly shape: readonly number[];
  readonly slot: Slot;
  readonly tape: Tape;
  /** Place on the tape; later than everything it was computed from. */
  readonly id: number;
}

/** Cotangents of the inputs for that of the output; undefined where there is none. */
export type Pullback = (cotangent: Tensor, output: Tensor) => readonly (Tensor | undefined)[];

/**
 * Records what was computed from what, for reverse-mode gradients.
 *
 * Tensors belong to their tape and live until `free`. Pullbacks are written with tensor ops too, so they run on
 * whatever backend the tape has.
 */
export interface Tape {
  readonly backend: Backend;
  /** A tensor holding a copy of the values: an input to differentiate by, or a constant. */
  tensor(values: ArrayLike<number>, shape: readonly number[]): Tensor;
  /**
   * Runs steps into a new tensor and records how cotangents go back: what every op is made of, fused ones too.
   *
   * @param inputs   what the output depends on
   * @param shape    of the output
   * @param steps    program that fills the output slot
   * @param pullback undefined for an op without derivative
   */
  record(
    inputs: readonly Tensor[],
    shape: readonly number[],
    steps: (output: Slot) => Program,
    pullback: Pullback | undefined,
  ): Tensor;
  /** A tensor over a slot that somebody else owns; the tape does not free it. */
  view(slot: Slot, shape: readonly number[]): Tensor;
  /** The same numbers under another shape of the same size. */
  reshape(x: Tensor, shape: readonly number[]): Tensor;
  /** A scratch slot that lives as long as the tape. */
  scratch(length: number): Slot;
  read(x: Tensor): Float64Array;
  /** Gradients of Σ cotangent·output (cotangent: ones by default) by each of the tensors, in their shapes. */
  gradient(output: Tensor, by: readonly Tensor[], cotangent?: Tensor): Tensor[];
  free(): void;
}

interface Entry {
  readonly output: Tensor;
  readonly inputs: readonly Tensor[];
  readonly pullback: Pullback | undefined;
}

/** Count of numbers in a shape. */
export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((size, length) => size * length, 1);
}

function requireSize(who: string, length: number, shape: readonly number[]): void {
  if (length === sizeOf(shape)) return;
  throw new ShapeError(`${who}: expected ${sizeOf(shape)} numbers for [${shape.join(', ')}], got ${length}`);
}

/** Opens a tape on a backend. */
export function createTape(backend: Backend): Tape {
  const entries: (Entry | undefined)[] = [];
  const owned: Slot[] = [];
  let count = 0;

  const own = (length: number): Slot => {
    const slot = backend.alloc(length);
    owned.push(slot);
    return slot;
  };

  function make(shape: readonly number[], slot: Slot): Tensor {
    return { shape, slot, tape, id: count++ };
  }

  const tape: Tape = {
    backend,
    tensor(values, shape) {
      requireSize('tensor', values.length, shape);
      const slot = own(values.length);
      backend.write(slot, Float64Array.from(values));
      return make(shape, slot);
    },
    record(inputs, shape, steps, pullback) {
      if (inputs.some((input) => input.tape !== tape))
        throw new ShapeError('record: an input is of another tape');
      const slot = own(sizeOf(shape));
      backend.run(steps(slot));
      const output = make(shape, slot);
      entries[output.id] = { output, inputs, pullback };
      return output;
    },
    view(slot, shape) {
      if (slot.length < sizeOf(shape)) {
        throw new ShapeError(
          `view: expected at least ${sizeOf(shape)} numbers for [${shape.join(', ')}], got ${slot.length}`,
        );
      }
      return make(shape, slot);
    },
    reshape(x, shape) {
      requireSize('reshape', sizeOf(x.shape), shape);
      const output = make(shape, x.slot);
      entries[output.id] = { output, inputs: [x], pullback: (g) => [tape.reshape(g, x.shape)] };
      return output;
    },
    scratch: own,
    read(x) {
      const values = new Float64Array(sizeOf(x.shape));
      backend.read(x.slot, values);
      return values;
    },
    gradient: (output, by, cotangent) => gradientsOf(tape, entries, output, by, cotangent),
    free() {
      for (const slot of owned.splice(0)) backend.free(slot);
      entries.length = 0;
    },
  };
  return tape;
}

/** Goes back over the tape from the output to the requested tensors. */
function gradientsOf(
  tape: Tape,
  entries: readonly (Entry | undefined)[],
  output: Tensor,
  by: readonly Tensor[],
  cotangent?: Tensor,
): Tensor[] {
  const wanted = reachable(output, by, entries);
  const filled = (value: number, shape: readonly number[]) =>
    tape.tensor(new Float64Array(sizeOf(shape)).fill(value), shape);
  const cotangents = new Map<number, Tensor>();
  cotangents.set(output.id, cotangent ?? filled(1, output.shape));
  for (let id = output.id; id >= 0; id--) {
    const entry = entries[id];
    const own = cotangents.get(id);
    if (!entry?.pullback || !own || !wanted.has(id)) continue;
    entry.pullback(own, entry.output).forEach((part, i) => {
      const input = entry.inputs[i];
      if (!part || !wanted.has(input.id)) return;
      const before = cotangents.get(input.id);
      cotangents.set(input.id, before ? sumOf(before, part) : part);
    });
  }
  return by.map((x) => cotangents.get(x.id) ?? filled(0, x.shape));
}

/** Ids between the output and any of the requested tensors. */
function reachable(
  output: Tensor,
  by: readonly Tensor[],
  entries: readonly (Entry | undefined)[],
): Set<number> {
  const wanted = new Set(by.map((x) => x.id));
  for (let id = 0; id <= output.id; id++) {
    if (entries[id]?.inputs.some((input) => wanted.has(input.id))) wanted.add(id);
  }
  return wanted;
}

/** a + b of one shape: cotangents that meet. */
function sumOf(a: Tensor, b: Tensor): Tensor {
  const length = sizeOf(a.shape);
  return a.tape.record(
    [a, b],
    a.shape,
    (c) => [elementwise('add', { a: a.slot, b: b.slot, c }, [length], [1], [1])],
    (g) => [g, g],
  );
}
