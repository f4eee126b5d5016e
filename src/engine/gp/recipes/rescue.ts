import type { FitParameter } from '../fit/plan.ts';
import type { TrainTask } from '../task.ts';
import { deviation, mean, type Scaling, scaleOutput } from '../transforms/scaling.ts';
import { excessVariationRemarks } from './excess-variation.ts';

/** Scaled outputs whose largest value lies outside these limits are beyond what bounds and priors are made for. */
const SIZE_LIMITS = { low: 1e-3, high: 1e3 };

/** Outputs whose mean is this many times their deviation: a noise variance of 1e-10 then counts as much as their differences. */
const FAR_FROM_ZERO = 1e4;

/** What was done about data that a recipe's bounds cannot serve, in words for the verdict. */
export interface WithRemarks<T> {
  readonly value: T;
  readonly remarks: readonly string[];
}

/**
 * An output rule that brings outputs of extreme size near 1: the recipe's rule, and a power of ten where that leaves
 * them below 1e-3 or above 1e3.
 */
export function scaleForExtremeOutputs(
  rule: (values: Float64Array) => Scaling,
  y: Float64Array,
): WithRemarks<(values: Float64Array) => Scaling> {
  const { shift, scale } = scaleOutput(rule, y);
  const size = y.reduce((most, value) => Math.max(most, Math.abs((value - shift) / scale)), 0);
  if (size === 0 || (size >= SIZE_LIMITS.low && size <= SIZE_LIMITS.high))
    return { value: rule, remarks: [] };
  const factor = 10 ** Math.round(Math.log10(size));
  const rescued = (values: Float64Array): Scaling => {
    const own = scaleOutput(rule, values);
    return { shift: own.shift, scale: own.scale * factor };
  };
  return {
    value: rescued,
    remarks: [`the outputs are of magnitude ${factor.toExponential(0)} and are divided by it for the fit`],
  };
}

/** A remark where a mean of 0 is assumed for outputs that lie far from it for their spread. */
export function offsetRemarks(rule: (values: Float64Array) => Scaling, y: Float64Array): string[] {
  const ratio = Math.abs(mean(y) - scaleOutput(rule, y).shift) / deviation(y, 0);
  if (!(ratio > FAR_FROM_ZERO && Number.isFinite(ratio))) return [];
  return [
    `the mean of the outputs is ${ratio.toPrecision(1)} times their standard deviation, and this recipe assumes a mean of 0: predictions between the rows are unreliable; use output_transform_type 'standardize' or backend 'auto'`,
  ];
}

/**
 * Variance of the outputs among rows with equal inputs, pooled; 0 when no inputs repeat.
 *
 * @param X [n, d] rows as given
 * @param y [n]
 */
export function repeatVariance(X: Float64Array, y: Float64Array, d: number): number {
  const byFirst = new Map<number, number[]>();
  for (let i = 0; i < y.length; i++) {
    const alike = byFirst.get(X[i * d]);
    if (alike) alike.push(i);
    else byFirst.set(X[i * d], [i]);
  }
  const groups = new Map<string, number[]>();
  for (const alike of byFirst.values()) {
    for (const i of alike.length > 1 ? alike : []) {
      const key = X.subarray(i * d, (i + 1) * d).join();
      const group = groups.get(key);
      if (group) group.push(y[i]);
      else groups.set(key, [y[i]]);
    }
  }
  let sum = 0;
  let freedom = 0;
  for (const group of groups.values()) {
    const mean = group.reduce((total, value) => total + value / group.length, 0);
    for (const value of group) sum += (value - mean) ** 2;
    freedom += group.length - 1;
  }
  return freedom > 0 ? sum / freedom : 0;
}

/** The recipe's noise; fixed noise is estimated instead if repeated rows differ by more than it allows. */
export function noiseOf(
  noise: FitParameter,
  task: TrainTask,
  y: Float64Array,
  output: Scaling,
): WithRemarks<FitParameter> {
  const kept = { value: noise, remarks: excessVariationRemarks(task, y) };
  if (!noise.fixed) return kept;
  const total = task.noise ? task.noise.reduce((sum, value) => sum + value / task.n, 0) : 0;
  const given = total / output.scale / output.scale;
  const scaled = y.map((value) => value / output.scale);
  const repeats = repeatVariance(task.X, scaled, task.d);
  if (repeats <= 1e4 * (Math.exp(noise.initial) + given)) return kept;
  const initial = Math.log(repeats);
  return {
    value: { name: noise.name, initial, lower: initial - 9, upper: initial + 9 },
    remarks: ['rows with equal inputs disagree by more than their noise: a noise variance is learned'],
  };
}
