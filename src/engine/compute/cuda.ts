import { ValueError } from '../errors.ts';
import type { Backend, Program, Slot, Step } from './backend.ts';
import { type OpName, wantedOfPrediction } from './ops.ts';
import { readSizes, type SizesOf } from './step.ts';

/** What `athanor_cuda.node` and the emulator export; see kernels/cuda/host/addon.cc. */
export interface CudaBinding {
  /** Opens the GPU and answers its name; throws saying why there is none. `memoryBytes` limits the emulator. */
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
  /** Capability (90 for 9.0), processors, highest clock in MHz, CUDA version of the driver (12090 for 12.9); 0 for the emulator. */
  properties(): readonly number[];
}

/** The device has not enough memory for a buffer or for the temporaries of a step. */
export class DeviceMemoryError extends Error {
  override name = 'DeviceMemoryError';
}

/**
 * The GPU works no more in this process (a fault in a kernel, a reset, a watchdog), and its memory is lost. Kernels run on
 * by themselves, so the step named is the one during which it showed.
 */
export class DeviceLostError extends Error {
  override name = 'DeviceLostError';
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

const STATUS_OUT_OF_MEMORY = 4;
const STATUS_DEVICE_LOST = 7;
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

/** Limits of kernels/cuda: columns that gradients keep per thread, points of a Monte-Carlo group. */
const MOST_COLUMNS = 64;
const MOST_IN_GROUP = 32;
/** Numbers of an array that a kernel counts with an int. */
const MOST_NUMBERS = 2 ** 31 - 1;
/** Members that a grid of blocks has a row for. */
const MOST_IN_BATCH = 65535;
/** Doubles of shared memory that every supported GPU has for a block (99 KB). */
const maxShared = (99 * 1024) / 8;

/** Doubles that a chain of `exchange` keeps in shared memory at most: the count of kernels/cuda/host/exchange.cc, its factors as large as may be. */
function exchangeShared({ d, p, limits, rest }: SizesOf<'exchange'> & { readonly rest: Int32Array }): number {
  let [bases, levels] = [1, 0];
  for (let j = 0; j < d; j++) {
    bases = Math.max(bases, rest[4 * j + 1]);
    levels = Math.max(levels, rest[4 * j + 2]);
  }
  return 10 * p + p * (1 + bases) + 6 * bases + 2 * bases * bases + limits + 2 * (levels + 2) + 32;
}

/** Doubles that a block of neighbours keeps in shared memory: the count of kernels/cuda/host/vecchia.cc. */
const blockShared = (m: number): number => ((m + 1) * (m + 2)) / 2 + 5 * (m + 1) + 32;

const fewRows = ({ n }: { readonly n: number }): boolean => n ** 2 <= MOST_NUMBERS;
const fewMembers = ({ batch }: { readonly batch: number }): boolean => batch <= MOST_IN_BATCH;

/** Per op, whether sizes are within what its kernels were written for; absent: all are. */
const taken: { readonly [Op in OpName]?: (sizes: SizesOf<Op> & { readonly rest: Int32Array }) => boolean } = {
  gp_likelihood: fewRows,
  gp_information: fewRows,
  gp_predict: ({ d, wanted }) => d <= MOST_COLUMNS || (wanted & wantedOfPrediction.gradient) === 0,
  gp_joint: ({ d, withGradient }) => d <= MOST_COLUMNS || withGradient === 0,
  mc_acquisition: ({ d, q, pending, withGradient }) =>
    (d <= MOST_COLUMNS || withGradient === 0) && q + pending <= MOST_IN_GROUP,
  covariance: ({ batch, d, withGradient }) =>
    (d <= MOST_COLUMNS || withGradient === 0) && batch <= MOST_IN_BATCH,
  gp_factor: fewMembers,
  vecchia_likelihood: ({ batch, m }) => batch <= MOST_IN_BATCH && blockShared(m) <= maxShared,
  vecchia_predict: ({ d, m, wanted }) =>
    (d <= MOST_COLUMNS || (wanted & wantedOfPrediction.gradient) === 0) && blockShared(m) <= maxShared,
  nearest_rows: ({ blocks, leaf, m }) => blocks + leaf + 2 * m <= maxShared,
  matmul: fewMembers,
  cholesky: fewMembers,
  solve_triangular: fewMembers,
  exchange: (sizes) => exchangeShared(sizes) <= maxShared,
};

/** Whether the sizes of a step are within what the kernels were written for. */
export function deviceTakes<Op extends OpName>({
  op,
  dims,
  inputs,
  outputs,
}: Step & { readonly op: Op }): boolean {
  if ([...inputs, ...outputs].some(({ length }) => length > MOST_NUMBERS)) return false;
  const fits = taken[op];
  return fits === undefined || fits(readSizes(op, dims));
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
  if (kind === STATUS_OUT_OF_MEMORY) throw new DeviceMemoryError(`${op}: out of device memory`);
  if (kind === STATUS_DEVICE_LOST) throw new DeviceLostError(`${op}: ${binding.failure()}`);
  throw new Error(`${op}: ${statusText[kind] || binding.failure()} (dims ${dims.join(', ')})`);
}

/** Runs `work`, an error of the addon that says so becoming a DeviceLostError. */
function orLost<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const { code, message } = cause as { code?: string; message: string };
    throw code === 'DEVICE_LOST' ? new DeviceLostError(message, { cause }) : cause;
  }
}

/**
 * Backend on a GPU, or on the emulator of one. Slots are device memory.
 *
 * @param memoryBytes limit of the emulator's memory; a GPU has its own
 * @throws Error saying why when there is no usable GPU
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
      const buffer = orLost(() => binding.alloc(length));
      if (buffer < 0) throw new DeviceMemoryError(`cuda: no device memory for ${length} numbers`);
      return new CudaSlot(length, buffer);
    },
    write: (slot, values) => orLost(() => binding.write(bufferOf(slot), values)),
    read: (slot, into) => orLost(() => binding.read(bufferOf(slot), into)),
    free(slot) {
      binding.free(bufferOf(slot));
      (slot as CudaSlot).buffer = -1;
    },
    supports: (op) => binding.knows(op),
    run: (program) => runProgram(binding, program),
  };
}
