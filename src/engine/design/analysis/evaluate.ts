import { ValueError } from '../../errors.ts';
import { leastSquares } from '../../linalg/least-squares.ts';
import { addInformation, trace, traceOfProduct } from '../../linalg/products.ts';
import { symmetricEigen } from '../../linalg/symmetric-eigen.ts';
import { createGenerator } from '../../random/generator.ts';
import type { RunContext } from '../../run-context.ts';
import type { Space } from '../../space/space.ts';
import { modelMatrix, toCoded } from '../optimal/model/coding.ts';
import type { LinearModel, ModelSpec } from '../optimal/model/model-terms.ts';
import { codedRegion } from '../optimal/region/coded-region.ts';
import { regionMoments } from '../optimal/region/region-moments.ts';
import { aliasEffects, aliasMatrix, correlationMap } from './alias-matrix.ts';
import { columnNames, isPureBlend, varianceInflation } from './coefficients.ts';
import { deviationMatrix } from './contrasts.ts';
import { effectPower } from './effect-power.ts';
import { type ConfoundedTerm, inestimableTerms } from './estimability.ts';
import { type MixtureCoding, specifiedModel } from './mixture-form.ts';
import { largestInRegion, predictionVariances, regionPoints } from './prediction-variance.ts';
import {
  deletionRows,
  type RunCovariance,
  runCovariance,
  type Stratum,
  type WeightedLevel,
} from './run-covariance.ts';
import { type TermQuality, termQualities } from './term-power.ts';

/** A design to be judged, made by anyone. */
export interface EvaluateDesignTask extends ModelSpec {
  readonly space: Space;
  /** [n, d] encoded; may lie outside the space (recorded experiments). */
  readonly points: Float64Array;
  /** Size of the test whose power is given, 0.05 by default. */
  readonly significance?: number;
  /** Coefficient to be found, in units of the error's standard deviation, 1 by default (a change of 2 from low to high). */
  readonly signalToNoise?: number;
  /** Plots that the runs are made in, none, one or two levels, the outermost first. */
  readonly plots?: readonly WeightedLevel[];
  readonly seed?: number;
}

/** One column of the model, with what the design says about its coefficient. */
interface CoefficientQuality {
  readonly name: string;
  /** Standard error for error variance 1. */
  readonly standardError: number;
  /** Variance inflation factor; 1 when uncorrelated with the others. Null for the intercept. */
  readonly varianceInflation: number | null;
  /** Degrees of freedom of the error that it is tested against; null for none. */
  readonly degrees: number | null;
  /** Probability to find a coefficient of the given size; null without degrees of freedom for error, and for the result of a pure blend. */
  readonly power: number | null;
}

export interface DesignEvaluation {
  readonly runs: number;
  readonly parameters: number;
  readonly columnNames: readonly string[];
  /** What the columns of Scheffé's polynomial refer to; absent for what is no mixture. */
  readonly mixture?: MixtureCoding;
  /** Terms that cannot be estimated beside those before them; with any, what needs the inverse is null. */
  readonly inestimable: readonly string[];
  /** The same terms, and what each is confounded with. */
  readonly confounded: readonly ConfoundedTerm[];
  /** Degrees of freedom for error, of them from repeated runs, and left for lack of fit. */
  readonly errorDegrees: number;
  readonly pureErrorDegrees: number;
  /** Sources of variation, outermost plots first; absent for independent runs and with inestimable terms. */
  readonly strata?: readonly Stratum[];
  readonly quality: DesignQuality | null;
  /** Columns of the alias matrix: effects outside the model. */
  readonly aliasNames: readonly string[];
  /** Correlations between all non-constant columns, model then alias, [c, c] row-major with their names. */
  readonly correlation: { readonly names: readonly string[]; readonly matrix: Float64Array };
}

export interface DesignQuality {
  /**
   * 100·det(M/n)^(1/p), 100·p/trace((M/n)⁻¹), 100·p/(n·largest variance), with M = X'V⁻¹X. The covariance V of the runs is
   * the identity for independent ones.
   */
  readonly dEfficiency: number;
  readonly aEfficiency: number;
  readonly gEfficiency: number;
  /** Average of the relative prediction variance over the region: trace(W·M⁻¹). */
  readonly averageVariance: number;
  readonly largestVariance: number;
  readonly smallestVariance: number;
  /** Largest over smallest eigenvalue of M. */
  readonly conditionNumber: number;
  /** Fraction of design space: relative prediction variance that this part of the region does not exceed. */
  readonly fds: { readonly fraction: Float64Array; readonly variance: Float64Array };
  readonly coefficients: readonly CoefficientQuality[];
  /** All terms except the intercept, with the power of the test of all their coefficients. */
  readonly terms: readonly TermQuality[];
  /** [p, a] row-major: change of a model coefficient per unit of an effect outside the model. */
  readonly aliasMatrix: Float64Array;
  /** Per run: its leverage, and what remains without it. */
  readonly losses: readonly RunLoss[];
}

/** The losses as columns [n]: a record a run would hold up the thread that is handed a long table. */
export interface LossColumns {
  readonly leverage: Float64Array;
  readonly relativeDEfficiency: Float64Array;
  readonly averageVariance: Float64Array;
}

type QualityInColumns = Omit<DesignQuality, 'losses'> & { readonly losses: LossColumns };
export type EvaluationInColumns = Omit<DesignEvaluation, 'quality'> & {
  readonly quality: QualityInColumns | null;
};

/** A design after one run is lost. */
export interface RunLoss {
  readonly leverage: number;
  /** D-efficiency relative to the whole design (both per run); 0 when the model cannot be estimated any more. */
  readonly relativeDEfficiency: number;
  /** Average prediction variance; Infinity when the model cannot be estimated any more. */
  readonly averageVariance: number;
}

const FDS_STEPS = 100;
/** A run with this leverage cannot be spared. */
const FULL_LEVERAGE = 1 - 1e-9;

/** Degrees of freedom of repeated rows. */
function pureErrorDegrees(points: ArrayLike<number>, d: number): number {
  const n = points.length / d;
  const distinct = new Set<string>();
  for (let i = 0; i < n; i++) distinct.add(Array.from({ length: d }, (_, k) => points[i * d + k]).join());
  return n - distinct.size;
}

/**
 * What single losses do: det(M − xx') = det M·(1 − h), and the inverse gains Cxx'C/(1 − h).
 *
 * @param X [n, p] rows x (`RunCovariance`)  @param leverage [n] h = x'Cx
 * @param W [p, p] moments of the region  @param average tr(W·C)
 */
function lossesOf(
  { X, leverage }: { readonly X: Float64Array; readonly leverage: Float64Array },
  {
    C,
    W,
    p,
    average,
  }: { readonly C: Float64Array; readonly W: Float64Array; readonly p: number; readonly average: number },
): LossColumns {
  const n = X.length / p;
  const relativeDEfficiency = new Float64Array(n);
  const averageVariance = new Float64Array(n).fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < n; i++) {
    const h = leverage[i];
    if (h > FULL_LEVERAGE || n === p) continue;
    const Cx = new Float64Array(p);
    for (let a = 0; a < p; a++) for (let b = 0; b < p; b++) Cx[a] += C[a * p + b] * X[i * p + b];
    const [gain] = predictionVariances(Cx, W, p);
    relativeDEfficiency[i] = ((1 - h) ** (1 / p) * n) / (n - 1);
    averageVariance[i] = average + gain / (1 - h);
  }
  return { leverage, relativeDEfficiency, averageVariance };
}

/** What the loss of one run does. */
export const lossOf = (
  { leverage, relativeDEfficiency, averageVariance }: LossColumns,
  run: number,
): RunLoss => ({
  leverage: leverage[run],
  relativeDEfficiency: relativeDEfficiency[run],
  averageVariance: averageVariance[run],
});

function checkTask(task: EvaluateDesignTask): void {
  const { space, points, significance = 0.05, signalToNoise = 1, plots = [] } = task;
  if (space.dimensions.length === 0) throw new ValueError('evaluate: there are no variables; add one');
  if (points.length === 0) throw new ValueError('evaluate: the design has no runs; send some');
  if (points.length % space.dimensions.length !== 0)
    throw new ValueError(
      `evaluate: ${points.length} values do not fill rows of ${space.dimensions.length} variables`,
    );
  if (!(significance > 0 && significance < 1))
    throw new ValueError(`evaluate: significance must lie between 0 and 1, got ${significance}`);
  if (!(signalToNoise > 0))
    throw new ValueError(`evaluate: signal to noise must be positive, got ${signalToNoise}`);
  for (const { name, groups, varianceRatio } of plots) {
    if (groups.length * space.dimensions.length !== points.length)
      throw new ValueError(`evaluate: ${groups.length} plots of ${name} do not match the runs`);
    if (!(varianceRatio >= 0 && Number.isFinite(varianceRatio)))
      throw new ValueError(`evaluate: the variance ratio of ${name} is ${varianceRatio}; give 0 or more`);
  }
}

/** Everything that needs the inverse of X'X. */
function qualityOf(
  task: EvaluateDesignTask,
  model: LinearModel,
  coded: Float64Array,
  covariance: RunCovariance,
): QualityInColumns {
  const { space, seed = 0 } = task;
  const p = model.columns.length;
  const X = modelMatrix(model, coded);
  const n = X.length / p;
  const U = covariance.whitened(X, p);
  const fit = leastSquares(U, new Float64Array(n), p);
  const { inverse: C, logDeterminant } = fit;
  const W = regionMoments(model, space, codedRegion(space), createGenerator(seed));
  const average = traceOfProduct(W, C);
  const traceOfC = trace(C, p);
  const sampled = regionPoints(space, seed);
  const variances = predictionVariances(modelMatrix(model, toCoded(model.dimensions, sampled)), C, p).sort();
  const isPlain = U === X;
  const atRuns = isPlain ? fit.leverage : predictionVariances(X, C, p);
  const lost = isPlain ? X : deletionRows(covariance, X, p);
  const leverage = isPlain ? fit.leverage : predictionVariances(lost, C, p);
  const largest = atRuns.reduce(
    (most, one) => Math.max(most, one),
    largestInRegion(model, space, C, sampled),
  );
  const eigenvalues = symmetricEigen(addInformation(new Float64Array(p * p), U, p), p).values;
  const fraction = Float64Array.from({ length: FDS_STEPS + 1 }, (_, i) => i / FDS_STEPS);
  return {
    dEfficiency: (100 * Math.exp(logDeterminant / p)) / n,
    aEfficiency: (100 * p) / (n * traceOfC),
    gEfficiency: (100 * p) / (n * largest),
    averageVariance: average,
    largestVariance: largest,
    smallestVariance: variances[0],
    conditionNumber: eigenvalues[p - 1] / eigenvalues[0],
    fds: {
      fraction,
      variance: fraction.map((part) => variances[Math.round(part * (variances.length - 1))]),
    },
    ...coefficientQualities(task, model, coded, covariance),
    losses: lossesOf({ X: lost, leverage }, { C, W, p, average }),
  };
}

/**
 * What the design says about each coefficient, and what biases it. Categories are deviations from their average, so
 * that a coefficient of two categories means the same as one of a number: half the difference.
 */
function coefficientQualities(
  { significance = 0.05, signalToNoise = 1, block }: EvaluateDesignTask,
  model: LinearModel,
  coded: Float64Array,
  covariance: RunCovariance,
): Pick<DesignQuality, 'coefficients' | 'terms' | 'aliasMatrix'> {
  const names = columnNames(model);
  const p = names.length;
  const deviations = deviationMatrix(model, coded);
  const X = deviations ?? modelMatrix(model, coded);
  const U = covariance.whitened(X, p);
  const { inverse: C } = leastSquares(U, new Float64Array(X.length / p), p);
  const degreesOf = covariance.errorDegrees(X, p);
  return {
    coefficients: names.map((name, a) => {
      const standardError = Math.sqrt(C[a * p + a]);
      const left = degreesOf([a]);
      return {
        name,
        standardError,
        varianceInflation: varianceInflation(model, U, C, a),
        degrees: left,
        power:
          left === null || isPureBlend(model, a)
            ? null
            : effectPower((signalToNoise / standardError) ** 2, 1, left, significance),
      };
    }),
    terms: termQualities({
      ...{ model, C, degreesOf, signalToNoise, significance },
      isDeviation: deviations !== undefined,
    }),
    aliasMatrix: aliasMatrix(aliasEffects(model, block), U, C, coded, covariance.whitened),
  };
}

/**
 * Judges a design under a model, in coded units (bounds −1 and +1, categories as indicators of all but the first), by least
 * squares, and for runs in plots by generalized least squares with the given ratios of variances. Of
 * coefficients, aliases and correlations categories are deviations from their average, where the model is hierarchical.
 *
 * Effects outside the model, for aliasing: the missing pairs and squares; for a full second-order model the products of
 * three factors.
 *
 * @throws ValueError for a bad model, significance or table of points
 */
export function evaluateDesign(
  task: EvaluateDesignTask,
  context?: Pick<RunContext, 'progress'>,
): DesignEvaluation {
  const { quality, ...evaluation } = evaluateInColumns(task, context);
  if (quality === null) return { ...evaluation, quality };
  const losses = Array.from({ length: evaluation.runs }, (_, i) => lossOf(quality.losses, i));
  return { ...evaluation, quality: { ...quality, losses } };
}

/** As `evaluateDesign`, with the losses as columns. */
export function evaluateInColumns(
  task: EvaluateDesignTask,
  context?: Pick<RunContext, 'progress'>,
): EvaluationInColumns {
  checkTask(task);
  const { space, points } = task;
  const d = space.dimensions.length;
  const { model: own, points: placed, coding } = specifiedModel(space, points, task);
  const { model } = own;
  const p = model.columns.length;
  const n = points.length / d;
  const names = columnNames(model);
  const coded = toCoded(model.dimensions, placed);
  const confounded = inestimableTerms(model, placed);
  const outside = aliasEffects(model, task.block);
  context?.progress?.(0.2, 'building the information matrix');
  const covariance = runCovariance(task.plots ?? [], n);
  const isEstimable = confounded.length === 0;
  const quality = isEstimable ? qualityOf(task, model, coded, covariance) : null;
  const strata = isEstimable ? covariance.strata(modelMatrix(model, coded), p) : undefined;
  return {
    runs: n,
    parameters: p,
    columnNames: names,
    ...(coding && { mixture: coding }),
    inestimable: confounded.map(({ term }) => term),
    confounded,
    errorDegrees: Math.max(0, n - p),
    pureErrorDegrees: pureErrorDegrees(points, d),
    ...(strata && { strata }),
    quality,
    aliasNames: outside ? columnNames(outside) : [],
    correlation: correlationMap(model, outside, coded, columnNames),
  };
}
