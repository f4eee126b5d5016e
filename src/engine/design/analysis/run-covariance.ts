import { expectedErrorDegrees } from './error-degrees.ts';
import { groupingLevels, type PlotLevel } from './plot-levels.ts';
import {
  type PlotStrata,
  plotStrata,
  solveRows,
  strataDegrees,
  strataInverse,
  withResponseColumn,
} from './plot-strata.ts';

/** One source of variation of the runs of a design: plots of a level, or the runs themselves. */
export interface Stratum {
  /** A level of plots, or `Residual`. */
  readonly name: string;
  /** Plots of the level, or runs. */
  readonly count: number;
  /** Variance over that of a run. */
  readonly varianceRatio: number;
  /** Degrees of freedom that the model leaves. */
  readonly degrees: number;
}

/** Covariance V of the runs, in units of the variance of one. */
export interface RunCovariance {
  /** WX with W'W = V⁻¹: least squares of it are generalized least squares of X [n, q]. */
  readonly whitened: (X: Float64Array, q: number) => Float64Array;
  /** V⁻¹X. */
  readonly solved: (X: Float64Array, q: number) => Float64Array;
  /** [n] diagonal of V⁻¹. */
  readonly precision: Float64Array;
  /** Degrees of freedom of the error of a test of some columns of X; null for none. */
  readonly errorDegrees: (X: Float64Array, p: number) => (columns: readonly number[]) => number | null;
  /** Outermost plots first; absent for independent runs. */
  readonly strata: (X: Float64Array, p: number) => Stratum[] | undefined;
}

/** V = I. */
const independent = (n: number): RunCovariance => ({
  whitened: (X) => X,
  solved: (X) => X,
  precision: new Float64Array(n).fill(1),
  errorDegrees: (_, p) => () => (n > p ? n - p : null),
  strata: () => undefined,
});

/** Rows r, for X [n, p], so that X'V⁻¹X − rr' is the information without that run. */
export function deletionRows({ solved, precision }: RunCovariance, X: Float64Array, p: number): Float64Array {
  return solved(X, p).map((value, at) => value / Math.sqrt(precision[Math.floor(at / p)]));
}

/** X [n, q] with the scaled totals of each plot replaced; what runs of a plot differ by stays. */
function acrossRuns(
  X: Float64Array,
  q: number,
  groups: Int32Array,
  { rows, sizes }: PlotStrata,
  replaced: Float64Array,
): Float64Array {
  return X.map((value, at) => {
    const plot = groups[Math.floor(at / q)];
    const entry = plot * q + (at % q);
    return value + (replaced[entry] - rows[entry]) / Math.sqrt(sizes[plot]);
  });
}

/** (I + w·uu')^(−1/2)·D^(−1/2) applied to the rows of plots, outer plot by outer plot: V is D^½(I + w·uu')D^½ there. */
function whitenedRows(strata: PlotStrata, variances: ArrayLike<number>, q: number): Float64Array {
  const { d, a, whole } = strataInverse(strata, variances);
  const turned = strata.rows.map((value, at) => value / Math.sqrt(d[Math.floor(at / q)]));
  for (const { plots, shrunk } of whole) {
    const u = (plot: number) => a[plot] * Math.sqrt(d[plot]);
    const length = plots.reduce((sum, plot) => sum + u(plot) ** 2, 0);
    const kappa = (1 - Math.sqrt(shrunk)) / length;
    for (let c = 0; c < q; c++) {
      const along = plots.reduce((sum, plot) => sum + u(plot) * turned[plot * q + c], 0);
      for (const plot of plots) turned[plot * q + c] -= kappa * along * u(plot);
    }
  }
  return turned;
}

/** [n] diagonal of V⁻¹. */
function precisionOf(strata: PlotStrata, variances: ArrayLike<number>, groups: Int32Array): Float64Array {
  const { d, a, whole } = strataInverse(strata, variances);
  const own = d.map((value) => 1 / value);
  for (const { plots, alpha } of whole) for (const plot of plots) own[plot] -= alpha * a[plot] ** 2;
  return Float64Array.from(groups, (plot) => 1 + (own[plot] - 1) / strata.sizes[plot]);
}

/** Plots of a level with the variance between them over that of a run. */
export interface WeightedLevel extends PlotLevel {
  readonly varianceRatio: number;
}

/**
 * V = I + Σ ratio·ZZ' of runs in plots; levels that group no runs are left out.
 *
 * @param all none, one or two levels, outermost first  @param n runs
 */
export function runCovariance(all: readonly WeightedLevel[], n: number): RunCovariance {
  const plots = groupingLevels(all, n);
  if (plots.length === 0) return independent(n);
  const outer = plots.length > 1 ? plots[0] : undefined;
  const inner = plots[plots.length - 1];
  const variances = [1, ...plots.map(({ varianceRatio }) => varianceRatio).reverse()];
  const strataOf = (X: Float64Array, q: number) => plotStrata(X, q, inner.groups, outer?.groups);
  return {
    whitened: (X, q) => {
      const strata = strataOf(X, q);
      return acrossRuns(X, q, inner.groups, strata, whitenedRows(strata, variances, q));
    },
    solved: (X, q) => {
      const strata = strataOf(X, q);
      const rows = solveRows(strataInverse(strata, variances), strata.rows, q);
      return acrossRuns(X, q, inner.groups, strata, rows);
    },
    precision: precisionOf(strataOf(new Float64Array(n).fill(1), 1), variances, inner.groups),
    errorDegrees: (X, p) =>
      expectedErrorDegrees(strataOf(withResponseColumn(X, new Float64Array(n)), p + 1), variances),
    strata: (X, p) => {
      const [own, ...between] = strataDegrees(strataOf(X, p));
      const levels = plots.map(({ name, count, varianceRatio }, at) => ({
        name,
        count,
        varianceRatio,
        degrees: between[plots.length - 1 - at],
      }));
      return [...levels, { name: 'Residual', count: n, varianceRatio: 1, degrees: own }];
    },
  };
}
