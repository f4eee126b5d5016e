import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Backend } from '../../../src/engine/compute/backend.ts';
import { type CudaBinding, createCudaBackend } from '../../../src/engine/compute/cuda.ts';
import type { OpName } from '../../../src/engine/compute/ops.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { buildCuda } from '../../../src/tools/build-cuda.ts';
import { relativeError, runOp, uniforms } from './native-support.ts';

/** `npm run test:gpu` runs the same cases on the GPU. */
export const onDevice = process.env.ATHANOR_TEST_DEVICE === 'gpu';
export const where = onDevice ? 'kernels on the GPU' : 'kernels on the CUDA emulator';
/** A process has one emulator: its memory is shared by the backends made on it. */
export const memoryBytes = 64 * 2 ** 20;

const product = onDevice ? 'athanor_cuda.node' : 'athanor_cuda_emulated.node';
const addon = fileURLToPath(new URL(`../../../build/${product}`, import.meta.url));
for (const line of await buildCuda({ emulatorOnly: !onDevice })) console.log(line);
export const built = existsSync(addon);
if (!built) console.log('CUDA emulator tests skipped: the emulator could not be built');

export const ts = createTsBackend();
/** The GPU or the emulator; the reference where neither is built. */
export const cuda: Backend = built
  ? createCudaBackend(
      createRequire(import.meta.url)(addon) as CudaBinding,
      onDevice ? 'cuda' : 'cuda-emulated',
      memoryBytes,
    )
  : ts;

export function expectSame(
  op: OpName,
  dims: number[],
  inputs: ArrayLike<number>[],
  lengths: number[],
  tolerance = 1e-9,
): void {
  const expected = runOp(ts, op, dims, inputs, lengths);
  const actual = runOp(cuda, op, dims, inputs, lengths);
  for (const [i, values] of expected.entries()) {
    expect(relativeError(actual[i], values), `${op}, output ${i}`).toBeLessThan(tolerance);
  }
}

/** Points of four columns, the last one a label. */
export function points(count: number, seed: number): Float64Array {
  const uniform = uniforms(seed);
  return Float64Array.from({ length: 4 * count }, (_, i) =>
    i % 4 === 3 ? Math.floor(3 * uniform()) : uniform(),
  );
}
