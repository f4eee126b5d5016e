import { leastSquares } from '../../linalg/least-squares.ts';
import { dot, times } from '../../linalg/products.ts';
import { groupingLevels, type NumberedLevel, type PlotLevel } from './plot-levels.ts';
import { plotStrata, strataDegrees, withResponseColumn } from './plot-strata.ts';
import { FULL_LEVERAGE, pressOf } from './press.ts';
import { restrictedFit } from './restricted-likelihood.ts';
import { deletionRows, type RunCovariance, runCovariance } from './run-covariance.ts';

/** One of the models that are compared. */
interface Compared {
  /** [n, p]. */
  readonly X: Float64Array;
  readonly p: number;
}

/**
 * Sums of squared errors of each run, predicted from all others, by which models are compared; null for a model that
 * cannot predict a run.
 *
 * For runs in plots the predictions are those of the mixed model, which uses the other runs of the plot: least squares
 * would take a plot for an effect of the variables that are constant in it. One covariance serves all models,
 * that of the largest one that leaves degrees of freedom in every stratum; models that leave none are not compared with
 * those that do. Without such a model runs are taken for independent.
 *
 * @param models the smallest first  @param y [n]
 */
export function comparedPress(
  models: readonly Compared[],
  y: Float64Array,
  plots: readonly PlotLevel[],
): (number | null)[] {
  const levels = groupingLevels(plots, y.length);
  const tested = models.map((model) => levels.length > 0 && leavesAll(model, levels));
  const largest = models[tested.lastIndexOf(true)];
  if (largest === undefined) return models.map(({ X, p }) => pressOf(leastSquares(X, y, p)));
  const covariance = covarianceOf(largest, y, levels);
  return models.map((model, i) => (tested[i] ? pressUnder(covariance, model, y) : null));
}

const strataOf = (X: Float64Array, q: number, levels: readonly NumberedLevel<PlotLevel>[]) =>
  plotStrata(X, q, levels[levels.length - 1].groups, levels.length > 1 ? levels[0].groups : undefined);

const leavesAll = ({ X, p }: Compared, levels: readonly NumberedLevel<PlotLevel>[]): boolean =>
  strataDegrees(strataOf(X, p, levels)).every((degrees) => degrees > 0);

/** With the variances that REML finds. */
function covarianceOf(
  { X, p }: Compared,
  y: Float64Array,
  levels: readonly NumberedLevel<PlotLevel>[],
): RunCovariance {
  const n = y.length;
  const { residuals } = leastSquares(X, y, p);
  const size = Math.sqrt(dot(residuals, residuals) / n);
  if (size === 0) return runCovariance([], n);
  const scaled = residuals.map((value) => value / size);
  const [own, ...between] = restrictedFit(strataOf(withResponseColumn(X, scaled), p + 1, levels)).variances;
  const ratios = between.reverse();
  return runCovariance(
    levels.map((level, at) => ({ ...level, varianceRatio: Math.min(ratios[at] / own, LARGEST) })),
    n,
  );
}

/** Largest ratio of variances; beyond it plots behave as fixed effects. */
const LARGEST = 1e9;

/** Errors without run i: (V⁻¹r)_i over (V⁻¹)_ii·(1 − h_i), with the residuals r and the leverages h of the whole fit. */
function pressUnder(covariance: RunCovariance, { X, p }: Compared, y: Float64Array): number | null {
  const fit = leastSquares(covariance.whitened(X, p), covariance.whitened(y, 1), p);
  const rows = deletionRows(covariance, X, p);
  const residuals = y.map((value, i) => value - dot(X.subarray(i * p, (i + 1) * p), fit.coefficients));
  let press = 0;
  for (const [i, value] of covariance.solved(residuals, 1).entries()) {
    const row = rows.subarray(i * p, (i + 1) * p);
    const leverage = dot(row, times(fit.inverse, row, p));
    if (leverage > FULL_LEVERAGE) return null;
    press += (value / (covariance.precision[i] * (1 - leverage))) ** 2;
  }
  return press;
}
