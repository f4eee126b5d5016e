/** Cholesky factors of small matrices: full [p, p] row-major arrays. */

/**
 * Lower Cholesky factor [p, p] of M + ridge·I, with M [p, p] row-major, or undefined where a pivot falls to `tolerance` times the largest diagonal entry
 * or below. Only the lower triangle of M is read.
 */
export function choleskyLower(
  M: Float64Array,
  p: number,
  tolerance = 1e-12,
  ridge = 0,
): Float64Array | undefined {
  const L = new Float64Array(p * p);
  let largest = 0;
  for (let i = 0; i < p; i++) largest = Math.max(largest, M[i * p + i]);
  for (let i = 0; i < p; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = i === j ? M[i * p + i] + ridge : M[i * p + j];
      for (let k = 0; k < j; k++) sum -= L[i * p + k] * L[j * p + k];
      if (j < i) L[i * p + j] = sum / L[j * p + j];
      else if (sum > tolerance * largest) L[i * p + i] = Math.sqrt(sum);
      else return undefined;
    }
  }
  return L;
}

/** Logarithm of det M from its Cholesky factor L [p, p]. */
export function logDeterminant(L: Float64Array, p: number): number {
  let sum = 0;
  for (let i = 0; i < p; i++) sum += Math.log(L[i * p + i]);
  return 2 * sum;
}

/** L⁻¹ [p, p], lower. */
export function inverseLower(L: Float64Array, p: number): Float64Array {
  const R = new Float64Array(p * p);
  for (let j = 0; j < p; j++) {
    R[j * p + j] = 1 / L[j * p + j];
    for (let i = j + 1; i < p; i++) {
      let sum = 0;
      for (let k = j; k < i; k++) sum -= L[i * p + k] * R[k * p + j];
      R[i * p + j] = sum / L[i * p + i];
    }
  }
  return R;
}

/** M⁻¹ [p, p] from the factor of M. */
export function inverseFromFactor(L: Float64Array, p: number): Float64Array {
  const R = inverseLower(L, p);
  const C = new Float64Array(p * p);
  for (let i = 0; i < p; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = i; k < p; k++) sum += R[k * p + i] * R[k * p + j];
      C[i * p + j] = sum;
      C[j * p + i] = sum;
    }
  }
  return C;
}

/** (L Lᵀ)⁻¹ r for a lower factor L [k, k] and r [k]. */
export function solveFactored(L: Float64Array, r: Float64Array, k: number): Float64Array {
  const x = r.slice();
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < i; j++) x[i] -= L[i * k + j] * x[j];
    x[i] /= L[i * k + i];
  }
  for (let i = k - 1; i >= 0; i--) {
    for (let j = i + 1; j < k; j++) x[i] -= L[j * k + i] * x[j];
    x[i] /= L[i * k + i];
  }
  return x;
}

/**
 * Columns that depend linearly on earlier ones, from their information matrix M [p, p]: Cholesky that leaves out a column
 * whose pivot falls below 1e-9 times its own diagonal entry.
 */
export function dependentColumns(M: Float64Array, p: number): number[] {
  const L = new Float64Array(p * p);
  const dependent: number[] = [];
  for (let i = 0; i < p; i++) {
    for (let j = 0; j < i; j++) {
      if (L[j * p + j] === 0) continue;
      let sum = M[i * p + j];
      for (let k = 0; k < j; k++) sum -= L[i * p + k] * L[j * p + k];
      L[i * p + j] = sum / L[j * p + j];
    }
    let pivot = M[i * p + i];
    for (let k = 0; k < i; k++) pivot -= L[i * p + k] ** 2;
    if (pivot > 1e-9 * Math.max(M[i * p + i], 1e-300)) L[i * p + i] = Math.sqrt(pivot);
    else dependent.push(i);
  }
  return dependent;
}
