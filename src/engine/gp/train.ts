import { runAlone, type Steps } from '../compute/lockstep.ts';
import { NotPositiveDefiniteError } from '../errors.ts';
import type { RunContext } from '../run-context.ts';
import { checkTrainTask } from './check-task.ts';
import { withoutKernels } from './covariance/index.ts';
import { importanceOf } from './ensemble/importance.ts';
import { logarithmicColumns } from './ensemble/mode.ts';
import { createEnsemblePosterior } from './ensemble/posterior.ts';
import { predictiveSteps } from './ensemble/predictive.ts';
import { type EnsembleData, ensembleProblem } from './ensemble/problem.ts';
import { noiseRemarks, withScatter } from './ensemble/scatter.ts';
import type { EarlierOptimum, FitResult } from './fit/fit.ts';
import type { FitPlan } from './fit/plan.ts';
import {
  fitOptions,
  modelOf,
  type PlannedFit,
  planOf,
  planSteps,
  problemOf,
  withLimits,
} from './fit/plan-fit.ts';
import { fitWarp } from './fit/warp.ts';
import type { GpModel, SparseForm } from './model.ts';
import { type BetterDirection, outlierRemarks, outliersOf } from './outliers/outliers.ts';
import { createPosterior, type Posterior } from './posterior/posterior.ts';
import { measuredPart, withoutRows } from './rows-of-task.ts';
import { fitExactSteps } from './sparse/fit.ts';
import { sparseFormOf } from './sparse/form.ts';
import { ONE_FIT_ABOVE } from './sparse/sizes.ts';
import { trainSparse } from './sparse/train.ts';
import type { CrossValidation, Importance, TrainResult, TrainTask, Validation } from './task.ts';
import { latentView } from './transforms/output-warp.ts';
import { checkMagnitudes } from './transforms/scaling.ts';
import { calibrationFactor, crossValidate } from './validation/cross-validation.ts';
import { latentResults, measuredScores } from './validation/fixed-scores.ts';
import { heldOutFolds } from './validation/held-out.ts';
import { logDensityLeftOut } from './validation/left-out-density.ts';
import { groupedFolds, measuredResults, validationSteps } from './validation/validation.ts';

/** Scales of the sparsity prior that are tried. */
const SHRINKAGES = [1e-3, 1e-2, 0.1, 1];
/** Rows from which cross-validation is done. */
const CROSS_VALIDATION_ROWS = 5;

/**
 * Fits one independent model per objective to the rows that have it, with cross-validation from five rows on.
 *
 * `options.calibration_enabled` multiplies predicted standard deviations by the standard deviation of the cross-validated z-scores.
 * Throws ValueError for input that no model can be made of, CancelledError when the context says so.
 */
export function train(task: TrainTask, context: RunContext): TrainResult {
  return runAlone(trainSteps(task, context), context.backend);
}

/** `train` as work that can be advanced together with other trainings; the answer is the same. */
export function* trainSteps(task: TrainTask, context: RunContext): Steps<TrainResult> {
  checkTrainTask(task);
  const trained: Trained[] = [];
  for (const objective of task.outputs.keys()) {
    const part = measuredPart(task, objective);
    const [y] = part.outputs;
    const share = objective / task.outputs.length;
    context.progress?.(share, task.outputs.length > 1 ? `fitting objective ${objective + 1}` : 'fitting');
    trained.push(
      task.recipe === 'auto'
        ? yield* trainSound(part, task.better?.[objective], context)
        : yield* trainOne(part, y, context),
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

/** `trainAuto` without outliers, of which the model keeps the places. */
function* trainSound(
  part: TrainTask,
  better: BetterDirection | undefined,
  context: RunContext,
): Steps<Trained> {
  const [y] = part.outputs;
  const doubtful = better ? outliersOf({ ...part, y }, better) : new Int32Array(0);
  if (doubtful.length === 0) return yield* trainAuto(part, y, context);
  const sound = withoutRows(part, doubtful);
  const { model, results, validation, ...rest } = yield* trainAuto(
    sound.part,
    sound.part.outputs[0],
    context,
  );
  const verdict = [...model.verdict, ...outlierRemarks(y, doubtful)];
  const named = <T extends { readonly rows: Int32Array }>(one: T | undefined): T | undefined =>
    one && { ...one, rows: one.rows.map((row) => sound.kept[row]) };
  return {
    ...rest,
    model: { ...model, doubtful, verdict },
    results: named(results),
    validation: named(validation),
  };
}

/** A model whose hyperparameters stay uncertain; its cross-validation is the validation by refits. */
function* trainAuto(task: TrainTask, y: Float64Array, context: RunContext): Steps<Trained> {
  checkMagnitudes(y);
  const dataOf = (
    { outputs: _outputs, censored, outputBounds, ...rest }: TrainTask,
    values: Float64Array,
  ) => ({
    ...rest,
    y: values,
    ...(censored?.[0] ? { censored: censored[0] } : {}),
    ...(outputBounds?.[0] ? { bounds: outputBounds[0] } : {}),
  });
  const form = sparseFormOf(task);
  const limits = task.censored?.[0]?.rows.length ?? 0;
  if (form || (task.n > ONE_FIT_ABOVE.drawn && limits === 0))
    return yield* trainAutoOnce(task, dataOf(task, y), form, context);
  const model = withNoiseRemarks(yield* predictiveSteps(dataOf(task, y), context), context);
  const refit = (part: TrainTask, values: Float64Array) =>
    predictiveSteps(dataOf(part, values), context, { warmStart: model });
  const validation =
    task.n < CROSS_VALIDATION_ROWS ? undefined : yield* validationSteps(task, y, refit, context);
  const results = validation && measuredResults(validation);
  if (task.isBrief) return { model, results, validation };
  return {
    model,
    results,
    validation,
    importance: importanceOf(latentView(model), task.seed, context.backend),
  };
}

function withNoiseRemarks(model: GpModel, { backend }: RunContext): GpModel {
  const posterior = createEnsemblePosterior(model, backend);
  const of = model.ofLog ? ' of the logarithm' : model.ofLogit ? ' of the logit' : '';
  const remarks = noiseRemarks(latentView(model), posterior.scatter(), `deviation${of}`);
  posterior.free();
  return { ...model, verdict: [...model.verdict, ...remarks] };
}

/** A model of many rows by recipe `auto`: one set of hyperparameters, and an exact posterior unless a form is given. */
function* trainAutoOnce(
  task: TrainTask,
  data: EnsembleData,
  form: SparseForm | undefined,
  context: RunContext,
): Steps<Trained> {
  const logarithmic = yield* logarithmicColumns([data], context);
  const { problemOf: problemWith, base } = ensembleProblem(data, logarithmic);
  const remark = 'with this many rows, one set of hyperparameters represents their posterior';
  const modelBy = ({ theta, objective, evaluations, fallbacks }: FitResult): GpModel => ({
    ...base,
    theta,
    objective,
    evaluations,
    verdict: [...base.verdict, remark, ...fallbacks],
  });
  const options = { seed: task.seed, restarts: 3 };
  const problem = problemWith(undefined);
  if (form) return yield* trainSparse({ task, problem, form, options, modelBy, scatters: true }, context);
  const fitted = yield* fitExactSteps(problem, options, context);
  const { model, posterior } = factorWithRaisedNoise(modelBy(fitted), context);
  try {
    return scoreAtFit(task, model, posterior, true);
  } finally {
    posterior.free();
  }
}

function* trainOne(task: TrainTask, y: Float64Array, context: RunContext): Steps<Trained> {
  const sparse = yield* trainSparsely(task, y, context);
  if (sparse) return sparse;
  const fitted =
    task.options?.priors === 'sparse' ? yield* fitSparse(task, y, context) : yield* fitOne(task, y, context);
  const { plan, posterior } = fitted;
  let { model } = fitted;
  let results: CrossValidation;
  try {
    const measured = task.n - (model.censored?.rows.length ?? 0);
    if (task.n < CROSS_VALIDATION_ROWS || measured === 0)
      return { model, results: undefined, validation: undefined };
    if (task.n > ONE_FIT_ABOVE.validated && !model.censored) return scoreAtFit(task, model, posterior);
    results = crossValidate(posterior, plan.outputRule, task.seed, task.folds);
  } finally {
    posterior.free();
  }
  if (task.options?.calibration_enabled === true)
    model = { ...model, calibration: calibrationFactor(results) };
  if (task.isBrief || task.validatesLater) return { model, results, validation: undefined };
  const refit = (part: TrainTask, values: Float64Array) =>
    refitFrom(model, { ...fitted.found, growth: part.n / task.n }, part, values, context);
  return { model, results, validation: yield* validationSteps(fitted.task, y, refit, context) };
}

/** An exact model of many rows with its scores by the one factor there is. @param scatters whether the scatter of measurements is learned */
function scoreAtFit(task: TrainTask, model: GpModel, posterior: Posterior, scatters = false): Trained {
  const folds = groupedFolds(task, task.seed, task.folds);
  if (!folds) return { model, results: undefined, validation: undefined };
  const left = heldOutFolds(posterior, folds);
  const learned = scatters ? withScatter(model, left) : model;
  const results = scatters ? measuredResults(measuredScores(learned, left)) : latentResults(model, left);
  const calibrated = task.options?.calibration_enabled === true;
  const scored = calibrated ? { ...learned, calibration: calibrationFactor(results) } : learned;
  return { model: scored, results, validation: task.isBrief ? undefined : measuredScores(scored, left) };
}

/** The sparse model of a plan; undefined where the task is for an exact one. */
function* trainSparsely(task: TrainTask, y: Float64Array, context: RunContext): Steps<Trained | undefined> {
  const form = sparseFormOf(task);
  if (!form) return undefined;
  const plan = planOf(task, y);
  // Covariances without kernels are composed for the exact model alone.
  if (withoutKernels(plan.code).length > 0) return undefined;
  const problem = problemOf(task, y, plan, {}, undefined);
  const modelBy = (fitted: FitResult) => modelOf(task, y, plan, fitted, undefined);
  return yield* trainSparse({ task, problem, form, options: fitOptions(task), modelBy }, context);
}

/** A fit of part of the rows by the same recipe that begins at a fit of all; warping and calibration stay. */
function* refitFrom(
  { inputWarp, calibration }: GpModel,
  from: EarlierOptimum,
  task: TrainTask,
  y: Float64Array,
  context: RunContext,
): Steps<GpModel> {
  const plan = planOf(task, y);
  const warped = inputWarp?.a.length === plan.inputShift.length ? { inputWarp } : {};
  const options = from.theta.length === plan.parameters.length ? { from } : { restarts: 1 };
  const { fitted, sites } = yield* planSteps(
    task,
    y,
    plan,
    { options: { ...fitOptions(task), ...options }, warped },
    context,
  );
  const { model, posterior } = factorWithRaisedNoise(
    { ...modelOf(task, y, plan, fitted, sites), ...warped, calibration },
    context,
  );
  posterior.free();
  return model;
}

interface Fitted {
  /** With the scale of the sparsity prior that was chosen. */
  readonly task: TrainTask;
  readonly plan: FitPlan;
  /** Where the likelihood was found to be highest, for refits to begin at. */
  readonly found: Pick<FitResult, 'theta' | 'learned'>;
  readonly model: GpModel;
  readonly posterior: Posterior;
}

function* fitOne(task: TrainTask, y: Float64Array, context: RunContext): Steps<Fitted> {
  const plan = planOf(task, y);
  const found = yield* planSteps(task, y, plan, { options: fitOptions(task) }, context);
  const base = warpInputs(task, found, modelOf(task, y, plan, found.fitted, found.sites), context);
  const { learned } = found.fitted;
  return {
    task,
    plan,
    found: { theta: base.theta, ...(learned && { learned }) },
    ...factorWithRaisedNoise(base, context),
  };
}

/** Fits at several scales of the sparsity prior, unless one is given, and keeps the one that predicts left-out rows best. */
function* fitSparse(task: TrainTask, y: Float64Array, context: RunContext): Steps<Fitted> {
  if (typeof task.options?.shrinkage === 'number') return yield* fitOne(task, y, context);
  const fits: { fitted: Fitted; shrinkage: number; score: number }[] = [];
  for (const shrinkage of SHRINKAGES) {
    const fitted = yield* fitOne({ ...task, options: { ...task.options, shrinkage } }, y, context);
    fits.push({ fitted, shrinkage, score: logDensityLeftOut(fitted.posterior) });
  }
  const best = fits.reduce((a, b) => (b.score > a.score ? b : a));
  for (const { fitted } of fits) if (fitted !== best.fitted) fitted.posterior.free();
  const { model } = best.fitted;
  const verdict = [...model.verdict, `shrinkage ${best.shrinkage}, by leave-one-out`];
  return { ...best.fitted, model: { ...model, verdict } };
}

/** With `options.input_warping`: numeric columns warped where that raises the likelihood. */
function warpInputs(
  task: TrainTask,
  { problem, fitted }: PlannedFit,
  model: GpModel,
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

/** The posterior of the model, with its noise raised tenfold until the factor holds. */
function factorWithRaisedNoise(
  found: GpModel,
  context: RunContext,
): { model: GpModel; posterior: Posterior } {
  let model = withLimits(found, context);
  for (let noise = 1e-8; ; noise *= 10) {
    try {
      return { model, posterior: createPosterior(model, context.backend) };
    } catch (error) {
      if (!(error instanceof NotPositiveDefiniteError) || noise > 1) throw error;
      const theta = model.theta.slice();
      theta[theta.length - 2] = Math.log(Math.exp(theta[theta.length - 2]) + noise);
      const remark = `noise raised to ${Math.exp(theta[theta.length - 2]).toPrecision(2)} (scaled), because the covariance was not positive definite`;
      model = { ...model, theta, verdict: [...model.verdict, remark] };
    }
  }
}
