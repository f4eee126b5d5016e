import type { Backend, Slot } from '../../compute/backend.ts';
import { readSlot, slotOf } from '../../compute/slots.ts';
import { oneProduct, stepOf } from '../../compute/step.ts';
import { inverseFactor } from '../posterior/inverse.ts';

/** The parts that covariances of a model are computed from. */
export interface Covariances {
  readonly backend: Backend;
  readonly code: Int32Array;
  readonly theta: Float64Array;
  /** Columns of a point. */
  readonly D: number;
}

/** With K(Z, Z) = LLᵀ of the inducing points Z: f(x) = L⁻¹k(Z, x), so that f(x)ᵀf(x') is what Z explains of k(x, x'). */
export interface Features {
  readonly rank: number;
  /** [count, D] to [count, rank], into an array where one is given. */
  of(points: Float64Array, count: number, into?: Float64Array): Float64Array;
  /** Slopes [count, D] of Σ cotangent·f by the points, cotangent [count, rank]. */
  pullback(points: Float64Array, count: number, cotangent: Float64Array): Float64Array;
  readonly slots: readonly Slot[];
}

/** Of the mean variance, added to K(Z, Z): f is then determined where inducing points are close together. */
const JITTER = 1e-8;
/** Points worked on at once. */
const CHUNK = 1024;

/**
 * @param Z [rank, D]
 *
 * Cost O(rank³), and O(rank²) per point.
 */
export function createFeatures({ backend, code, theta, D }: Covariances, Z: Float64Array): Features {
  const rank = Z.length / D;
  const given = { Z: slotOf(backend, Z), theta: slotOf(backend, theta) };
  const sizes = { batch: 1, n2: rank, d: D, parameters: theta.length, withGradient: 0 };
  const covariances = (points: Slot, n1: number, K: Slot) =>
    stepOf('covariance', { ...sizes, n1 }, { X1: points, X2: given.Z, theta: given.theta, K }, code);
  const own = backend.alloc(rank * rank);
  backend.run([covariances(given.Z, rank, own)]);
  const A = readSlot(backend, own);
  backend.free(own);
  let mean = 0;
  for (let i = 0; i < rank; i++) mean += A[i * (rank + 1)] / rank;
  for (let i = 0; i < rank; i++) A[i * (rank + 1)] += JITTER * mean;
  const inverse = slotOf(backend, inverseFactor(backend, A, rank));
  return {
    rank,
    slots: [given.Z, given.theta, inverse],
    of(points, count, features = new Float64Array(count * rank)) {
      for (let from = 0; from < count; from += CHUNK) {
        const some = Math.min(CHUNK, count - from);
        const X = slotOf(backend, points.subarray(from * D, (from + some) * D));
        const [K, F] = [backend.alloc(some * rank), backend.alloc(some * rank)];
        const product = oneProduct({ m: some, k: rank, n: rank, transposeB: 1 }, { A: K, B: inverse, C: F });
        backend.run([covariances(X, some, K), product]);
        features.set(readSlot(backend, F), from * rank);
        for (const slot of [X, K, F]) backend.free(slot);
      }
      return features;
    },
    pullback(points, count, cotangent) {
      const [X1, A] = [points, cotangent].map((values) => slotOf(backend, values));
      const [C, dTheta, dX1] = [count * rank, theta.length, count * D].map((length) => backend.alloc(length));
      const K = backend.alloc(0);
      const slots = { X1, X2: given.Z, theta: given.theta, cotangent: C, K, dTheta, dX1 };
      backend.run([
        oneProduct({ m: count, k: rank, n: rank }, { A, B: inverse, C }),
        stepOf('covariance', { ...sizes, n1: count, withGradient: 1 }, slots, code),
      ]);
      const slopes = readSlot(backend, dX1);
      for (const slot of [X1, A, C, K, dTheta, dX1]) backend.free(slot);
      return slopes;
    },
  };
}
