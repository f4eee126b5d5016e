import type { Backend, Slot } from '../../src/engine/compute/backend.ts';
import { createNativeBackend } from '../../src/engine/compute/native.ts';
import type { OpName } from '../../src/engine/compute/ops.ts';
import { readSlot, slotOf } from '../../src/engine/compute/slots.ts';
import { createSplitBackend } from '../../src/engine/compute/split-backend.ts';
import { createTsBackend } from '../../src/engine/compute/ts/index.ts';
import { loadNativeBinding } from '../../src/service/jobs/addon.ts';
import { openTfjs } from '../../src/service/jobs/open-tfjs.ts';

/** The native backend, or undefined (with a printed reason) where the addon is not built. */
export function openNative(threads: number): Backend | undefined {
  try {
    return createNativeBackend(loadNativeBinding(), { threads });
  } catch (error) {
    console.log(`native backend skipped: ${(error as Error).message.split('\n')[0]}`);
    return undefined;
  }
}

/** TensorFlow on one thread with the TypeScript backend beside it, or undefined where `npm run setup:tfjs` did not run. */
export function openTensorFlow(): Backend | undefined {
  try {
    process.env.TF_CPP_MIN_LOG_LEVEL ??= '3';
    process.env.TF_NUM_INTRAOP_THREADS = '1';
    process.env.TF_NUM_INTEROP_THREADS = '1';
    const options = { log: () => {}, now: () => performance.now(), takes: () => true };
    return createSplitBackend(openTfjs([]), createTsBackend(), options);
  } catch (error) {
    console.log(`tfjs backend skipped: ${(error as Error).message.split('\n')[0]}`);
    return undefined;
  }
}

/** The backends to time: native when it is there, and the pure-TypeScript one. */
export function backendsToTime(threads: number): Backend[] {
  const native = openNative(threads);
  return native ? [native, createTsBackend()] : [createTsBackend()];
}

/** A slot filled with numbers. */
export const put = (backend: Backend, values: ArrayLike<number>): Slot =>
  slotOf(backend, Float64Array.from(values));

/** Runs one op on fresh slots; gives its outputs. */
export function runOnce(
  backend: Backend,
  op: OpName,
  dims: readonly number[],
  inputs: readonly ArrayLike<number>[],
  lengths: readonly number[],
): Float64Array[] {
  const outputs = lengths.map((length) => backend.alloc(length));
  backend.run([
    { op, dims: Int32Array.from(dims), inputs: inputs.map((values) => put(backend, values)), outputs },
  ]);
  return outputs.map((slot) => readSlot(backend, slot));
}
