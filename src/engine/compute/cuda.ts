import { ValueError } from '../errors.ts';
import type { Backend, Program, Slot, Step } from './backend.ts';

/** What `athanor_cuda.node` and the emulator export; see kernels/cuda/host/addon.cc. */
export interface CudaBinding {
  /** Opens the card and answers its name; throws saying why there is none. `memoryBytes` limits the emulator. */
  open(memoryBytes: number): string;
  /** Number of a new buffer, −1 when device memory is short. */
  alloc(length: number): number;
  free(buffer: number): void;
  write(buffer: number, values: Float64Array): void;
  read(buffer: number, into: Float64Array): void;
  /** Steps in order, each at the same place of the four lists; 0, or 16·(place of the one that failed) + its status. */
  run(
    ops: readonly string[],
    dims: readonly Int32Array[],
    inputs: readonly (readonly number[])[],
    outputs: readonly (readonly number[])[],
  ): number;
  knows(op: string): boolean;
  freeBytes(): number;
  failure(): string;
}

/** The device has not enough memory for a buffer or for the temporaries of a step. */
export class DeviceMemoryError extends Error {
  override name = 'DeviceMemoryError';
}

class CudaSlot implements Slot {
  readonly length: number;
  /** −1 once freed. */
  buffer: number;
  constructor(length: number, buffer: number) {
    this.length = length;
    this.buffer = buffer;
  }
}

const outOfMemory = 4;
/** Meaning of the statuses of kernels/cuda/host/programs.h. */
const statusText = [
  '',
  'bad dims',
  'an input is too short',
  'an output is too short',
  'out of device memory',
  'unknown op',
  '',
];

/** Limits of kernels/cuda: columns that gradients keep per thread, points of a Monte-Carlo group, tokens of a code. */
const maxColumns = 64;
const maxGroup = 32;
const maxCode = 24 * 4;

/** Whether the sizes of a step are within what the kernels were written for. */
export function cardTakes({ op, dims }: Step): boolean {
  switch (op) {
    case 'gp_predict':
    case 'gp_likelihood':
    case 'gp_information':
    case 'gp_factor':
      return dims[2] <= maxColumns && dims.length <= maxCode + maxColumns;
    case 'gp_joint':
      return dims[3] <= maxColumns && dims.length <= maxCode + maxColumns;
    case 'mc_acquisition':
      return dims[3] <= maxColumns && dims[1] + dims[8] <= maxGroup;
    case 'covariance':
      return dims[3] <= maxColumns;
    case 'exchange':
      // All vectors of a chain must fit the shared memory that every supported card offers.
      return dims[4] <= 512;
    default:
      return true;
  }
}

function bufferOf(slot: Slot): number {
  const { buffer } = slot as CudaSlot;
  if (buffer < 0) throw new ValueError('cuda: a slot was used after it was freed');
  return buffer;
}

/** One call for the whole program: neighbouring likelihoods in it share their launches. */
function runProgram(binding: CudaBinding, program: Program): void {
  const status = binding.run(
    program.map(({ op }) => op),
    program.map(({ dims }) => dims),
    program.map(({ inputs }) => inputs.map(bufferOf)),
    program.map(({ outputs }) => outputs.map(bufferOf)),
  );
  if (status === 0) return;
  const { op, dims } = program[status >> 4];
  const kind = status & 15;
  if (kind === outOfMemory) throw new DeviceMemoryError(`${op}: out of device memory`);
  throw new Error(`${op}: ${statusText[kind] || binding.failure()} (dims ${dims.join(', ')})`);
}

/**
 * Backend on a card, or on the emulator of one. Slots are device memory.
 *
 * @param memoryBytes limit of the emulator's memory; a card has its own
 * @throws Error saying why when there is no usable card
 */
export function createCudaBackend(
  binding: CudaBinding,
  name: 'cuda' | 'cuda-emulated',
  memoryBytes = 2 ** 30,
): Backend & { readonly device: string } {
  const device = binding.open(memoryBytes);
  return {
    name,
    device,
    memory: () => binding.freeBytes(),
    alloc(length) {
      const buffer = binding.alloc(length);
      if (buffer < 0) throw new DeviceMemoryError(`cuda: no device memory for ${length} numbers`);
      return new CudaSlot(length, buffer);
    },
    write: (slot, values) => binding.write(bufferOf(slot), values),
    read: (slot, into) => binding.read(bufferOf(slot), into),
    free(slot) {
      binding.free(bufferOf(slot));
      (slot as CudaSlot).buffer = -1;
    },
    supports: (op) => binding.knows(op),
    run: (program) => runProgram(binding, program),
  };
}
