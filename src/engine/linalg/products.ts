/** Products of small matrices: row-major arrays. */

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

/** B Bᵀ of B [q, r]. */
export function gramOf(B: Float64Array, q: number, r: number): Float64Array {
  const gram = new Float64Array(q * q);
  for (let i = 0; i < q; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0; k < r; k++) sum += B[i * r + k] * B[j * r + k];
      gram[i * q + j] = sum;
      gram[j * q + i] = sum;
    }
  }
  return gram;
}

/** A B of A [m, k] and B [k, n]. */
export function multiply(A: Float64Array, B: Float64Array, m: number, k: number, n: number): Float64Array {
  const C = new Float64Array(m * n);
  for (let i = 0; i < m; i++) {
    for (let l = 0; l < k; l++) {
      const a = A[i * k + l];
      if (a === 0) continue;
      for (let j = 0; j < n; j++) C[i * n + j] += a * B[l * n + j];
    }
  }
  return C;
}

/** out = M s for M [P, P] at `from`. Four rows at a time: the sums of one need not wait for each other. */
export function multiplyInto(
  out: Float64Array,
  M: Float64Array,
  from: number,
  s: Float64Array,
  P: number,
): void {
  let i = 0;
  for (let row = from; i + 4 <= P; i += 4, row += 4 * P) {
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let j = 0; j < P; j++) {
      const by = s[j];
      a += M[row + j] * by;
      b += M[row + P + j] * by;
      c += M[row + 2 * P + j] * by;
      d += M[row + 3 * P + j] * by;
    }
    out[i] = a;
    out[i + 1] = b;
    out[i + 2] = c;
    out[i + 3] = d;
  }
  for (; i < P; i++) {
    let sum = 0;
    for (let j = 0; j < P; j++) sum += M[from + i * P + j] * s[j];
    out[i] = sum;
  }
}

/** Q s for Q [p, p]. */
export function times(Q: Float64Array, s: Float64Array, p: number): Float64Array {
  const out = new Float64Array(p);
  multiplyInto(out, Q, 0, s, p);
  return out;
}

/** Σ a_k·b_k over the length of a; b is as long or longer. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

/** Sum of the diagonal of M [p, p]. */
export function trace(M: Float64Array, p: number): number {
  let sum = 0;
  for (let a = 0; a < p; a++) sum += M[a * (p + 1)];
  return sum;
}

/** [m, m] rows and columns of M [p, p] at m indices. */
export function submatrix(M: Float64Array, indices: readonly number[], p: number): Float64Array {
  const m = indices.length;
  return Float64Array.from(
    { length: m * m },
    (_, at) => M[indices[Math.floor(at / m)] * p + indices[at % m]],
  );
}

/** trace(A·B) of two symmetric matrices [n, n]. */
export const traceOfProduct = (A: Float64Array, B: Float64Array): number => dot(A, B);

/** A·B·A for symmetric A and B [p, p]. */
export function sandwich(A: Float64Array, B: Float64Array, p: number): Float64Array {
  return multiply(multiply(A, B, p, p, p), A, p, p, p);
}

/** [n, n] identity, in the first entries of `into` where it is given. */
export function identity(n: number, into = new Float64Array(n * n)): Float64Array {
  const unit = into.subarray(0, n * n).fill(0);
  for (let i = 0; i < n; i++) unit[i * (n + 1)] = 1;
  return unit;
}
