import { ValueError } from '../errors.ts';
import { buildCovariance, type CovarianceSpec, parametersOf, type ThetaEntry } from './covariance/index.ts';
import { spreadLabels } from './input-map.ts';
import type { LogNormalPrior } from './priors.ts';
import {
  deviation,
  type Scaling,
  sampleStandard,
  scaleColumns,
  scaleOutput,
  scalingRule,
} from './scaling.ts';
import type { TrainTask } from './task.ts';

/** One entry of theta as the fit sees it: logarithms for covariance and noise, the value itself for the mean. */
export interface FitParameter {
  readonly name: string;
  readonly initial: number;
  readonly lower: number;
  readonly upper: number;
  /** Held at `initial`. */
  readonly fixed?: boolean;
  readonly prior?: LogNormalPrior;
  /** Moves with the entry of this index (one lengthscale for all columns). */
  readonly tied?: number;
}

/** Everything a fit of one objective needs, model scale. */
export interface FitPlan {
  readonly code: Int32Array;
  /** One per entry of theta. */
  readonly parameters: readonly FitParameter[];
  readonly inputShift: Float64Array;
  readonly inputScale: Float64Array;
  readonly oneHot?: readonly (readonly number[] | null)[];
  /** Scaling rule of the outputs: cross-validation applies it to each fold's own rows. */
  readonly outputRule: (values: Float64Array) => Scaling;
  readonly output: Scaling;
  readonly stdFloor?: number;
  /** Remarks on the data, for the verdict. */
  readonly remarks: readonly string[];
}

/**
 * The two recipes: records of choices for the one engine.
 *
 * `sklearn`: outputscale × (RBF, Matérn ν = 1.5 unless `matern_nu`, or rational quadratic with one lengthscale), zero
 * mean, no priors, no learned noise (1e-10, or the given variances), bounds 1e-5 … 1e5 (times the column's deviation for
 * lengthscales), labels spread over dummy columns, no scaling unless asked for.
 *
 * `botorch`: outputscale × (Matérn ν = 2.5 unless `nu`, RBF, or IBNN of `ibnn_depth` layers, default 3), constant mean,
 * LogNormal(−4, 1) prior on noise ≥ 1e-4, inputs to [0, 1], outputs to mean 0 and sample deviation 1; labels by the
 * mixed form s₁(K₁ + s₂C₁) + s₃K₂C₂.
 *
 * `options` beyond the interface: `priors: 'dimension_scaled'` (lengthscales LogNormal(√2 + log(d)/2, √3), outputscale
 * fixed at 1: BoTorch's own defaults).
 */
export const recipes: Readonly<Record<TrainTask['recipe'], (task: TrainTask, y: Float64Array) => FitPlan>> = {
  sklearn: planSklearn,
  botorch: planBotorch,
};

const optimizers = ['l-bfgs-b', 'cg', 'bfgs', 'tnc'];

function planSklearn(task: TrainTask, y: Float64Array): FitPlan {
  const { n, d } = task;
  const optimizer = task.optimizer ?? 'L-BFGS-B';
  if (!optimizers.includes(optimizer.toLowerCase())) {
    throw new ValueError(`optimizer: unknown name '${optimizer}'; use L-BFGS-B, CG, BFGS or TNC`);
  }
  const oneHot = task.categorical.some(Boolean)
    ? task.categorical.map((label, k) => (label ? labelsSeen(task, k) : null))
    : undefined;
  const { values, dimension } = spreadLabels(oneHot ? { d, oneHot } : { d }, task.X, n);
  const rule = scalingRule('input_transform_type', task.inputTransform ?? 'none');
  const { shift, scale } = scaleColumns(rule, values, n, dimension);
  const columns = Array.from({ length: dimension }, (_, k) => k);
  const kind = sklearnKernel(task);
  const code = buildCovariance({ kind: 'scale', of: { kind, columns } });
  const spread = columns.map((k) => {
    const column = Float64Array.from(
      { length: n },
      (_, i) => (values[i * dimension + k] - shift[k]) / scale[k],
    );
    return deviation(column, 0) || 1;
  });
  const wide = { lower: Math.log(1e-5), upper: Math.log(1e5) };
  const parameters = parametersOf(code).map((entry): FitParameter => {
    if (entry.name !== 'lengthscale') return { name: label(entry), initial: 0, ...wide };
    if (kind === 'rational_quadratic') {
      return { name: label(entry), initial: 0, ...wide, ...(entry.column === 0 ? {} : { tied: 0 }) };
    }
    const start = Math.log(spread[entry.column ?? 0]);
    return { name: label(entry), initial: start, lower: wide.lower, upper: wide.upper + start };
  });
  const outputRule = scalingRule('output_transform_type', task.outputTransform ?? 'none');
  return {
    code,
    parameters: [
      ...parameters,
      fixed('noise', task.noise ? Number.NEGATIVE_INFINITY : Math.log(1e-10)),
      fixed('mean', 0),
    ],
    inputShift: shift,
    inputScale: scale,
    ...(oneHot ? { oneHot } : {}),
    outputRule,
    output: scaleOutput(outputRule, y),
    stdFloor: 1e-6,
    remarks: dataRemarks(task, y),
  };
}

function sklearnKernel(task: TrainTask): 'rbf' | 'matern12' | 'matern32' | 'matern52' | 'rational_quadratic' {
  if (task.kernel === 'rbf') return 'rbf';
  if (task.kernel === 'matern') return maternOf('matern_nu', task.kernelParams.matern_nu ?? 1.5);
  if (task.kernel === 'rationalquadratic' || task.kernel === 'rational_quadratic')
    return 'rational_quadratic';
  throw new ValueError(`kernel: sklearn has no '${task.kernel}'; use RBF, Matern or RationalQuadratic`);
}

function maternOf(field: string, nu: number): 'matern12' | 'matern32' | 'matern52' {
  if (nu === 0.5) return 'matern12';
  if (nu === 1.5) return 'matern32';
  if (nu === 2.5) return 'matern52';
  throw new ValueError(`kernel_params.${field}: expected 0.5, 1.5 or 2.5, got ${nu}`);
}

function planBotorch(task: TrainTask, y: Float64Array): FitPlan {
  const { n, d } = task;
  const numeric = [...Array(d).keys()].filter((k) => !task.categorical[k]);
  const labels = [...Array(d).keys()].filter((k) => task.categorical[k]);
  const rule = scalingRule('input_transform_type', task.inputTransform ?? 'normalize');
  const { shift, scale } = scaleColumns(rule, task.X, n, d);
  const outputName = task.outputTransform ?? 'standardize';
  const outputRule =
    outputName.toLowerCase() === 'standardize'
      ? sampleStandard
      : scalingRule('output_transform_type', outputName);
  const output = scaleOutput(outputRule, y);
  const scaled = y.map((value) => (value - output.shift) / output.scale);
  const size = Math.max(deviation(scaled, 0) ** 2, Number.MIN_VALUE ** 0.5);
  const dimensionScaled = task.options?.priors === 'dimension_scaled';
  const code = buildCovariance(botorchCovariance(task, numeric, labels));
  const scales: LogNormalPrior = { mu: Math.SQRT2 + Math.log(Math.max(1, d)) / 2, sigma: Math.sqrt(3) };
  const start = Math.log(Math.LN2);
  const parameters = parametersOf(code).map((entry): FitParameter => {
    const name = label(entry);
    if (entry.name === 'outputscale') {
      if (dimensionScaled && labels.length === 0) return fixed(name, 0);
      const around = Math.log(Math.max(size, 1e-300));
      return { name, initial: start, lower: Math.min(-12, around - 12), upper: Math.max(12, around + 12) };
    }
    if (entry.name === 'lengthscale' && entry.covariance !== 'hamming' && dimensionScaled) {
      return {
        name,
        initial: scales.mu - scales.sigma ** 2,
        lower: Math.log(2.5e-2),
        upper: 9,
        prior: scales,
      };
    }
    const lower = entry.covariance === 'hamming' ? Math.log(1e-6) : Math.log(5e-3);
    return { name, initial: start, lower, upper: Math.log(1e4) };
  });
  return {
    code,
    parameters: [...parameters, botorchNoise(task, size), botorchMean(scaled)],
    inputShift: shift,
    inputScale: scale,
    outputRule,
    output,
    remarks: dataRemarks(task, y),
  };
}

/** Learned noise: LogNormal(−4, 1), at least 1e-4, from exp(−5); given variances leave none to learn. */
function botorchNoise(task: TrainTask, size: number): FitParameter {
  if (task.noise) return fixed('noise', Number.NEGATIVE_INFINITY);
  const upper = Math.max(2, Math.log(size) + 4);
  return { name: 'noise', initial: -5, lower: Math.log(1e-4), upper, prior: { mu: -4, sigma: 1 } };
}

/** Constant mean, inside the data stretched by their own range. */
function botorchMean(scaled: Float64Array): FitParameter {
  const low = scaled.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high = scaled.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const reach = 2 * (high - low) || 1;
  const initial = Math.min(high, Math.max(low, 0));
  return { name: 'mean', initial, lower: low - reach, upper: high + reach };
}

function botorchCovariance(task: TrainTask, numeric: number[], labels: number[]): CovarianceSpec {
  const { kernel, kernelParams } = task;
  const base = (columns: number[]): CovarianceSpec => {
    if (kernel === 'matern') return { kind: maternOf('nu', kernelParams.nu ?? 2.5), columns };
    if (kernel === 'rbf') return { kind: 'rbf', columns };
    if (kernel === 'ibnn') return { kind: 'ibnn', columns, depth: depthOf(kernelParams.ibnn_depth ?? 3) };
    throw new ValueError(`kernel: botorch has no '${kernel}'; use Matern, RBF or IBNN`);
  };
  const scale = (of: CovarianceSpec): CovarianceSpec => ({ kind: 'scale', of });
  if (labels.length === 0) return scale(base(numeric));
  const labelled: CovarianceSpec = { kind: 'hamming', columns: labels };
  if (numeric.length === 0) return scale(labelled);
  return {
    kind: 'sum',
    of: [
      scale({ kind: 'sum', of: [base(numeric), scale(labelled)] }),
      scale({ kind: 'product', of: [base(numeric), labelled] }),
    ],
  };
}

function depthOf(depth: number): number {
  if (Number.isInteger(depth) && depth >= 1 && depth <= 20) return depth;
  throw new ValueError(`kernel_params.ibnn_depth: expected a whole number from 1 to 20, got ${depth}`);
}

const fixed = (name: string, value: number): FitParameter => ({
  name,
  initial: value,
  lower: value,
  upper: value,
  fixed: true,
});

const label = (entry: ThetaEntry): string =>
  entry.column === undefined ? entry.name : `${entry.name}[${entry.column}]`;

function labelsSeen(task: TrainTask, k: number): number[] {
  const seen = new Set(Array.from({ length: task.n }, (_, i) => task.X[i * task.d + k]));
  return [...seen].sort((a, b) => a - b);
}

/** What is unusual about the data, in words. */
function dataRemarks(task: TrainTask, y: Float64Array): string[] {
  const { n, d, X } = task;
  const remarks: string[] = [];
  if (y.every((value) => value === y[0])) remarks.push('the outputs are constant: their scale is left at 1');
  for (let k = 0; k < d; k++) {
    const still = Array.from({ length: n }).every((_, i) => X[i * d + k] === X[k]);
    if (still && n > 1)
      remarks.push(`input column ${k} is constant: left unscaled, its lengthscale means nothing`);
  }
  return remarks;
}
