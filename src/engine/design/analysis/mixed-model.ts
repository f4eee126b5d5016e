import { inverseByElimination } from '../../linalg/elimination.ts';
import { fUpperTail, tTwoSided, tTwoSidedQuantile } from '../../random/distributions.ts';
import { type KenwardRoger, kenwardRoger } from './kenward-roger.ts';
import { groupingLevels, type NumberedLevel, type PlotLevel } from './plot-levels.ts';
import { plotStrata, strataDegrees, withResponseColumn } from './plot-strata.ts';
import { derivativesUnder, type LikelihoodDerivatives, restrictedFit } from './restricted-likelihood.ts';

/** One source of variation of the runs. */
interface VarianceComponent {
  /** A level of plots, or `Residual`. */
  readonly name: string;
  readonly variance: number;
  readonly standardDeviation: number;
  /** Of the sum of all variances. */
  readonly share: number;
  /** Of the variance. */
  readonly standardError: number;
  /** Plots of the level, or runs. */
  readonly count: number;
}

interface MixedCoefficient {
  readonly name: string;
  readonly estimate: number;
  readonly standardError: number;
  readonly degrees: number;
  /** Null, with its p-value, for a component of a mixture. */
  readonly tValue: number | null;
  readonly pValue: number | null;
  readonly interval: readonly [number, number];
}

interface MixedTest {
  readonly name: string;
  readonly degrees: number;
  readonly errorDegrees: number;
  readonly fValue: number;
  readonly pValue: number;
}

/** The model of the runs with a random effect of each plot, by REML. */
export interface MixedModel {
  /** Outermost plots first, `Residual` last. */
  readonly variances: readonly VarianceComponent[];
  /** By generalized least squares, with the degrees of freedom of Kenward and Roger. */
  readonly coefficients: readonly MixedCoefficient[];
  /** Terms, each after all others, as in the partial sums of squares. */
  readonly tests: readonly MixedTest[];
  /** Restricted, of the columns of the coefficients. */
  readonly logLikelihood: number;
}

/** Columns of a model and its coefficients by least squares. */
interface FittedColumns {
  /** [n, p]. */
  readonly X: Float64Array;
  /** [p]. */
  readonly coefficients: Float64Array;
}

/** What is fitted: a model as its columns, and as those by which terms are tested. */
export interface MixedModelTask {
  readonly own: FittedColumns;
  readonly names: readonly string[];
  /** Whether a coefficient is not compared with 0. */
  readonly isPure: (column: number) => boolean;
  /** Of columns that span the same model. */
  readonly contrasts: FittedColumns;
  readonly terms: readonly { readonly name: string; readonly columns: readonly number[] }[];
  /** [n] of the least-squares fit. */
  readonly residuals: Float64Array;
  /** One or two levels, outermost first. */
  readonly plots: readonly PlotLevel[];
  readonly confidence: number;
}

/** The model, or why there is none; neither where the runs were not made in plots. */
export interface MixedModelOutcome {
  readonly mixedModel?: MixedModel;
  readonly noMixedModel?: string;
  /** With `noMixedModel`: where no degrees of freedom are left, or that there is no error to estimate. */
  readonly spent?: 'between' | 'within' | 'exact';
}

/** A residual variance this small beside that of the least-squares residuals is rounding. */
const NOTHING = 1e-14;

const EXACT: MixedModelOutcome = {
  spent: 'exact',
  noMixedModel:
    'the model with whole plots passes through every result, so that no variance can be estimated',
};

/** @param degrees left in each stratum, the runs' own first */
function spentStratum(
  degrees: readonly number[],
  levels: readonly NumberedLevel<PlotLevel>[],
): MixedModelOutcome | undefined {
  const at = degrees.findLastIndex((left) => left <= 0);
  if (at < 0) return undefined;
  if (at === 0)
    return {
      spent: 'within',
      noMixedModel:
        'the terms leave no degrees of freedom within plots, so that the variance of single runs cannot be estimated; remove terms, or make more runs per plot',
    };
  const { count, name } = levels[levels.length - at];
  return {
    spent: 'between',
    noMixedModel: `the terms leave no degrees of freedom between the ${count} plots of ${name}, so that their variance cannot be estimated; remove terms, or make more plots`,
  };
}

/**
 * y = Xβ + plots + error by restricted maximum likelihood, with inference by Kenward and Roger. A variance of plots
 * that is estimated as 0 keeps its place among the uncertain variances, so that effects between plots do not gain
 * degrees of freedom from it.
 */
export function mixedModel(task: MixedModelTask): MixedModelOutcome {
  const { own, contrasts, names, residuals } = task;
  const n = residuals.length;
  const p = names.length;
  const levels = groupingLevels(task.plots, n);
  if (levels.length === 0) return {};
  const inner = levels[levels.length - 1].groups;
  const outer = levels.length > 1 ? levels[0].groups : undefined;
  const spent = spentStratum(strataDegrees(plotStrata(own.X, p, inner, outer)), levels);
  if (spent !== undefined) return spent;
  const size = Math.sqrt(residuals.reduce((sum, value) => sum + value * value, 0) / n);
  if (size === 0) return EXACT;
  const scaled = residuals.map((value) => value / size);
  const strataOf = ({ X }: FittedColumns) => plotStrata(withResponseColumn(X, scaled), p + 1, inner, outer);
  const fit = restrictedFit(strataOf(own));
  if (!(fit.variances[0] > NOTHING)) return EXACT;
  const k = fit.variances.length;
  const spread = inverseByElimination(fit.information, k);
  const whole = (at: LikelihoodDerivatives, { coefficients }: FittedColumns) =>
    kenwardRoger({ ...at, beta: at.beta.map((value, a) => value + coefficients[a] / size) }, spread);
  const counts = [n, ...levels.map(({ count }) => count).reverse()];
  const labels = ['Residual', ...levels.map(({ name }) => name).reverse()];
  const total = fit.variances.reduce((sum, value) => sum + value, 0);
  const components = Array.from(fit.variances, (variance, i) => ({
    name: labels[i],
    variance: variance * size ** 2,
    standardDeviation: Math.sqrt(variance) * size,
    share: variance / total,
    standardError: Math.sqrt(spread[i * (k + 1)]) * size ** 2,
    count: counts[i],
  }));
  return {
    mixedModel: {
      variances: components.reverse(),
      coefficients: mixedCoefficients(task, whole(fit, own), size),
      tests: mixedTests(task, whole(derivativesUnder(strataOf(contrasts), fit.variances), contrasts)),
      logLikelihood: fit.logLikelihood - (n - p) * Math.log(size),
    },
  };
}

function mixedCoefficients(
  { names, isPure, confidence }: MixedModelTask,
  { beta, covariance, test }: KenwardRoger,
  size: number,
): MixedCoefficient[] {
  const p = names.length;
  return names.map((name, a) => {
    const { errorDegrees: degrees } = test([a]);
    const estimate = beta[a] * size;
    const standardError = Math.sqrt(covariance[a * (p + 1)]) * size;
    const reach = tTwoSidedQuantile(1 - confidence, degrees) * standardError;
    const tValue = isPure(a) ? null : estimate / standardError;
    return {
      name,
      estimate,
      standardError,
      degrees,
      tValue,
      pValue: tValue === null ? null : tTwoSided(tValue, degrees),
      interval: [estimate - reach, estimate + reach],
    };
  });
}

const mixedTests = ({ terms }: MixedModelTask, { test }: KenwardRoger): MixedTest[] =>
  terms.map(({ name, columns }) => {
    const { fValue, errorDegrees } = test(columns);
    const degrees = columns.length;
    return { name, degrees, errorDegrees, fValue, pValue: fUpperTail(fValue, degrees, errorDegrees) };
  });
