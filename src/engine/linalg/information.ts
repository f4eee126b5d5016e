/** Small dense algebra over information matrices: full [p, p] row-major arrays. */

/** M += Σ f f' over the rows of X [n, p]. */
export function addInformation(M: Float64Array, X: Float64Array, p: number): Float64Array {
  for (let at = 0; at < X.length; at += p) {
    for (let a = 0; a < p; a++) {
      const value = X[at + a];
      if (value === 0) continue;
      for (let b = 0; b <= a; b++) M[a * p + b] += value * X[at + b];
    }
  }
  for (let a = 0; a < p; a++) for (let b = 0; b < a; b++) M[b * p + a] = M[a * p + b];
  return M;
}

/**
 * Lower Cholesky factor of M, or undefined where a pivot falls below `tolerance` times the largest diagonal entry.
 * Only the lower triangle of M is read.
 */
export function choleskyLower(M: Float64Array, p: number, tolerance = 1e-12): Float64Array | undefined {
  const L = new Float64Array(p * p);
  let largest = 0;
  for (let i = 0; i < p; i++) largest = Math.max(largest, M[i * p + i]);
  for (let i = 0; i < p; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = M[i * p + j];
      for (let k = 0; k < j; k++) sum -= L[i * p + k] * L[j * p + k];
      if (j < i) L[i * p + j] = sum / L[j * p + j];
      else if (sum > tolerance * largest) L[i * p + i] = Math.sqrt(sum);
      else return undefined;
    }
  }
  return L;
}

/** Logarithm of det M from its factor. */
export function logDeterminant(L: Float64Array, p: number): number {
  let sum = 0;
  for (let i = 0; i < p; i++) sum += Math.log(L[i * p + i]);
  return 2 * sum;
}

/** M⁻¹ from the factor of M. */
export function inverseFromFactor(L: Float64Array, p: number): Float64Array {
  const R = new Float64Array(p * p); // L⁻¹, lower
  for (let j = 0; j < p; j++) {
    R[j * p + j] = 1 / L[j * p + j];
    for (let i = j + 1; i < p; i++) {
      let sum = 0;
      for (let k = j; k < i; k++) sum -= L[i * p + k] * R[k * p + j];
      R[i * p + j] = sum / L[i * p + i];
    }
  }
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

/** trace(A·B) of two symmetric matrices. */
export function traceOfProduct(A: Float64Array, B: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < A.length; k++) sum += A[k] * B[k];
  return sum;
}

/** A·B·A for symmetric A and B. */
export function sandwich(A: Float64Array, B: Float64Array, p: number): Float64Array {
  return product(product(A, B, p), A, p);
}

function product(A: Float64Array, B: Float64Array, p: number): Float64Array {
  const out = new Float64Array(p * p);
  for (let i = 0; i < p; i++) {
    for (let k = 0; k < p; k++) {
      const a = A[i * p + k];
      if (a === 0) continue;
      for (let j = 0; j < p; j++) out[i * p + j] += a * B[k * p + j];
    }
  }
  return out;
}

/** [p, p] identity. */
export function identity(p: number): Float64Array {
  const I = new Float64Array(p * p);
  for (let i = 0; i < p; i++) I[i * p + i] = 1;
  return I;
}

/**
 * Columns that depend linearly on earlier ones, from their information matrix: Cholesky that leaves out a column
 * whose pivot falls below `tolerance` times its own diagonal entry.
 */
export function dependentColumns(M: Float64Array, p: number, tolerance = 1e-9): number[] {
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
    if (pivot > tolerance * Math.max(M[i * p + i], 1e-300)) L[i * p + i] = Math.sqrt(pivot);
    else dependent.push(i);
  }
  return dependent;
}
