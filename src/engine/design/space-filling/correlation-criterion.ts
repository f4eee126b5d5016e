import { type LatinCriterion, type LatinState, power16 } from './latin-criterion.ts';

/**
 * Logarithm of the largest correlation between columns, smoothed: (Σ r²⁰)^(1/20). Cost of `tried` O(d).
 */
export function correlationCriterion(state: LatinState): LatinCriterion {
  const { n, d, x } = state;
  const centred = new Float64Array(d * n);
  for (let k = 0; k < d; k++) {
    const column = x.subarray(k * n, (k + 1) * n);
    const mean = column.reduce((sum, value) => sum + value, 0) / n;
    const length = Math.hypot(...column.map((value) => value - mean)) || 1;
    for (let i = 0; i < n; i++) centred[k * n + i] = (x[k * n + i] - mean) / length;
  }
  const r = new Float64Array(d * d);
  for (let k = 0; k < d; k++)
    for (let l = 0; l < d; l++)
      for (let i = 0; i < n; i++) r[k * d + l] += centred[k * n + i] * centred[l * n + i];
  const row = new Float64Array(d);
  const term = (value: number) => power16(value) * value * value * value * value;

  function score(column: number): number {
    let sum = 0;
    for (let k = 0; k < d; k++)
      for (let l = 0; l < k; l++) sum += term(k === column ? row[l] : l === column ? row[k] : r[k * d + l]);
    return Math.log(Math.max(sum, 1e-300)) / 20;
  }

  function tried(k: number, a: number, b: number): number {
    const step = centred[k * n + b] - centred[k * n + a];
    for (let l = 0; l < d; l++) row[l] = r[k * d + l] + step * (centred[l * n + a] - centred[l * n + b]);
    return score(k);
  }

  function commit(k: number, a: number, b: number): void {
    for (let l = 0; l < d; l++) {
      if (l === k) continue;
      r[k * d + l] = row[l];
      r[l * d + k] = row[l];
    }
    const held = centred[k * n + a];
    centred[k * n + a] = centred[k * n + b];
    centred[k * n + b] = held;
  }

  return { value: () => score(-1), tried, commit };
}
