import { vectorLength } from './vector-length.ts';

/** A least-squares fit by Householder reflections. Columns in their order, so that sums of squares are sequential. */
export interface LeastSquares {
  /** [p]. */
  readonly coefficients: Float64Array;
  /** [p, p] (X'X)⁻¹, and the logarithm of det X'X. */
  readonly inverse: Float64Array;
  readonly logDeterminant: number;
  /** [p] entries of Q'y, R with a positive diagonal: their squares are the sequential sums of squares of the columns. */
  readonly rotated: Float64Array;
  /** [p] diagonal of R: the length of each column's part that is orthogonal to the columns before it. */
  readonly lengths: Float64Array;
  /** [n] diagonal of the hat matrix. */
  readonly leverage: Float64Array;
  /** [n]. */
  readonly residuals: Float64Array;
  /** Σ residual². */
  readonly residualSquares: number;
}

/**
 * Fits y ≈ X·b. The columns must be independent (see `columnDependences`) and no more than the rows. What rounding alone
 * leaves, 8·n·2⁻⁵²·‖y‖ or less along one direction, is 0: a perfect fit has no residuals.
 *
 * @param X [n, p] row-major  @param y [n]
 *
 * Source: Golub and Van Loan, Matrix Computations, 5.2. Cost O(n·p²).
 */
export function leastSquares(X: Float64Array, y: Float64Array, p: number): LeastSquares {
  const n = y.length;
  const R = X.slice();
  const rotated = y.slice();
  const reflectors: Float64Array[] = [];
  for (let c = 0; c < p; c++) {
    const v = Float64Array.from({ length: n - c }, (_, i) => R[(i + c) * p + c]);
    const length = vectorLength(v);
    v[0] += v[0] < 0 ? -length : length;
    const scale = 2 / v.reduce((sum, value) => sum + value * value, 0);
    for (let j = c; j < p; j++) {
      let dot = 0;
      for (let i = c; i < n; i++) dot += v[i - c] * R[i * p + j];
      for (let i = c; i < n; i++) R[i * p + j] -= scale * dot * v[i - c];
    }
    reflect(rotated, v, scale, c);
    reflectors.push(v.map((value) => value * Math.sqrt(scale)));
  }
  const rounding = 8 * n * Number.EPSILON * vectorLength(y);
  for (let i = 0; i < n; i++) if (Math.abs(rotated[i]) <= rounding) rotated[i] = 0;
  const coefficients = new Float64Array(p);
  for (let a = p - 1; a >= 0; a--) {
    let sum = rotated[a];
    for (let b = a + 1; b < p; b++) sum -= R[a * p + b] * coefficients[b];
    coefficients[a] = sum / R[a * p + a];
  }
  const residuals = rotated.slice().fill(0, 0, p);
  const residualSquares = residuals.reduce((sum, value) => sum + value * value, 0);
  for (let c = p - 1; c >= 0; c--) reflect(residuals, reflectors[c], 1, c);
  return {
    coefficients,
    inverse: inverseOfGram(R, p),
    logDeterminant: coefficients.reduce((sum, _, a) => sum + 2 * Math.log(Math.abs(R[a * p + a])), 0),
    rotated: coefficients.map((_, a) => rotated[a] * Math.sign(R[a * p + a])),
    lengths: coefficients.map((_, a) => Math.abs(R[a * p + a])),
    leverage: leverageOf(X, R, n, p),
    residuals,
    residualSquares,
  };
}

/** z − scale·v(v'z) on the entries from `from`. */
function reflect(z: Float64Array, v: Float64Array, scale: number, from: number): void {
  let dot = 0;
  for (let i = from; i < z.length; i++) dot += v[i - from] * z[i];
  for (let i = from; i < z.length; i++) z[i] -= scale * dot * v[i - from];
}

/** (R'R)⁻¹ from the upper triangle of R [·, p]. */
function inverseOfGram(R: Float64Array, p: number): Float64Array {
  const U = new Float64Array(p * p); // R⁻¹, upper
  for (let j = 0; j < p; j++) {
    U[j * p + j] = 1 / R[j * p + j];
    for (let i = j - 1; i >= 0; i--) {
      let sum = 0;
      for (let k = i + 1; k <= j; k++) sum += R[i * p + k] * U[k * p + j];
      U[i * p + j] = -sum / R[i * p + i];
    }
  }
  const C = new Float64Array(p * p);
  for (let i = 0; i < p; i++)
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = i; k < p; k++) sum += U[i * p + k] * U[j * p + k];
      C[i * p + j] = C[j * p + i] = sum;
    }
  return C;
}

/** Squared lengths of the rows of X·R⁻¹. */
function leverageOf(X: Float64Array, R: Float64Array, n: number, p: number): Float64Array {
  const row = new Float64Array(p);
  return Float64Array.from({ length: n }, (_, i) => {
    let squares = 0;
    for (let a = 0; a < p; a++) {
      let sum = X[i * p + a];
      for (let b = 0; b < a; b++) sum -= R[b * p + a] * row[b];
      row[a] = sum / R[a * p + a];
      squares += row[a] * row[a];
    }
    return squares;
  });
}
