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
  /** Stationary leaves alone: what values are multiplied by, and the place of its log in `dTheta`; 1 and −1 where none. */
  readonly variance: number;
  readonly varianceGradient: number;
  /** [n1, d] and [n2, d], possibly the same array. */
  readonly X1: Float64Array;
  readonly n1: number;
  readonly X2: Float64Array;
  readonly n2: number;
  readonly d: number;
  /** A buffer to use as long as the leaf is; what it holds is left over. */
  readonly take: (length: number) => Float64Array;
}

/** Columns of the leaf of X [n, d] times `factors` [columns], as [n, columns]. */
export function gatherColumns(
  { d, columns, take }: LeafInputs,
  X: Float64Array,
  n: number,
  factors: Float64Array | undefined,
): Float64Array {
  const c = columns.length;
  const gathered = take(n * c);
  for (let i = 0, at = 0; i < n; i++) {
    for (let k = 0; k < c; k++, at++) gathered[at] = X[i * d + columns[k]] * (factors ? factors[k] : 1);
  }
  return gathered;
}

/** exp(sign·theta) at `count` places from the leaf's parameter `from` on. */
export function exponentials(
  { theta, parameter, take }: LeafInputs,
  from: number,
  count: number,
  sign: number,
): Float64Array {
  const values = take(count);
  for (let k = 0; k < count; k++) values[k] = Math.exp(sign * theta[parameter + from + k]);
  return values;
}
