import type { Backend, Slot } from '../compute/backend.ts';
import { readSlot, slotOf } from '../compute/slots.ts';
import { oneProduct, stepOf } from '../compute/step.ts';

/** A⁻¹ [n, n] from a slot with its lower Cholesky factor, by ops of the backend: L⁻¹, then L⁻ᵀL⁻¹. Cost O(n³). */
export function inverseOnBackend(backend: Backend, L: Slot, n: number): Float64Array {
  const unit = new Float64Array(n * n);
  for (let i = 0; i < n; i++) unit[i * (n + 1)] = 1;
  const right = slotOf(backend, unit);
  const inverse = backend.alloc(n * n);
  const product = backend.alloc(n * n);
  backend.run([
    stepOf('solve_triangular', { batch: 1, n, m: n, transpose: 0 }, { L, R: right, X: inverse }),
    oneProduct({ m: n, k: n, n, transposeA: 1 }, { A: inverse, B: inverse, C: product }),
  ]);
  const values = readSlot(backend, product);
  for (const slot of [right, inverse, product]) backend.free(slot);
  return values;
}
