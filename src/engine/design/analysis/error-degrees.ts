import { dot, times } from '../../linalg/products.ts';
import { symmetricEigen } from '../../linalg/symmetric-eigen.ts';
import { type PlotStrata, strataInverse, strataTraces } from './plot-strata.ts';
import { slopesUnder } from './restricted-likelihood.ts';

/** A direction of the variances with less information than this share is not estimated. */
const NOTHING = 1e-10;

/** A slope of this share along such a direction is more than rounding. */
const PART = 1e-6;

/**
 * Degrees of freedom of the error of each coefficient that runs in plots can be expected to have, by Satterthwaite: those
 * that Kenward and Roger give one coefficient, with the information that the design has at these variances. In a balanced
 * design they are those of the coefficient's stratum. Null where a variance that the coefficient depends on cannot be
 * estimated, as when the terms leave nothing between plots.
 *
 * @param strata of [X | 0]
 * @param variances of a run, of an innermost plot, and of an outer plot where there are any
 */
export function expectedErrorDegrees(strata: PlotStrata, variances: ArrayLike<number>): (number | null)[] {
  const { phi, slopes, information } = slopesUnder(strata, variances);
  const p = strata.columns - 1;
  const k = slopes.length;
  const { double } = strataTraces(strata, strataInverse(strata, variances));
  const scale = Array.from({ length: k }, (_, i) => Math.sqrt(double[i * (k + 1)]));
  const { values, vectors } = symmetricEigen(
    information.map((value, at) => value / (scale[Math.floor(at / k)] * scale[at % k])),
    k,
  );
  return Array.from({ length: p }, (_, a) => {
    const own = phi.subarray(a * p, (a + 1) * p);
    const slope = Float64Array.from(slopes, (one, i) => dot(own, times(one, own, p)) / scale[i]);
    const length = Math.hypot(...slope);
    let spread = 0;
    for (let i = 0; i < k; i++) {
      const along = dot(slope, vectors.subarray(i * k, (i + 1) * k));
      if (values[i] > NOTHING) spread += along ** 2 / values[i];
      else if (Math.abs(along) > PART * length) return null;
    }
    return (2 * own[a] ** 2) / spread;
  });
}
