let factor = new Float64Array(64);
let solution = new Float64Array(8);
let reciprocal = new Float64Array(8);

/**
 * s = −(M + λI)⁻¹g on the `count` variables in `free`, 0 on the others, for M [P, P] and g [P] at `g0`.
 *
 * @returns false when that matrix is not positive definite
 */
export function solveDamped(
  M: Float64Array,
  P: number,
  free: Int32Array,
  count: number,
  lambda: number,
  g: Float64Array,
  g0: number,
  s: Float64Array,
): boolean {
  if (solution.length < count) {
    factor = new Float64Array(count * count);
    solution = new Float64Array(count);
    reciprocal = new Float64Array(count);
  }
  const L = factor;
  const x = solution;
  const inverse = reciprocal;
  for (let i = 0, row = 0; i < count; i++, row += count) {
    const from = free[i] * P;
    let pivot = M[from + free[i]] + lambda;
    let rhs = -g[g0 + free[i]];
    for (let j = 0, other = 0; j < i; j++, other += count) {
      let sum = M[from + free[j]];
      for (let k = 0; k < j; k++) sum -= L[row + k] * L[other + k];
      const entry = sum * inverse[j];
      L[row + j] = entry;
      pivot -= entry * entry;
      rhs -= entry * x[j];
    }
    if (!(pivot > 0) || pivot === Number.POSITIVE_INFINITY) return false;
    inverse[i] = 1 / Math.sqrt(pivot);
    x[i] = rhs * inverse[i];
  }
  for (let k = 0; k < P; k++) s[k] = 0;
  for (let i = count - 1, row = i * count; i >= 0; i--, row -= count) {
    const entry = x[i] * inverse[i];
    s[free[i]] = entry;
    for (let k = 0; k < i; k++) x[k] -= L[row + k] * entry;
  }
  return true;
}
