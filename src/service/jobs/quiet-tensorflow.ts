import type { BackendChoice } from '../../engine/compute/backend-names.ts';

/**
 * Keeps TensorFlow's notices, such as of each failed factorization, out of the log. It reads the variable where it is loaded, and what a
 * thread sets reaches no library: the main thread calls this before it starts one.
 */
export function quietTensorFlow(backend: BackendChoice): void {
  if (backend === 'tfjs') process.env.TF_CPP_MIN_LOG_LEVEL ??= '3';
}
