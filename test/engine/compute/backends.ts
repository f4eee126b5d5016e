import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Backend } from '../../../src/engine/compute/backend.ts';
import { type CudaBinding, createCudaBackend } from '../../../src/engine/compute/cuda.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { buildCuda } from '../../../src/tools/build-cuda.ts';
import { nativeBackends } from './native-support.ts';

/** Every backend of this machine, by name: `ts` always, `native` (its best instruction set) where it is built. */
export const presentBackends: readonly (readonly [string, Backend])[] = [
  ['ts', createTsBackend()],
  ...nativeBackends(1)
    .slice(-1)
    .map(([set, backend]) => [`native (${set})`, backend] as const),
];

/** Those, and the CUDA emulator where it can be built: for tests of single ops, as it is hundreds of times slower. */
export async function withEmulator(): Promise<readonly (readonly [string, Backend])[]> {
  for (const line of await buildCuda({ emulatorOnly: true })) console.log(line);
  const addon = fileURLToPath(new URL('../../../build/athanor_cuda_emulated.node', import.meta.url));
  if (!existsSync(addon)) return presentBackends;
  const binding = createRequire(import.meta.url)(addon) as CudaBinding;
  return [...presentBackends, ['cuda-emulated', createCudaBackend(binding, 'cuda-emulated')]];
}
