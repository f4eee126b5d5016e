import { choleskyLower, inverseLower } from '../../linalg/cholesky.ts';
import { dot, multiply, submatrix, trace } from '../../linalg/products.ts';
import { symmetricEigen } from '../../linalg/symmetric-eigen.ts';
import { approximateF } from './kenward-roger.ts';
import { type PlotStrata, strataInverse, strataTraces } from './plot-strata.ts';
import { derivativesUnder } from './restricted-likelihood.ts';

/** A direction of the variances with less information than this share is not estimated. */
const NOTHING = 1e-10;

/** A slope of this share along such a direction is more than rounding. */
const PART = 1e-6;

/** R·M·Rᵀ of R and M, [m, m] each. */
function congruent(R: Float64Array, M: Float64Array, m: number): Float64Array {
  const transposed = R.map((_, at) => R[(at % m) * m + Math.floor(at / m)]);
  return multiply(multiply(R, M, m, m, m), transposed, m, m, m);
}

/**
 * Degrees of freedom of the error of tests that runs in plots can be expected to have: those that Kenward and Roger give
 * them, with the information that the design has at these variances. For one coefficient they are Satterthwaite's; in a
 * balanced design they are those of the stratum of the term. Null where a variance that the coefficients depend on
 * cannot be estimated, as when the terms leave nothing between plots.
 *
 * @param strata of [X | 0]
 * @param variances of a run, of an innermost plot, and of an outer plot where there are any
 */
export function expectedErrorDegrees(
  strata: PlotStrata,
  variances: ArrayLike<number>,
): (columns: readonly number[]) => number | null {
  const { phi, slopes, information } = derivativesUnder(strata, variances);
  const p = strata.columns - 1;
  const k = slopes.length;
  const { double } = strataTraces(strata, strataInverse(strata, variances));
  const scale = Array.from({ length: k }, (_, i) => Math.sqrt(double[i * (k + 1)]));
  const { values, vectors } = symmetricEigen(
    information.map((value, at) => value / (scale[Math.floor(at / k)] * scale[at % k])),
    k,
  );
  const changes = slopes.map((one) => multiply(multiply(phi, one, p, p, p), phi, p, p, p));
  return (columns) => {
    const m = columns.length;
    const L = choleskyLower(submatrix(phi, columns, p), m, 0);
    if (L === undefined) return null;
    const inverse = inverseLower(L, m);
    const shares = changes.map((one, i) =>
      congruent(inverse, submatrix(one, columns, p), m).map((value) => value / scale[i]),
    );
    const length = Math.hypot(...shares.map((one) => Math.hypot(...one)));
    let a1 = 0;
    let a2 = 0;
    for (let i = 0; i < k; i++) {
      const along = inverse.map((_, at) =>
        shares.reduce((sum, share, j) => sum + vectors[i * k + j] * share[at], 0),
      );
      const squares = dot(along, along);
      if (values[i] > NOTHING) {
        a1 += trace(along, m) ** 2 / values[i];
        a2 += squares / values[i];
      } else if (Math.sqrt(squares) > PART * length) return null;
    }
    return approximateF(a1, a2, m).errorDegrees;
  };
}
