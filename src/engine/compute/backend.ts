import type { BackendName } from './backend-names.ts';
import type { OpName } from './ops.ts';

/** Numbers that live where a backend put them. On `ts` and `native` it wraps a Float64Array of this process. */
export interface Slot {
  /** Count of fp64 elements. */
  readonly length: number;
}

/**
 * One op applied to slots.
 *
 * `dims` are small integers (sizes, flags, codes), `inputs` are read, `outputs` written whole.
 * Their order and shapes are documented per op in `ops.ts`.
 */
export interface Step {
  readonly op: OpName;
  readonly dims: Int32Array;
  readonly inputs: readonly Slot[];
  readonly outputs: readonly Slot[];
}

/** A flat list of steps: a whole evaluation is one crossing into native code. */
export type Program = readonly Step[];

/**
 * A place where numbers live and are worked on. Lengths count fp64 elements.
 *
 * Everything is synchronous: heavy work runs in worker threads, which have nothing else to do meanwhile,
 * and optimizer loops stay plain loops.
 */
export interface Backend {
  readonly name: BackendName | 'cuda-emulated' | 'plain' | 'null';
  /** What it computes on, in words for people; absent: the CPU. */
  readonly device?: string;
  /** Free bytes, for splitting batches. */
  memory(): number;
  /** What is in it is open until it is written. */
  alloc(length: number): Slot;
  write(slot: Slot, values: Float64Array): void;
  read(slot: Slot, into: Float64Array): void;
  /** The numbers of a slot themselves, to be read and, before the first step that has it, written; absent where slots are no arrays of this process. */
  view?(slot: Slot): Float64Array;
  /** A second free throws. */
  free(slot: Slot): void;
  supports(op: OpName): boolean;
  /** Bytes that a slot takes in all places where its numbers are; absent: 8 per number. */
  occupied?(slot: Slot): number;
  /** Bytes that the backend itself keeps from one call to the next, at most; absent: none. */
  readonly keeps?: number;
  /** Runs the steps in order; throws naming the step that failed. */
  run(program: Program): void;
  /** Notes for users about the steps since the last call (work that had to leave the GPU), each once. */
  takeNotes?(): readonly string[];
}
