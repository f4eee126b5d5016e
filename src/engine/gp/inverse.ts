/**
 * A⁻¹ [n, n] (both triangles) from its lower Cholesky factor, on the host: for closed forms after a fit, once per model.
 *
 * Cost n³/2 multiplications.
 */
export function inverseFromFactor(L: Float64Array, n: number): Float64Array {
  // Row i of M is column i of L⁻¹, so that every inner loop runs along rows.
  const M = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    M[i * n + i] = 1 / L[i * n + i];
    for (let k = i + 1; k < n; k++) {
      let sum = 0;
      for (let m = i; m < k; m++) sum += L[k * n + m] * M[i * n + m];
      M[i * n + k] = -sum / L[k * n + k];
    }
  }
  const inverse = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = i; k < n; k++) sum += M[i * n + k] * M[j * n + k];
      inverse[i * n + j] = sum;
      inverse[j * n + i] = sum;
    }
  }
  return inverse;
}
