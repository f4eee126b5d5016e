/** A hyperparameter of a covariance, positive; theta holds its logarithm. */
export interface CovarianceParameter {
  readonly name:
    | 'lengthscale'
    | 'alpha'
    | 'period'
    | 'variance'
    | 'weight_variance'
    | 'bias_variance'
    | 'outputscale';
  /** Input column it belongs to; absent where it serves all columns. */
  readonly column?: number;
}

/**
 * A covariance over some input columns, as its formula says it.
 *
 * The fast forms are those of the backends (`compute/ts/covariance/`, `kernels/`); this is what they are checked against.
 */
export interface CovarianceDefinition {
  /** In the order in which theta holds them. */
  parameters(columns: readonly number[]): CovarianceParameter[];
  /**
   * k(a, b) for two points given by the covariance's own columns.
   *
   * @param parameters natural (not logarithmic) values in the order of `parameters`
   * @param depth      hidden layers of `ibnn`, else 0
   */
  value(a: readonly number[], b: readonly number[], parameters: readonly number[], depth: number): number;
}

/** One lengthscale per column. */
export const lengthscales = (columns: readonly number[]): CovarianceParameter[] =>
  columns.map((column) => ({ name: 'lengthscale', column }));

/** r = √Σ_k ((a_k − b_k)/ℓ_k)². */
export const scaledDistance = (
  a: readonly number[],
  b: readonly number[],
  scales: readonly number[],
): number => Math.hypot(...a.map((value, k) => (value - b[k]) / scales[k]));
