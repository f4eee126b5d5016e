import type { BoundCovariance } from './covariance/bound.ts';
import { dot } from './product.ts';
import { solveLowerRows } from './triangular.ts';

/**
 * Writes ½ DᵀA⁻¹D [P, P], with twice that in the entry of the mean: row k of D is (∂A/∂θ_k)α, that of the mean ones.
 *
 * @param kept all rows of K stand filled up to their diagonal
 *
 * Source: Gilmour, Thompson and Cullis 1995, doi:10.2307/2533274. Cost O(n²P).
 */
export function averageInformation(
  K: BoundCovariance,
  kept: boolean,
  L: Float64Array,
  alpha: Float64Array,
  noise: number,
  information: Float64Array,
): void {
  const n = alpha.length;
  const P = Math.sqrt(information.length);
  const D = new Float64Array(P * n);
  const row = new Float64Array(n);
  const sums = new Float64Array(P);
  if (kept) K.mirror();
  for (let i = 0; i < n; i++) {
    if (!kept) K.forward(i, 0, n, row, 0);
    sums.fill(0);
    K.backward(i, 0, n, alpha, sums);
    for (let k = 0; k < P - 2; k++) D[k * n + i] = sums[k];
    D[(P - 2) * n + i] = noise * alpha[i];
    D[(P - 1) * n + i] = 1;
  }
  solveLowerRows(L, 0, n, D, 0, n, P);
  for (let a = 0; a < P; a++) {
    for (let b = 0; b <= a; b++) {
      const entry = 0.5 * dot(D, a * n, D, b * n, n);
      information[a * P + b] = entry;
      information[b * P + a] = entry;
    }
  }
  information[P * P - 1] *= 2;
}
