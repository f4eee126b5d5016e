import type { LatinCriterion, LatinState } from './latin-criterion.ts';
import { logOf, pairSum, placeRows } from './pair-sum.ts';

/**
 * MaxPro: logarithm of the average over pairs of 1/Π squared differences, over the number of columns. Columns with few
 * values count differences as |Δ| + 1/values, categories as 0 or 1 in place of |Δ|, so that equal entries stay finite.
 *
 * @param offsets [d] 1/values of a column with few values, 0 for a continuous one
 *
 * Source: Joseph, Gul and Ba 2015, doi:10.1093/biomet/asv002; Joseph, Gul and Ba 2020 (factors of other types).
 */
export function maxProCriterion(state: LatinState, offsets: readonly number[]): LatinCriterion {
  const { n, d, x, isLabel } = state;
  const factor = (k: number, a: number, b: number) => {
    const size = isLabel[k] ? (a === b ? 0 : 1) : Math.abs(a - b);
    const shifted = Math.max(size + offsets[k], 1e-6);
    return 1 / (shifted * shifted);
  };
  const pairs = new Float64Array(n * n).fill(1);
  for (let k = 0; k < d; k++)
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) if (i !== j) pairs[i * n + j] *= factor(k, x[k * n + i], x[k * n + j]);
  const rowA = new Float64Array(n);
  const rowB = new Float64Array(n);
  const sum = pairSum(n, pairs, rowA, rowB, (entry) => entry);
  const score = (value: number) => logOf(value) / d;

  function tried(k: number, a: number, b: number): number {
    const xa = x[k * n + a];
    const xb = x[k * n + b];
    for (let j = 0; j < n; j++) {
      const ratio = factor(k, xb, x[k * n + j]) / factor(k, xa, x[k * n + j]);
      rowA[j] = pairs[a * n + j] * ratio;
      rowB[j] = pairs[b * n + j] / ratio;
    }
    return score(sum.tried(a, b));
  }

  function commit(_k: number, a: number, b: number): void {
    placeRows(n, pairs, rowA, rowB, a, b);
    sum.commit(a, b);
  }

  return { value: () => score(sum.value()), tried, commit };
}
