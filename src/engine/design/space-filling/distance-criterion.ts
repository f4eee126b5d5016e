import { type LatinCriterion, type LatinState, power16 } from './latin-criterion.ts';
import { logOf, pairSum, placeRows } from './pair-sum.ts';

/** Floor of squared distances, so that equal points cost much but stay finite. */
const NEAR = 1e-9;
/** Exponent of the squared distance in the maximin sum: φ_p with p = 32 (Morris and Mitchell 1995). */
const HALF_POWER = 16;

/**
 * Logarithm of the sum over pairs of 1/distance^32, over 32: near minus the logarithm of the smallest distance. With
 * `ratio` the same for the largest distance is added, so that the ratio largest to smallest is made small.
 *
 * Cost of `tried` and `commit` O(n); memory [n, n].
 */
export function distanceCriterion(state: LatinState, ratio: boolean): LatinCriterion {
  const { n, d, x, isLabel } = state;
  const squared = new Float64Array(n * n);
  for (let k = 0; k < d; k++)
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        const difference = x[k * n + i] - x[k * n + j];
        squared[i * n + j] += isLabel[k] ? (difference === 0 ? 0 : 1) : difference * difference;
      }
  const rowA = new Float64Array(n);
  const rowB = new Float64Array(n);
  const scale = d / 6; // the average squared distance of uniform points
  const near = pairSum(n, squared, rowA, rowB, (entry) => power16(scale / Math.max(entry, NEAR)));
  const far = ratio ? pairSum(n, squared, rowA, rowB, (entry) => power16(entry / scale)) : undefined;
  const score = (nearest: number, farthest: number) =>
    (logOf(nearest) + (far ? logOf(farthest) : 0)) / (2 * HALF_POWER);

  function tried(k: number, a: number, b: number): number {
    const xa = x[k * n + a];
    const xb = x[k * n + b];
    const label = isLabel[k];
    for (let j = 0; j < n; j++) {
      const xj = x[k * n + j];
      const move = label
        ? (xa === xj ? 1 : 0) - (xb === xj ? 1 : 0)
        : (xb - xj) * (xb - xj) - (xa - xj) * (xa - xj);
      rowA[j] = squared[a * n + j] + move;
      rowB[j] = squared[b * n + j] - move;
    }
    return score(near.tried(a, b), far ? far.tried(a, b) : 0);
  }

  function commit(_k: number, a: number, b: number): void {
    placeRows(n, squared, rowA, rowB, a, b);
    near.commit(a, b);
    far?.commit(a, b);
  }

  return { value: () => score(near.value(), far ? far.value() : 0), tried, commit };
}
