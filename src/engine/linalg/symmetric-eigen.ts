/**
 * Eigenvalues, ascending, and eigenvectors of a small symmetric matrix by Jacobi rotations.
 *
 * @param matrix [p, p] row-major; not changed
 * @returns vectors [p, p]: row i is the unit eigenvector of values[i], its largest entry positive
 *
 * Accurate to about 1e-15 of the largest eigenvalue. Cost O(p³) a sweep, some eight sweeps.
 */
export function symmetricEigen(
  matrix: Float64Array,
  p: number,
): { readonly values: Float64Array; readonly vectors: Float64Array } {
  const A = matrix.slice();
  const V = new Float64Array(p * p);
  for (let i = 0; i < p; i++) V[i * p + i] = 1;
  for (let sweep = 0; sweep < 60; sweep++) {
    let off = 0;
    let size = 0;
    for (let i = 0; i < p; i++) {
      size += A[i * p + i] ** 2;
      for (let j = 0; j < i; j++) off += A[i * p + j] ** 2;
    }
    if (off <= 1e-32 * size) break;
    for (let i = 1; i < p; i++) for (let j = 0; j < i; j++) rotate(A, V, p, i, j);
  }
  const order = Array.from({ length: p }, (_, i) => i).sort((a, b) => A[a * p + a] - A[b * p + b]);
  const vectors = new Float64Array(p * p);
  order.forEach((from, to) => {
    let largest = 0;
    for (let k = 0; k < p; k++)
      if (Math.abs(V[k * p + from]) > Math.abs(largest) * (1 + 1e-12)) largest = V[k * p + from];
    for (let k = 0; k < p; k++) vectors[to * p + k] = largest < 0 ? -V[k * p + from] : V[k * p + from];
  });
  return { values: Float64Array.from(order, (i) => A[i * p + i]), vectors };
}

/** One rotation that takes entry (i, j) to zero. */
function rotate(A: Float64Array, V: Float64Array, p: number, i: number, j: number): void {
  const off = A[i * p + j];
  if (off === 0) return;
  const theta = (A[j * p + j] - A[i * p + i]) / (2 * off);
  const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const c = 1 / Math.hypot(t, 1);
  const s = t * c;
  for (let k = 0; k < p; k++) {
    const a = A[k * p + i];
    const b = A[k * p + j];
    A[k * p + i] = c * a - s * b;
    A[k * p + j] = s * a + c * b;
  }
  for (let k = 0; k < p; k++) {
    const a = A[i * p + k];
    const b = A[j * p + k];
    A[i * p + k] = c * a - s * b;
    A[j * p + k] = s * a + c * b;
    const u = V[k * p + i];
    const v = V[k * p + j];
    V[k * p + i] = c * u - s * v;
    V[k * p + j] = s * u + c * v;
  }
}
