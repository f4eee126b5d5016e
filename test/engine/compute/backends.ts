import type { Backend } from '../../../src/engine/compute/backend.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { nativeBackends } from './native-support.ts';
import { openTensorFlow } from './tfjs-support.ts';

/** Every backend of this machine, by name: `ts` always, `native` (its best instruction set) where it is built. */
export const presentBackends: readonly (readonly [string, Backend])[] = [
  ['ts', createTsBackend()],
  ...nativeBackends(1)
    .slice(-1)
    .map(([set, backend]) => [`native (${set})`, backend] as const),
];

/** The fastest of them, for tests of what is built on operations. */
export const fastest: Backend = presentBackends[presentBackends.length - 1][1];

/**
 * Those, and the CUDA emulator (or the GPU, see cuda-support.ts) where it can be built: for tests of single ops, as it is
 * hundreds of times slower.
 */
export async function withEmulator(): Promise<readonly (readonly [string, Backend])[]> {
  const { built, cuda } = await import('./cuda-support.ts');
  const present = built ? [...presentBackends, [cuda.name, cuda] as const] : presentBackends;
  const tensorFlow = openTensorFlow();
  return tensorFlow ? [...present, ['tfjs', tensorFlow.alone]] : present;
}
