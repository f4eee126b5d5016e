import { equalRows } from '../../linalg/equal-rows.ts';

/** Deviations of a standard normal variable that a sum of squares may lie above what is expected: at most one in ten thousand does. */
const DOUBTFUL = 3.72;
/** Differences that are rounding, as a share of the largest result. */
const ROUNDING = 1e-12;

/**
 * A remark where results at equal settings differ by more than the given noise variances allow: Cochran's Q within the settings, as
 * a normal deviate by the cube root of a χ² variable (Wilson and Hilferty 1931, doi:10.1073/pnas.17.12.684). O(n·d).
 *
 * @param rows X [n, d]; noise [n] variances, output units squared
 * @param y [n]; NaN where there is no result
 */
export function excessVariationRemarks(
  { X, n, d, noise }: { X: Float64Array; n: number; d: number; noise?: Float64Array },
  y: Float64Array,
): string[] {
  if (noise === undefined) return [];
  const measured = Array.from({ length: n }, (_, i) => i).filter((i) => !Number.isNaN(y[i]));
  const least = (ROUNDING * measured.reduce((most, i) => Math.max(most, Math.abs(y[i])), 0)) ** 2;
  const { group, count } = equalRows(X, n, d);
  const [weights, sums] = [new Float64Array(count), new Float64Array(count)];
  for (const i of measured) {
    const weight = 1 / Math.max(noise[i], least);
    weights[group[i]] += weight;
    sums[group[i]] += weight * y[i];
  }
  const degrees = measured.length - weights.filter((weight) => weight > 0).length;
  let q = 0;
  for (const i of measured) q += (y[i] - sums[group[i]] / weights[group[i]]) ** 2 / Math.max(noise[i], least);
  const part = 2 / (9 * degrees);
  if (degrees === 0 || !(Math.cbrt(q / degrees) - (1 - part) > DOUBTFUL * Math.sqrt(part))) return [];
  return [
    'results at equal settings differ by more than their noise variances allow; give larger variances, or none, and the noise is learned',
  ];
}
