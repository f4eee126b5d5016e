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

/**
 * A⁻¹ [n, n] (both triangles) from its lower Cholesky factor, by plain loops: for small blocks.
 *
 * Cost n³/2 multiplications.
 */
export function inverseFromFactor(L: Float64Array, n: number): Float64Array {
  // Row i of M is column i of L⁻¹, so that every inner loop runs along rows.
  const M = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    M[i * n + i] = 1 / L[i * n + i];
    for (let k = i + 1; k < n; k++) {
      let sum = 0;
      for (let m = i; m < k; m++) sum += L[k * n + m] * M[i * n + m];
      M[i * n + k] = -sum / L[k * n + k];
    }
  }
  const inverse = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = i; k < n; k++) sum += M[i * n + k] * M[j * n + k];
      inverse[i * n + j] = sum;
      inverse[j * n + i] = sum;
    }
  }
  return inverse;
}
