import type { Backend, Slot } from '../compute/backend.ts';
import { readSlot, slotOf } from './slots.ts';

/** A⁻¹ [n, n] from a slot with its lower Cholesky factor, by ops of the backend: L⁻¹, then L⁻ᵀL⁻¹. Cost O(n³). */
export function inverseOnBackend(backend: Backend, L: Slot, n: number): Float64Array {
  const unit = new Float64Array(n * n);
  for (let i = 0; i < n; i++) unit[i * (n + 1)] = 1;
  const right = slotOf(backend, unit);
  const inverse = backend.alloc(n * n);
  const product = backend.alloc(n * n);
  backend.run([
    { op: 'solve_triangular', dims: Int32Array.of(1, n, n, 0), inputs: [L, right], outputs: [inverse] },
    {
      op: 'matmul',
      dims: Int32Array.of(1, n, n, n, 1, 0, 0, 0),
      inputs: [inverse, inverse],
      outputs: [product],
    },
  ]);
  const values = readSlot(backend, product);
  for (const slot of [right, inverse, product]) backend.free(slot);
  return values;
}
