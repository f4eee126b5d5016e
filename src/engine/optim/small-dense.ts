/** out = M s for M [P, P] at `from`. */
export function multiplyInto(
  out: Float64Array,
  M: Float64Array,
  from: number,
  s: Float64Array,
  P: number,
): void {
  for (let i = 0; i < P; i++) {
    let sum = 0;
    for (let j = 0; j < P; j++) sum += M[from + i * P + j] * s[j];
    out[i] = sum;
  }
}

let factor = new Float64Array(64);
let solution = new Float64Array(8);

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
  if (factor.length < count * count) factor = new Float64Array(count * count);
  if (solution.length < count) solution = new Float64Array(count);
  const [L, x] = [factor, solution];
  for (let i = 0; i < count; i++) {
    let rhs = -g[g0 + free[i]];
    for (let j = 0; j <= i; j++) {
      let sum = M[free[i] * P + free[j]];
      if (i === j) sum += lambda;
      for (let k = 0; k < j; k++) sum -= L[i * count + k] * L[j * count + k];
      if (i > j) {
        L[i * count + j] = sum / L[j * count + j];
        rhs -= L[i * count + j] * x[j];
      } else {
        if (!(sum > 0) || sum === Number.POSITIVE_INFINITY) return false;
        L[i * count + i] = Math.sqrt(sum);
      }
    }
    x[i] = rhs / L[i * count + i];
  }
  s.fill(0);
  for (let i = count - 1; i >= 0; i--) {
    for (let k = i + 1; k < count; k++) x[i] -= L[k * count + i] * x[k];
    x[i] /= L[i * count + i];
    s[free[i]] = x[i];
  }
  return true;
}
