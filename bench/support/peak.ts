import type { Backend } from '../../src/engine/compute/backend.ts';
import { openNative, put } from './backends.ts';
import { measure } from './measure.ts';

/** C = A·B with n × n operands. */
export function product(backend: Backend, n: number): () => void {
  const numbers = Float64Array.from({ length: n * n }, (_, i) => Math.sin(i));
  const inputs = [put(backend, numbers), put(backend, numbers)];
  const outputs = [backend.alloc(n * n)];
  const program = [{ op: 'matmul', dims: Int32Array.of(1, n, n, n, 0, 0, 0, 0), inputs, outputs } as const];
  return () => backend.run(program);
}

/** GFLOP/s of the native product at its best size: what the machine gives; 0 without the native backend. */
export async function productPeak(threads: number): Promise<number> {
  const native = openNative(threads);
  if (!native) return 0;
  let peak = 0;
  for (const n of [200, 500, 1000]) {
    const { gemm } = await measure({ gemm: product(native, n) }, { cpu: threads === 1 });
    peak = Math.max(peak, (2 * n ** 3) / gemm.min / 1e9);
  }
  return peak;
}
