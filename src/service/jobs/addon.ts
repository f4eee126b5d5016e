import { createRequire } from 'node:module';
import { addonFile } from '../../assets.ts';
import type { NativeBinding } from '../../engine/compute/binding.ts';

/**
 * Loads the native CPU addon as a typed binding.
 *
 * @throws Error naming what is missing: the file (not built) or a library that it needs
 */
export function loadNativeBinding(path = addonFile('cpu')): NativeBinding {
  return createRequire(import.meta.url)(path) as NativeBinding;
}
