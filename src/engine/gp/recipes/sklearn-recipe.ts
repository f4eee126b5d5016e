import { ValueError } from '../../errors.ts';
import { oneOf } from '../../words.ts';
import { buildCovariance, parametersOf } from '../covariance/index.ts';
import { requestedCovariance } from '../covariance/requests.ts';
import { dataRemarks, type FitParameter, type FitPlan, fixed, label } from '../fit/plan.ts';
import type { TrainTask } from '../task.ts';
import { oneHotRows } from '../transforms/input-map.ts';
import { deviation, scaleColumns, scaleOutput, scalingRule } from '../transforms/scaling.ts';
import { usualTransforms } from './recipe.ts';
import { noiseOf, offsetRemarks, scaleForExtremeOutputs } from './rescue.ts';

const optimizers = ['L-BFGS-B', 'CG', 'BFGS', 'TNC'];

/**
 * Recipe `sklearn`: outputscale × (RBF, Matérn ν = 1.5 unless `matern_nu`, or rational quadratic with one lengthscale),
 * zero mean, no priors, no learned noise (1e-10, or the given variances), bounds 1e-5 … 1e5, categories spread over
 * dummy columns, no scaling by default. The upper bound of a lengthscale is times the deviation of its column, and so is the lower
 * one where that is below 1e-5; bounds of a common lengthscale are times the largest deviation where that lies outside of them.
 *
 * The optimizer names of SciPy all stand for the engine's own bounded L-BFGS. Throws ValueError for unknown names.
 */
export function planSklearn(task: TrainTask, y: Float64Array): FitPlan {
  const { n, d } = task;
  const { optimizer } = task;
  if (optimizer !== undefined && !optimizers.includes(optimizer.toUpperCase())) {
    throw new ValueError(`optimizer: unknown name '${optimizer}'; use ${oneOf(optimizers)}`);
  }
  const oneHot = task.categorical.some(Boolean)
    ? task.categorical.map((label, k) => (label ? labelsSeen(task, k) : null))
    : undefined;
  const { values, dimension } = oneHotRows(oneHot ? { d, oneHot } : { d }, task.X, n);
  const rule = scalingRule('input_transform_type', task.inputTransform ?? usualTransforms.sklearn.input);
  const { shift, scale } = scaleColumns(rule, values, n, dimension);
  const columns = Array.from({ length: dimension }, (_, k) => k);
  const covariance = requestedCovariance('sklearn', task.kernel, task.kernelParams)(columns);
  const code = buildCovariance({ kind: 'scale', of: covariance });
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
    if (covariance.kind === 'rational_quadratic') {
      const unit = Math.log(Math.max(...spread));
      const start = Math.abs(unit) > wide.upper ? unit : 0;
      const limits = { lower: wide.lower + start, upper: wide.upper + start };
      return { name: label(entry), initial: start, ...limits, ...(entry.column === 0 ? {} : { tied: 0 }) };
    }
    const start = Math.log(spread[entry.column ?? 0]);
    const lower = start < wide.lower ? wide.lower + start : wide.lower;
    return { name: label(entry), initial: start, lower, upper: wide.upper + start };
  });
  const { value: outputRule, remarks } = scaleForExtremeOutputs(
    scalingRule('output_transform_type', task.outputTransform ?? usualTransforms.sklearn.output),
    y,
  );
  const output = scaleOutput(outputRule, y);
  const noise = noiseOf(
    fixed('noise', task.noise ? Number.NEGATIVE_INFINITY : Math.log(1e-10)),
    task,
    y,
    output,
  );
  return {
    code,
    parameters: [...parameters, noise.value, fixed('mean', 0)],
    inputShift: shift,
    inputScale: scale,
    ...(oneHot ? { oneHot } : {}),
    outputRule,
    output,
    stdFloor: 1e-6,
    remarks: [...dataRemarks(task, y), ...remarks, ...offsetRemarks(outputRule, y), ...noise.remarks],
  };
}

function labelsSeen(task: TrainTask, k: number): number[] {
  const seen = new Set(Array.from({ length: task.n }, (_, i) => task.X[i * task.d + k]));
  return [...seen].sort((a, b) => a - b);
}
