import { DesignNotEstimableError, ValueError } from '../../errors.ts';
import { type LeastSquares, leastSquares } from '../../linalg/least-squares.ts';
import { fUpperTail } from '../../random/distributions.ts';
import type { Space } from '../../space/space.ts';
import { modelMatrix, toCoded } from '../optimal/model/coding.ts';
import { buildModel, type LinearModel, type ModelSpec, withIntercept } from '../optimal/model/model-terms.ts';
import {
  type BoxCoxProfile,
  backTransformed,
  boxCoxProfile,
  geometricMeanOf,
  type Transformation,
  transformed,
} from './box-cox.ts';
import { type CanonicalAnalysis, canonicalAnalysis } from './canonical-analysis.ts';
import {
  addedSumOfSquares,
  coefficientsOf,
  columnNames,
  columnsByTerm,
  type FittedCoefficient,
  isPureBlend,
} from './coefficients.ts';
import { columnEffects, deviationMatrix, effectColumns } from './contrasts.ts';
import { type ConfoundedTerm, confoundedWords, inestimableTerms } from './estimability.ts';
import { qualityOf } from './fit-quality.ts';
import type { InformationCriteria } from './information-criteria.ts';
import { type LargestModel, largestModel } from './largest-model.ts';
import { type LenthAnalysis, lenthAnalysis } from './lenth.ts';
import { type MixedModelOutcome, mixedModel } from './mixed-model.ts';
import { type MixtureCoding, missedTotal, modelOfRuns, notAMixture } from './mixture-form.ts';
import { occurringCategories } from './occurring-categories.ts';
import { groupingLevels, type PlotLevel } from './plot-levels.ts';
import { type PredictedResults, predictedResults } from './predicted-results.ts';
import { type ConsideredModel, type FamilyName, recommendedModel, termsOf } from './recommended-model.ts';
import { variationOf } from './variation.ts';

/** Recorded runs to be analysed under a model. */
export interface AnalyseDesignTask extends ModelSpec {
  readonly space: Space;
  /** [n, d] encoded. */
  readonly points: Float64Array;
  /** [n]. */
  readonly response: Float64Array;
  /** Take the largest model that the runs estimate, or the one that predicts left-out runs best, instead of a model type or effects. */
  readonly choose?: 'largest' | 'recommended';
  /** Of intervals and margins, 0.95 by default. */
  readonly confidence?: number;
  /** Plots that the runs were made in, one or two levels, the outermost first. */
  readonly plots?: readonly PlotLevel[];
  /** Fit the results under the transformation of Box and Cox with this λ, −2 to 2; 1, the default, leaves them as they are. */
  readonly boxCoxLambda?: number;
}

/** One line of the analysis of variance. */
interface AnovaLine {
  readonly name: string;
  readonly degrees: number;
  readonly sumOfSquares: number;
  /** Null, as what follows, without degrees of freedom. */
  readonly meanSquare: number | null;
  /** Null, with its p-value, without degrees of freedom for error, and where the error is 0. */
  readonly fValue: number | null;
  readonly pValue: number | null;
}

export interface DesignAnalysis extends MixedModelOutcome, InformationCriteria {
  readonly runs: number;
  /** What results were fitted under; all figures except `predicted` are those of transformed results. Absent without one. */
  readonly transformation?: Transformation;
  /** The transformations that results could be fitted under; null where not all are positive, fewer than three degrees of freedom are left for error, and in plots. */
  readonly boxCox: BoxCoxProfile | null;
  /** What was chosen: its terms, those the runs cannot tell apart, and the models that it was compared with. */
  readonly model?: {
    readonly terms: readonly string[];
    readonly dropped: readonly string[];
    readonly name?: FamilyName;
    readonly considered?: readonly ConsideredModel[];
  };
  readonly coefficients: readonly FittedCoefficient[];
  /** The category of each categorical variable that its coefficients are differences from; absent without any. */
  readonly references?: readonly { readonly variable: string; readonly category: string }[];
  /** What the coefficients of Scheffé's polynomial refer to; absent for what is no mixture. */
  readonly mixture?: MixtureCoding;
  /** Terms in model order, each after those before it (as R's anova does). */
  readonly sequential: readonly AnovaLine[];
  /** Terms, each after all others: type III, categories as deviations from their average. */
  readonly partial: readonly AnovaLine[];
  /** All terms together. */
  readonly regression: AnovaLine;
  readonly residual: {
    readonly degrees: number;
    readonly sumOfSquares: number;
    readonly meanSquare: number | null;
  };
  /** Null without repeated runs, or without degrees of freedom left for it. */
  readonly lackOfFit: { readonly lackOfFit: AnovaLine; readonly pureError: AnovaLine } | null;
  /** Null when the responses do not vary. */
  readonly rSquared: number | null;
  readonly adjustedRSquared: number | null;
  /** 1 − PRESS over the total sum of squares; null when a run has leverage 1. */
  readonly predictedRSquared: number | null;
  readonly rootMeanSquareError: number | null;
  readonly fitted: Float64Array;
  readonly residuals: Float64Array;
  readonly leverage: Float64Array;
  /** Residuals over their own standard errors; NaN where leverage is 1, nothing is left for error, or the error is 0. */
  readonly studentized: Float64Array;
  /** The same with the error of the other runs: Student's t with one degree of freedom less; NaN where these are fitted exactly. */
  readonly externallyStudentized: Float64Array;
  /** Size that one of all of these exceeds with the error probability 1 − confidence (Bonferroni); null without degrees of freedom. */
  readonly outlierLimit: number | null;
  readonly cooksDistance: Float64Array;
  readonly predicted: PredictedResults;
  /** Effects (`columnEffects`), blocks left out, by Lenth's method; null with fewer than three, and for a mixture. */
  readonly effects: LenthAnalysis | null;
  /** Null for a model without squares, and for a mixture. `resultValue` is its value as a result, where these were transformed. */
  readonly canonical: (CanonicalAnalysis & { readonly resultValue?: number }) | null;
}

/** Squares of responses beyond this are out of the range of numbers. */
const LARGEST = 1e150;

function line(
  name: string,
  degrees: number,
  sumOfSquares: number,
  error: { degrees: number; meanSquare: number | null },
): AnovaLine {
  const meanSquare = degrees === 0 ? null : sumOfSquares / degrees;
  const fValue = meanSquare === null || !error.meanSquare ? null : meanSquare / error.meanSquare;
  return {
    name,
    degrees,
    sumOfSquares,
    meanSquare,
    fValue,
    pValue: fValue === null ? null : fUpperTail(fValue, degrees, error.degrees),
  };
}

/** Variation between repeated runs, and what the residuals hold beyond it. */
function lackOfFitOf(
  points: Float64Array,
  d: number,
  y: Float64Array,
  fit: LeastSquares,
  errorDegrees: number,
): DesignAnalysis['lackOfFit'] {
  const groups = new Map<string, number[]>();
  y.forEach((value, i) => {
    const key = points.subarray(i * d, (i + 1) * d).join();
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  });
  let pure = 0;
  let degrees = 0;
  for (const values of groups.values()) {
    pure += variationOf(values);
    degrees += values.length - 1;
  }
  const rest = errorDegrees - degrees;
  if (degrees === 0 || rest <= 0) return null;
  const pureError = { degrees, meanSquare: pure / degrees };
  return {
    lackOfFit: line('Lack of fit', rest, Math.max(0, fit.residualSquares - pure), pureError),
    pureError: {
      name: 'Pure error',
      degrees,
      sumOfSquares: pure,
      meanSquare: pure / degrees,
      fValue: null,
      pValue: null,
    },
  };
}

function checkSize(response: Float64Array, wayOut: string): void {
  const size = response.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (size > LARGEST || (size > 0 && size < 1 / LARGEST))
    throw new ValueError(
      `analyse: the largest response is ${size}, and its square is beyond the range of a 64-bit float; ${wayOut}`,
    );
}

function checkTask({
  space,
  points,
  response,
  confidence = 0.95,
  boxCoxLambda = 1,
}: AnalyseDesignTask): void {
  const d = space.dimensions.length;
  if (d === 0) throw new ValueError('analyse: there are no variables; add one');
  if (points.length !== response.length * d)
    throw new ValueError(
      `analyse: ${response.length} responses do not match ${points.length / d} runs of ${d} variables`,
    );
  const bad = response.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw new ValueError(`analyse: response ${bad + 1} is ${response[bad]}; leave that run out`);
  checkSize(response, 'use another unit');
  if (!(confidence > 0 && confidence < 1))
    throw new ValueError(`analyse: confidence must lie between 0 and 1, got ${confidence}`);
  if (!(Math.abs(boxCoxLambda) <= 2))
    throw new ValueError(`analyse: boxCoxLambda must lie between -2 and 2, got ${boxCoxLambda}`);
  const low = boxCoxLambda === 1 ? -1 : response.findIndex((value) => value <= 0);
  if (low >= 0)
    throw new ValueError(
      `analyse: response ${low + 1} is ${response[low]}, and only positive results have a Box–Cox transformation; leave boxCoxLambda out`,
    );
}

/** Undefined where results are fitted as they are. */
function transformationOf({
  response,
  boxCoxLambda: lambda = 1,
}: AnalyseDesignTask): Transformation | undefined {
  return lambda === 1 ? undefined : { lambda, geometricMean: geometricMeanOf(response) };
}

/** With its value as a result, where results were transformed. */
const surfaceOf = (
  surface: CanonicalAnalysis | undefined,
  transformation: Transformation | undefined,
): DesignAnalysis['canonical'] =>
  surface && transformation
    ? { ...surface, resultValue: backTransformed(surface.value, transformation) }
    : (surface ?? null);

/** The model asked for, or chosen for these runs. */
function modelFor(task: AnalyseDesignTask) {
  const { choose, space, response, block } = task;
  const d = space.dimensions.length;
  return modelOfRuns<{ readonly model: LinearModel; readonly chosen?: LargestModel }>(
    space,
    task.points,
    (dimensions, points, components) => {
      if (choose === undefined) return { model: buildModel(dimensions, { ...task, components }) };
      // With as few runs as components not all of them fit beside an error.
      const own = components && points.length / d > components.length ? components : undefined;
      const chosen =
        choose === 'largest'
          ? largestModel(dimensions, points, block, own)
          : recommendedModel(dimensions, points, response, { block, components: own, plots: task.plots });
      return { model: chosen.model, chosen };
    },
  );
}

const wordsOf = ({ model, ...said }: LargestModel) => ({
  terms: termsOf(model).map(({ name }) => name),
  ...said,
});

/** What some columns add after all others. */
const partialSquares = ({ inverse, coefficients }: LeastSquares, columns: readonly number[]) =>
  addedSumOfSquares(inverse, columns, coefficients) ?? 0;

const sequentialSquares = ({ rotated }: LeastSquares, columns: readonly number[]) =>
  columns.reduce((sum, c) => sum + rotated[c] ** 2, 0);

/** The category of each categorical variable that coefficients are differences from. */
const referencesOf = (dimensions: Space['dimensions']) =>
  dimensions.flatMap((one) =>
    one.kind === 'categorical' ? [{ variable: one.name, category: one.labels[0] }] : [],
  );

/** The task on the categories that were run, with results transformed as asked for. */
function taskToFit(asked: AnalyseDesignTask) {
  checkTask(asked);
  const { dimensions, points } = occurringCategories(asked.space.dimensions, asked.points);
  const transformation = transformationOf(asked);
  const response = transformation ? transformed(asked.response, transformation) : asked.response;
  checkSize(response, 'use a λ nearer to 1');
  return { task: { ...asked, space: { ...asked.space, dimensions }, points, response }, transformation };
}

/**
 * Least-squares analysis of recorded runs in coded units (bounds −1 and +1, categories as indicators of all but the first
 * that occurs in the runs). A mixture is fitted by Scheffé's polynomial in pseudo-components.
 *
 * @throws ValueError for a bad model or table
 * @throws DesignNotEstimableError naming the terms that the runs cannot estimate
 */
export function analyseDesign(asked: AnalyseDesignTask): DesignAnalysis {
  const { task, transformation } = taskToFit(asked);
  const { points, response: y, confidence = 0.95, plots = [] } = task;
  const { dimensions } = task.space;
  const { model: own, points: placed, coding } = modelFor(task);
  const { chosen, model } = own;
  const missing = inestimableTerms(model, placed);
  const n = y.length;
  if (missing.length > 0) throw notEstimable(missing, n, asked);
  const p = model.columns.length;
  const coded = toCoded(model.dimensions, placed);
  const X = modelMatrix(model, coded);
  const aboutMean = withIntercept(model);
  const centred = modelMatrix(aboutMean, coded);
  const fit = leastSquares(centred, y, p);
  const deviations = deviationMatrix(aboutMean, coded) ?? centred;
  const byContrasts = deviations === centred ? fit : leastSquares(deviations, y, p);
  const degrees = n - p;
  const meanSquare = degrees > 0 ? fit.residualSquares / degrees : null;
  const error = { degrees, meanSquare };
  const terms = columnsByTerm(aboutMean, model.components);
  const explained = fit.rotated.slice(1).reduce((sum, value) => sum + value * value, 0);
  const references = referencesOf(dimensions);
  const ownFit = coding ? leastSquares(X, y, p) : fit;
  const quality = qualityOf(fit, y, meanSquare, confidence);
  const inPlots = groupingLevels(plots, n).length > 0;
  const errorOfRun = inPlots || meanSquare === null ? null : { degrees, meanSquare };
  return {
    runs: n,
    ...(chosen && { model: wordsOf(chosen) }),
    coefficients: coefficientsOf(model, X, ownFit, error, confidence),
    ...(references.length > 0 && { references }),
    ...(coding && { mixture: coding }),
    sequential: terms.map(({ name, columns }) =>
      line(name, columns.length, sequentialSquares(fit, columns), error),
    ),
    partial: terms.map(({ name, columns }) =>
      line(name, columns.length, partialSquares(byContrasts, columns), error),
    ),
    regression: line('Regression', p - 1, explained, error),
    residual: { degrees, sumOfSquares: fit.residualSquares, meanSquare },
    lackOfFit: lackOfFitOf(points, dimensions.length, y, fit, degrees),
    ...quality,
    boxCox: inPlots ? null : (boxCoxProfile(centred, fit, asked.response, confidence) ?? null),
    ...(transformation && { transformation }),
    predicted: predictedResults(quality, errorOfRun, confidence, transformation),
    effects: coding ? null : effectsOf(aboutMean, byContrasts, task.block, confidence),
    canonical: coding ? null : surfaceOf(canonicalAnalysis(model, fit.coefficients), transformation),
    ...mixedModel({
      own: { X, coefficients: ownFit.coefficients },
      names: columnNames(model),
      isPure: (column) => isPureBlend(model, column),
      contrasts: { X: deviations, coefficients: byContrasts.coefficients },
      terms,
      residuals: fit.residuals,
      plots,
      confidence,
    }),
  };
}

/** Effects without blocks by Lenth's method. */
function effectsOf(
  model: LinearModel,
  fit: LeastSquares,
  block: number | undefined,
  confidence: number,
): LenthAnalysis | null {
  const columns = effectColumns(model, block);
  if (columns.length < 3) return null;
  const names = columnNames(model);
  const effects = columnEffects(fit, columns).map((effect, i) => ({ name: names[columns[i]], effect }));
  return lenthAnalysis(effects, confidence);
}

function notEstimable(
  missing: readonly ConfoundedTerm[],
  n: number,
  { space, points }: AnalyseDesignTask,
): DesignNotEstimableError {
  const missed = missedTotal(space, points);
  const wayOut = missed === undefined ? 'remove these terms or add runs' : notAMixture('a run', missed);
  return new DesignNotEstimableError(
    `analyse: ${n} ${n === 1 ? 'run' : 'runs'} cannot estimate ${confoundedWords(missing)}; ${wayOut}`,
  );
}
