import { createRequire } from 'node:module';
import { tfjsBinding } from '../../../src/assets.ts';
import type { Backend } from '../../../src/engine/compute/backend.ts';
import { createSplitBackend } from '../../../src/engine/compute/split-backend.ts';
import type { TfjsBinding } from '../../../src/engine/compute/tfjs/work.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { tfjsBackend } from '../../../src/service/jobs/open-tfjs.ts';

/**
 * TensorFlow with the `ts` backend beside it, as `ATHANOR_BACKEND=tfjs` has it: with `npm run test:tfjs` alone, as loading it takes a second and 400 MB.
 */
export function openTensorFlow():
  | { readonly binding: TfjsBinding; readonly alone: Backend; readonly backend: Backend }
  | undefined {
  if (process.env.ATHANOR_TEST_TFJS !== '1') return undefined;
  const binding = createRequire(import.meta.url)(tfjsBinding()) as TfjsBinding;
  const alone = tfjsBackend(binding);
  const options = { log: () => {}, now: () => performance.now(), takes: () => true };
  return { binding, alone, backend: createSplitBackend(alone, createTsBackend(), options) };
}
