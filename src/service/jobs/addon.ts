import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { NativeBinding } from '../../engine/compute/binding.ts';

/** Where `npm run build:native` leaves the addon. */
const builtAddon = fileURLToPath(new URL('../../../build/athanor_cpu.node', import.meta.url));

/**
 * Loads the native CPU addon as a typed binding.
 *
 * @throws Error naming what is missing: the file (not built) or a library that it needs
 */
export function loadNativeBinding(path = builtAddon): NativeBinding {
  return createRequire(import.meta.url)(path) as NativeBinding;
}
