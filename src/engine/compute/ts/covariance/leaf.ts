/**
 * One covariance of a covariance code, bound to parameters and inputs: fills rows of its matrix and pulls cotangents back.
 *
 * Rows are those of X1, columns those of X2. `value` and `factor` are scratch of the caller: what `forward` wrote at
 * `base + j`, `backward` reads there again.
 */
export interface Leaf {
  /** value[base + j] = k(x1_i, x2_j) for j0 ≤ j < j1; `factor` keeps what `backward` needs. */
  forward(i: number, j0: number, j1: number, value: Float64Array, factor: Float64Array, base: number): void;
  /**
   * Adds Σ_j cotangent[j]·∂k(x1_i, x2_j) to `dTheta` (at the leaf's own parameters) and, where given, to `dX`
   * (derivative with respect to x1_i, [d] at `dX0`).
   */
  backward(
    i: number,
    j0: number,
    j1: number,
    value: Float64Array,
    factor: Float64Array,
    base: number,
    cotangent: Float64Array,
    dTheta: Float64Array,
    dX: Float64Array | undefined,
    dX0: number,
  ): void;
}

/** What a leaf is built from. */
export interface LeafInputs {
  /** Columns of X that the leaf reads. */
  readonly columns: Int32Array;
  readonly depth: number;
  readonly theta: Float64Array;
  /** Place of the leaf's first parameter in theta. */
  readonly parameter: number;
  /** Place of the same parameter in `dTheta`. */
  readonly gradient: number;
  /** [n1, d] and [n2, d], possibly the same array. */
  readonly X1: Float64Array;
  readonly n1: number;
  readonly X2: Float64Array;
  readonly n2: number;
  readonly d: number;
}

/** Columns of X [n, d] times `factors` [columns], as [n, columns]. */
export function gatherColumns(
  X: Float64Array,
  n: number,
  d: number,
  columns: Int32Array,
  factors: Float64Array | undefined,
): Float64Array {
  const c = columns.length;
  const gathered = new Float64Array(n * c);
  for (let i = 0, at = 0; i < n; i++) {
    for (let k = 0; k < c; k++, at++) gathered[at] = X[i * d + columns[k]] * (factors ? factors[k] : 1);
  }
  return gathered;
}

/** exp of −theta (or of theta, with `sign` +1) at `count` places from `from`. */
export function exponentials(theta: Float64Array, from: number, count: number, sign: 1 | -1): Float64Array {
  const values = new Float64Array(count);
  for (let k = 0; k < count; k++) values[k] = Math.exp(sign * theta[from + k]);
  return values;
}
