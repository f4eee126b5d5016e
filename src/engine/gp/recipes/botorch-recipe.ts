import { ValueError } from '../../errors.ts';
import { columnExtent, extent } from '../../linalg/extent.ts';
import { buildCovariance, type CovarianceSpec, parametersOf } from '../covariance/index.ts';
import { requestedCovariance } from '../covariance/requests.ts';
import { dataRemarks, type FitParameter, type FitPlan, fixed, label } from '../fit/plan.ts';
import type { LocationPrior } from '../fit/priors.ts';
import type { TrainTask } from '../task.ts';
import { checkTrainOptions, type TrainOptions } from '../train-options.ts';
import { deviation, sampleStandard, scaleColumns, scaleOutput, scalingRule } from '../transforms/scaling.ts';
import { usualTransforms } from './recipe.ts';
import { noiseOf, scaleForExtremeOutputs } from './rescue.ts';

/**
 * Recipe `botorch`: outputscale × (Matérn ν = 2.5 unless `nu`, RBF, or IBNN of `ibnn_depth` layers, default 3), constant
 * mean, LogNormal(−4, 1) prior on noise ≥ 1e-4, inputs to [0, 1], outputs to mean 0 and sample deviation 1; categories by the
 * mixed form s₁(K₁ + s₂C₁) + s₃K₂C₂.
 *
 * `options.priors` 'dimension_scaled': lengthscales LogNormal(√2 + log(d)/2, √3) and, without categories, outputscale 1
 * (BoTorch's own defaults). 'sparse': 1/ℓ² half-Cauchy of scale `options.shrinkage`, for many columns of which few are relevant.
 *
 * `options.structure` 'additive' (up to twelve columns, no categories): a sum of covariances of one column each; 'product':
 * categories by s·K·C, with fewer parameters than the mixed form.
 */
export function planBotorch(task: TrainTask, y: Float64Array): FitPlan {
  const { d } = task;
  const numeric = task.columns ?? [...Array(d).keys()].filter((k) => !task.categorical[k]);
  const labels = [...Array(d).keys()].filter((k) => task.categorical[k]);
  const rule = scalingRule('input_transform_type', task.inputTransform ?? usualTransforms.botorch.input);
  const { shift, scale } = inputScaling(task, rule);
  const outputName = task.outputTransform ?? usualTransforms.botorch.output;
  const { value: outputRule, remarks } = scaleForExtremeOutputs(
    outputName.toLowerCase() === 'standardize'
      ? sampleStandard
      : scalingRule('output_transform_type', outputName),
    y,
  );
  const output = scaleOutput(outputRule, y);
  const scaled = y.map((value) => (value - output.shift) / output.scale);
  const size = Math.max(deviation(scaled, 0) ** 2, Number.MIN_VALUE ** 0.5);
  const dimensionScaled = task.options?.priors === 'dimension_scaled';
  const additive = structureOf(task, numeric, labels) === 'additive';
  const code = buildCovariance(botorchCovariance(task, numeric, labels));
  const start = Math.log(Math.LN2);
  const noise = noiseOf(botorchNoise(task, size), task, y, output);
  const parameters = parametersOf(code).map((entry): FitParameter => {
    const name = label(entry);
    if (entry.name === 'variance' && task.linePriors) return free(name, task.linePriors.slope);
    if (entry.name === 'outputscale' && task.linePriors) return free(name, task.linePriors.rest);
    if (entry.name === 'outputscale') {
      if (dimensionScaled && labels.length === 0)
        return fixed(name, additive ? -Math.log(numeric.length) : 0);
      const around = Math.log(Math.max(size, 1e-300));
      return { name, initial: start, lower: Math.min(-12, around - 12), upper: Math.max(12, around + 12) };
    }
    if (entry.covariance === 'hamming') {
      const limits = { lower: Math.log(1e-6), upper: Math.log(1e4) };
      const prior = task.categoryPrior;
      return prior ? { name, initial: prior.centre, ...limits, prior } : { name, initial: start, ...limits };
    }
    const preferred =
      entry.name === 'lengthscale'
        ? lengthscalePrior(task, additive ? 1 : numeric.length + labels.length)
        : undefined;
    if (preferred) return { name, ...preferred };
    const limits = { lower: Math.log(5e-3), upper: Math.log(1e4) };
    if (entry.column === undefined) return { name, initial: start, ...limits };
    return { name, ...byRange(start, limits, columnRange(task, entry.column) / scale[entry.column]) };
  });
  return {
    code,
    parameters: [...parameters, noise.value, botorchMean(scaled)],
    inputShift: shift,
    inputScale: scale,
    outputRule,
    output,
    remarks: [...dataRemarks(task, y), ...remarks, ...noise.remarks],
  };
}

/** How far a logarithm may go from the centre of its prior. */
const REACH = 12;

const free = (name: string, prior: LocationPrior): FitParameter => ({
  ...{ name, initial: prior.centre, lower: prior.centre - REACH, upper: prior.centre + REACH, prior },
});

/** Scaling of the columns. One whose values are all the same has the width of its range, as `dimension_scaled` lengthscales are in units of ranges. */
function inputScaling(task: TrainTask, rule: Parameters<typeof scaleColumns>[0]) {
  const { X, n, d, ranges, inputTransform, options } = task;
  const scaling = scaleColumns(rule, X, n, d);
  // Straight lines are those of the covariance through 0: the middle of the data.
  if (task.linePriors)
    scaling.shift.forEach((low, k) => {
      scaling.shift[k] = low + scaling.scale[k] / 2;
    });
  if (inputTransform !== undefined || options?.priors !== 'dimension_scaled') return scaling;
  ranges?.forEach((range, k) => {
    const width = range === null ? 0 : range[1] - range[0];
    if (!(width > 0 && Number.isFinite(width)) || columnRange(task, k) > 0) return;
    scaling.shift[k] = X[k];
    scaling.scale[k] = width;
  });
  return scaling;
}

/** Most columns of an additive structure: longer codes are more than every backend takes. */
export const MOST_ADDITIVE = 12;

function structureOf(
  { options }: TrainTask,
  numeric: readonly number[],
  labels: readonly number[],
): NonNullable<TrainOptions['structure']> {
  checkTrainOptions({ structure: options?.structure });
  const structure = options?.structure ?? 'joint';
  if (structure === 'additive' && (labels.length > 0 || numeric.length > MOST_ADDITIVE)) {
    throw new ValueError(
      `options.structure: 'additive' takes up to ${MOST_ADDITIVE} numeric columns and no categories; use joint or product`,
    );
  }
  return structure;
}

/** Of the lengthscale of one column. */
const DIMENSION_SCALED = { mu: Math.SQRT2, sigma: Math.sqrt(3) };

/** Start, limits and prior of a log lengthscale under `options.priors`, of a covariance over `columns` columns; undefined for none. */
function lengthscalePrior(task: TrainTask, columns: number): Omit<FitParameter, 'name'> | undefined {
  const limits = { lower: Math.log(2.5e-2), upper: 9 };
  const { priors, shrinkage } = task.options ?? {};
  if (priors === 'dimension_scaled') {
    const { mu, sigma } = task.lengthscalePrior ?? DIMENSION_SCALED;
    const prior = { mu: mu + Math.log(columns) / 2, sigma };
    return { initial: prior.mu - prior.sigma ** 2, ...limits, prior };
  }
  if (priors === 'sparse') {
    return { initial: 0, ...limits, prior: { tau: typeof shrinkage === 'number' ? shrinkage : 0.1 } };
  }
  checkTrainOptions({ priors });
  return undefined;
}

/** Start and limits of a log lengthscale, moved along with the range of a column far from [0, 1]. */
function byRange(
  initial: number,
  limits: { lower: number; upper: number },
  range: number,
): { initial: number; lower: number; upper: number } {
  if (range === 0 || (range > 1e-2 && range < 1e2)) return { initial, ...limits };
  const moved = Math.log(range);
  return { initial: initial + moved, lower: limits.lower + moved, upper: limits.upper + moved };
}

/** Largest minus smallest value of a raw column. */
function columnRange(task: TrainTask, k: number): number {
  const [low, high] = columnExtent(task, k);
  return high - low;
}

/** Learned noise: LogNormal(−4, 1), at least 1e-4, from exp(−5); given variances leave none to learn. */
function botorchNoise(task: TrainTask, size: number): FitParameter {
  if (task.noise) return fixed('noise', Number.NEGATIVE_INFINITY);
  const upper = Math.max(2, Math.log(size) + 4);
  return { name: 'noise', initial: -5, lower: Math.log(1e-4), upper, prior: { mu: -4, sigma: 1 } };
}

/** Constant mean, inside the data stretched by their own range. */
function botorchMean(scaled: Float64Array): FitParameter {
  const [low, high] = extent(scaled);
  const reach = 2 * (high - low) || 1;
  const initial = Math.min(high, Math.max(low, 0));
  return { name: 'mean', initial, lower: low - reach, upper: high + reach };
}

function botorchCovariance(
  task: TrainTask,
  numeric: readonly number[],
  labels: readonly number[],
): CovarianceSpec {
  const rest = withoutLines(task, numeric, labels);
  if (!task.linePriors) return rest;
  const lines: CovarianceSpec = { kind: 'linear', columns: numeric };
  const levels: CovarianceSpec = { kind: 'scale', of: { kind: 'hamming', columns: labels } };
  return { kind: 'sum', of: [rest, lines, ...(labels.length > 0 ? [levels] : [])] };
}

function withoutLines(
  task: TrainTask,
  numeric: readonly number[],
  labels: readonly number[],
): CovarianceSpec {
  const base = requestedCovariance('botorch', task.kernel, task.kernelParams);
  const scale = (of: CovarianceSpec): CovarianceSpec => ({ kind: 'scale', of });
  const structure = structureOf(task, numeric, labels);
  if (structure === 'additive') return scale({ kind: 'sum', of: numeric.map((column) => base([column])) });
  if (labels.length === 0) return scale(base(numeric));
  const labelled: CovarianceSpec = { kind: 'hamming', columns: labels };
  if (numeric.length === 0) return scale(labelled);
  if (structure === 'product') return scale({ kind: 'product', of: [base(numeric), labelled] });
  return {
    kind: 'sum',
    of: [
      scale({ kind: 'sum', of: [base(numeric), scale(labelled)] }),
      scale({ kind: 'product', of: [base(numeric), labelled] }),
    ],
  };
}
