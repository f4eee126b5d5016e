import type { Backend, Slot } from '../../compute/backend.ts';
import { jitterLadder } from '../../compute/ops.ts';
import { readSlot, slotOf } from '../../compute/slots.ts';
import { oneProduct, stepOf } from '../../compute/step.ts';
import { identity } from '../../linalg/products.ts';

/** A⁻¹ [n, n] from a slot with its lower Cholesky factor, by ops of the backend: L⁻¹, then L⁻ᵀL⁻¹. Cost O(n³). */
export function inverseOnBackend(backend: Backend, L: Slot, n: number): Float64Array {
  const right = slotOf(backend, identity(n));
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

/** L⁻¹ [f, f] of the lower factor L of a matrix A [f, f], with jitter where it needs some. Cost O(f³). */
export function inverseFactor(backend: Backend, A: Float64Array, f: number): Float64Array {
  const own = {
    A: slotOf(backend, A),
    ladder: slotOf(backend, Float64Array.of(0, ...jitterLadder)),
    L: backend.alloc(f * f),
    status: backend.alloc(1),
    R: slotOf(backend, identity(f)),
    X: backend.alloc(f * f),
  };
  backend.run([
    stepOf('cholesky', { batch: 1, n: f }, own),
    stepOf('solve_triangular', { batch: 1, n: f, m: f, transpose: 0 }, own),
  ]);
  const inverse = readSlot(backend, own.X);
  for (const slot of Object.values(own)) backend.free(slot);
  return inverse;
}
