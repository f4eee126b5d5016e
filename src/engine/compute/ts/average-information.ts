import type { BoundCovariance } from './covariance/bound.ts';
import type { Places } from './likelihood-places.ts';
import { negativeSquare, padded, rowPlace, solveRows } from './panels.ts';
import { borrow, giveBack } from './scratch.ts';

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
  W: Float64Array,
  { D, products, L, rows, reciprocals }: Places,
  alpha: Float64Array,
  n: number,
  P: number,
  noise: number,
  information: Float64Array,
): void {
  const directions = padded(P);
  const row = borrow(n);
  const sums = borrow(P);
  W.fill(0, D, D + directions * rows);
  if (kept) K.mirror();
  for (let i = 0; i < n; i++) {
    if (!kept) K.forward(i, 0, n, row, 0);
    sums.fill(0);
    K.backward(i, 0, n, alpha, sums);
    sums[P - 2] = noise * alpha[i];
    sums[P - 1] = 1;
    for (let k = 0; k < P; k++) W[D + rowPlace(k, rows) + 4 * i] = sums[k];
  }
  giveBack(row, sums);
  solveRows(W, D, directions, L, rows, reciprocals);
  negativeSquare(W, D, directions, rows, false, products);
  for (let a = 0; a < P; a++) {
    for (let b = 0; b <= a; b++) {
      const entry = -0.5 * W[products + rowPlace(a, directions) + 4 * b];
      information[a * P + b] = entry;
      information[b * P + a] = entry;
    }
  }
  information[P * P - 1] *= 2;
}
