import { parametersOf, readCode } from '../covariance/index.ts';

/**
 * Coordinates whose distance orders points as their correlation does: exactly for one stationary covariance, whose columns
 * are divided by their lengthscales. Columns of several terms take the mean of 1/ℓ²; a category is as many coordinates
 * as it has values, apart by what its covariance loses between two of them; columns without a lengthscale stay.
 */
export interface Metric {
  readonly dimension: number;
  /** [m, d] model inputs to [m, dimension]. */
  place(X: Float64Array, m: number): Float64Array;
}

interface Column {
  readonly column: number;
  readonly factor: number;
  /** Values of a category; undefined for numbers. */
  readonly values?: readonly number[];
}

/**
 * @param X [n, d] model inputs, which say which values a category has
 */
export function metricOf(
  code: Int32Array,
  theta: Float64Array,
  X: Float64Array,
  n: number,
  d: number,
): Metric {
  const hammingColumns = new Map<number, number>();
  const shares = new Float64Array(d);
  const counts = new Float64Array(d);
  for (const part of readCode(code)) {
    if (part.kind === 'leaf' && part.name === 'hamming')
      for (const column of part.columns) hammingColumns.set(column, part.columns.length);
  }
  parametersOf(code).forEach(({ name, column, covariance }, k) => {
    if (name !== 'lengthscale' || column === undefined) return;
    const isCategory = covariance === 'hamming';
    // e^(−1/(columns·ℓ)) is what a squared distance of 2/(columns·ℓ) leaves of a squared exponential.
    const away = isCategory
      ? 2 / ((hammingColumns.get(column) ?? 1) * Math.exp(theta[k]))
      : Math.exp(-2 * theta[k]);
    shares[column] += away;
    counts[column]++;
  });
  const columns: Column[] = Array.from({ length: d }, (_, column): Column => {
    const square = counts[column] > 0 ? shares[column] / counts[column] : 1;
    if (!hammingColumns.has(column)) return { column, factor: Math.sqrt(square) };
    const values = new Set<number>();
    for (let i = 0; i < n; i++) values.add(X[i * d + column]);
    return { column, factor: Math.sqrt(square / 2), values: [...values].sort((a, b) => a - b) };
  });
  const dimension = columns.reduce((sum, { values }) => sum + (values?.length ?? 1), 0);
  return {
    dimension,
    place(points, m) {
      const placed = new Float64Array(m * dimension);
      for (let i = 0, at = 0; i < m; i++) {
        for (const { column, factor, values } of columns) {
          const value = points[i * d + column];
          if (values === undefined) placed[at++] = factor * value;
          else for (const one of values) placed[at++] = one === value ? factor : 0;
        }
      }
      return placed;
    },
  };
}
