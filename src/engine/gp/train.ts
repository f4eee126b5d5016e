import { runAlone, type Steps } from '../compute/lockstep.ts';
import { NotPositiveDefiniteError, ShapeError, ValueError } from '../errors.ts';
import type { RunContext } from '../run-context.ts';
import { calibrationFactor, crossValidate } from './cross-validation.ts';
import { ensembleSteps } from './ensemble/fit.ts';
import { importanceOf } from './ensemble/importance.ts';
import { type FitOptions, type FitResult, fitSteps } from './fit.ts';
import type { FitProblem } from './fit-objective.ts';
import { fitWarp } from './fit-warp.ts';
import { createInputMap } from './input-map.ts';
import type { GpModel } from './model.ts';
import type { FitPlan } from './plan.ts';
import { createPosterior, type Posterior } from './posterior.ts';
import { recipes } from './recipes.ts';
import type { CrossValidation, Importance, TrainResult, TrainTask, Validation } from './task.ts';
import { validationSteps } from './validation.ts';

/** Scales of the sparsity prior that are tried. */
const SHRINKAGES = [1e-3, 1e-2, 0.1, 1];
/** Rows from which cross-validation is done. */
const CROSS_VALIDATION_ROWS = 5;

/**
 * Fits one independent model per objective, with cross-validation from five rows on.
 *
 * `options.calibration_enabled` multiplies predicted deviations by the deviation of the cross-validated z-scores.
 * Throws ValueError for input that no model can be made of, CancelledError when the context says so.
 */
export function train(task: TrainTask, context: RunContext): TrainResult {
  return runAlone(trainSteps(task, context), context.backend);
}

/** `train` as work that can be advanced together with other trainings; the answer is the same. */
export function* trainSteps(task: TrainTask, context: RunContext): Steps<TrainResult> {
  check(task);
  const trained: Trained[] = [];
  for (const [objective, y] of task.outputs.entries()) {
    const share = objective / task.outputs.length;
    context.progress?.(share, task.outputs.length > 1 ? `fitting objective ${objective + 1}` : 'fitting');
    trained.push(
      task.recipe === 'auto' ? yield* trainAuto(task, y, context) : yield* trainOne(task, y, context),
    );
  }
  context.progress?.(1, 'fitted');
  return {
    models: trained.map(({ model }) => model),
    crossValidation: trained.map(({ results }) => results),
    validation: trained.map(({ validation }) => validation),
    importance: trained.map(({ importance }) => importance),
  };
}

interface Trained {
  readonly model: GpModel;
  readonly results: CrossValidation | undefined;
  readonly validation: Validation | undefined;
  readonly importance?: readonly Importance[];
}

/** A model whose hyperparameters stay uncertain; its cross-validation is the validation by refits. */
function* trainAuto(task: TrainTask, y: Float64Array, context: RunContext): Steps<Trained> {
  const { outputs: _outputs, ...rest } = task;
  const model = yield* ensembleSteps({ ...rest, y }, context);
  const refit = (part: TrainTask, values: Float64Array) =>
    ensembleSteps({ ...part, y: values }, context, { warmStart: model });
  const validation =
    task.n < CROSS_VALIDATION_ROWS ? undefined : yield* validationSteps(task, y, refit, context);
  const results = validation && {
    actual: validation.actual,
    predicted: validation.predicted,
    std: validation.std,
    rows: validation.rows,
  };
  if (task.isBrief) return { model, results, validation };
  return { model, results, validation, importance: importanceOf(model, task.seed, context.backend) };
}

function check(task: TrainTask): void {
  const { n, d, X, outputs, noise, categorical } = task;
  if (n < 1 || d < 1)
    throw new ValueError(`train: expected at least one row and one column, got ${n} and ${d}`);
  const lengths = [X.length === n * d, categorical.length === d, !noise || noise.length === n];
  if (!lengths.every(Boolean) || outputs.some((y) => y.length !== n) || outputs.length === 0) {
    throw new ShapeError(
      `train: expected X [${n}, ${d}], categorical [${d}] and outputs [${n}] each, got ${X.length}, ${categorical.length} and ${outputs.map((y) => y.length).join(', ') || 'none'}`,
    );
  }
  const bad = [X, ...outputs, ...(noise ? [noise] : [])].some((values) =>
    values.some((v) => !Number.isFinite(v)),
  );
  if (bad)
    throw new ValueError(
      'train: inputs, outputs and noise must be finite numbers; drop the rows that are not',
    );
  if (noise?.some((value) => value < 0)) throw new ValueError('train: noise variances must not be negative');
}

function* trainOne(task: TrainTask, y: Float64Array, context: RunContext): Steps<Trained> {
  const fitted =
    task.options?.priors === 'sparse' ? yield* fitSparse(task, y, context) : yield* fitOne(task, y, context);
  const { plan, posterior } = fitted;
  let { model } = fitted;
  let results: CrossValidation;
  try {
    if (task.n < CROSS_VALIDATION_ROWS) return { model, results: undefined, validation: undefined };
    results = crossValidate(posterior, plan.outputRule, task.seed, task.folds);
  } finally {
    posterior.free();
  }
  if (task.options?.calibration_enabled === true)
    model = { ...model, calibration: calibrationFactor(results) };
  if (task.isBrief) return { model, results, validation: undefined };
  const refit = (part: TrainTask, values: Float64Array) => refitFrom(model, part, values, context);
  return { model, results, validation: yield* validationSteps(fitted.task, y, refit, context) };
}

/** A fit of part of the rows by the same recipe that begins at a fit of all; warping and calibration stay. */
function* refitFrom(
  { theta, inputWarp, calibration }: GpModel,
  task: TrainTask,
  y: Float64Array,
  context: RunContext,
): Steps<GpModel> {
  const plan = planOf(task, y);
  const parameters = plan.parameters.map((parameter, k) =>
    parameter.fixed || plan.parameters.length !== theta.length
      ? parameter
      : { ...parameter, initial: Math.min(parameter.upper, Math.max(parameter.lower, theta[k])) },
  );
  const begun = { ...plan, parameters };
  const warped = inputWarp?.a.length === plan.inputShift.length ? { inputWarp } : {};
  const fitted = yield* fitSteps(
    problemOf(task, y, begun, warped),
    { ...fitOptions(task), restarts: 1 },
    context,
  );
  const { model, posterior } = factorSomehow(
    { ...modelOf(task, y, begun, fitted), ...warped, calibration },
    context,
  );
  posterior.free();
  return model;
}

/** The plan of the recipe that a task names. */
function planOf(task: TrainTask, y: Float64Array): FitPlan {
  if (task.recipe === 'auto')
    throw new ValueError(`train: recipe 'auto' is fitted by fitEnsemble, not by a plan`);
  return recipes[task.recipe](task, y);
}

interface Fitted {
  /** With the scale of the sparsity prior that was chosen. */
  readonly task: TrainTask;
  readonly plan: FitPlan;
  readonly model: GpModel;
  readonly posterior: Posterior;
}

function* fitOne(task: TrainTask, y: Float64Array, context: RunContext): Steps<Fitted> {
  const plan = planOf(task, y);
  const problem = problemOf(task, y, plan);
  const fitted = yield* fitSteps(problem, fitOptions(task), context);
  const base = warpInputs(task, problem, modelOf(task, y, plan, fitted), fitted, context);
  return { task, plan, ...factorSomehow(base, context) };
}

/** Fits at several scales of the sparsity prior, unless one is given, and keeps the one that predicts left-out rows best. */
function* fitSparse(task: TrainTask, y: Float64Array, context: RunContext): Steps<Fitted> {
  if (typeof task.options?.shrinkage === 'number') return yield* fitOne(task, y, context);
  const score = ({ posterior }: Fitted): number => {
    const { mean, variance } = posterior.leaveOneOut();
    return variance.reduce((sum, v, i) => sum - 0.5 * Math.log(v) - (y[i] - mean[i]) ** 2 / (2 * v), 0);
  };
  const fits: { fitted: Fitted; shrinkage: number; score: number }[] = [];
  for (const shrinkage of SHRINKAGES) {
    const fitted = yield* fitOne({ ...task, options: { ...task.options, shrinkage } }, y, context);
    fits.push({ fitted, shrinkage, score: score(fitted) });
  }
  const best = fits.reduce((a, b) => (b.score > a.score ? b : a));
  for (const { fitted } of fits) if (fitted !== best.fitted) fitted.posterior.free();
  const { model } = best.fitted;
  const verdict = [...model.verdict, `shrinkage ${best.shrinkage}, by leave-one-out`];
  return { ...best.fitted, model: { ...model, verdict } };
}

/**
 * The model of one output alone: no cross-validation, and no look at whether its covariance can be factored.
 *
 * For searches that fit many models and use one.
 */
export function fitModel(task: TrainTask, y: Float64Array, context: RunContext): GpModel {
  const plan = planOf(task, y);
  const fitted = runAlone(fitSteps(problemOf(task, y, plan), fitOptions(task), context), context.backend);
  return modelOf(task, y, plan, fitted);
}

function problemOf(
  task: TrainTask,
  y: Float64Array,
  plan: FitPlan,
  warped: Pick<GpModel, 'inputWarp'> = {},
): FitProblem {
  const { n } = task;
  const { shift, scale } = plan.output;
  const inputs = createInputMap({ ...task, ...plan, ...warped });
  return {
    X: inputs.encode(task.X, n),
    y: y.map((value) => (value - shift) / scale),
    noise: Float64Array.from({ length: n }, (_, i) => (task.noise?.[i] ?? 0) / scale / scale),
    n,
    d: inputs.dimension,
    code: plan.code,
    parameters: plan.parameters,
  };
}

function fitOptions(task: TrainTask): FitOptions {
  const restarts = task.options?.restarts;
  return { seed: task.seed, ...(typeof restarts === 'number' ? { restarts } : {}) };
}

/** With `options.input_warping`: numeric columns warped where that raises the likelihood. */
function warpInputs(
  task: TrainTask,
  problem: FitProblem,
  model: GpModel,
  fitted: FitResult,
  context: RunContext,
): GpModel {
  if (task.options?.input_warping !== true) return model;
  const columns = [...Array(problem.d).keys()].filter((k) => task.d === problem.d && !task.categorical[k]);
  const inside =
    columns.length > 0 && problem.X.every((u, at) => task.categorical[at % task.d] || (u >= 0 && u <= 1));
  const warped =
    inside && fitted.fallbacks.length === 0 ? fitWarp(problem, fitted, columns, context) : undefined;
  if (!warped) {
    const reason = inside ? 'raises the likelihood too little' : 'needs numeric inputs scaled to [0, 1]';
    return { ...model, verdict: [...model.verdict, `inputs not warped: that ${reason}`] };
  }
  const { theta, objective, evaluations } = warped.fitted;
  return {
    ...model,
    theta,
    objective,
    evaluations,
    inputWarp: { a: warped.a, b: warped.b },
    verdict: [...model.verdict, 'inputs warped'],
  };
}

function modelOf(task: TrainTask, y: Float64Array, plan: FitPlan, fitted: FitResult): GpModel {
  return {
    code: plan.code,
    theta: fitted.theta,
    n: task.n,
    d: task.d,
    categorical: task.categorical,
    X: task.X,
    y,
    ...(task.noise ? { noise: task.noise } : {}),
    inputShift: plan.inputShift,
    inputScale: plan.inputScale,
    ...(plan.oneHot ? { oneHot: plan.oneHot } : {}),
    ...(plan.stdFloor === undefined ? {} : { stdFloor: plan.stdFloor }),
    outputShift: plan.output.shift,
    outputScale: plan.output.scale,
    calibration: 1,
    objective: fitted.objective,
    evaluations: fitted.evaluations,
    verdict: ['fitted', ...plan.remarks, ...fitted.fallbacks],
  };
}

/** The posterior of the model, with its noise raised tenfold until the factor holds. */
function factorSomehow(model: GpModel, context: RunContext): { model: GpModel; posterior: Posterior } {
  for (let noise = 1e-8; ; noise *= 10) {
    try {
      return { model, posterior: createPosterior(model, context.backend) };
    } catch (error) {
      if (!(error instanceof NotPositiveDefiniteError) || noise > 1) throw error;
      const theta = model.theta.slice();
      theta[theta.length - 2] = Math.log(Math.exp(theta[theta.length - 2]) + noise);
      const remark = `noise raised to ${Math.exp(theta[theta.length - 2]).toPrecision(2)} (scaled), as the covariance lost definiteness`;
      model = { ...model, theta, verdict: [...model.verdict, remark] };
    }
  }
}
