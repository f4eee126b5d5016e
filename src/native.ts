/** The compiled CPU kernels as a backend for `athanor/engine`, in Node. */
import type { Backend } from './engine/compute/backend.ts';
import { createNativeBackend } from './engine/compute/native.ts';
import { loadNativeBinding } from './service/jobs/addon.ts';

/**
 * @param threads threads of one kernel, 1 to 1024; results do not depend on it
 * @throws ValueError for a number of threads that cannot be, Error saying which package or file is missing
 */
export function openNativeBackend(threads = 1): Backend {
  return createNativeBackend(loadNativeBinding(), { threads });
}
