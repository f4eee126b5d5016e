import { runAlone, type Steps } from '../../compute/lockstep.ts';
import { ValueError } from '../../errors.ts';
import type { RunContext } from '../../run-context.ts';
import { type CensoredSites, outputsWith, roughSites, variancesWith } from '../censoring/censored.ts';
import { sitesAt } from '../censoring/limit-sites.ts';
import type { GpModel } from '../model.ts';
import { recipes } from '../recipes/recipes.ts';
import { fitExactSteps } from '../sparse/fit.ts';
import type { TrainTask } from '../task.ts';
import { createInputMap } from '../transforms/input-map.ts';
import { type FitOptions, type FitResult, fitSteps } from './fit.ts';
import type { FitProblem } from './objective.ts';
import type { FitPlan } from './plan.ts';

/** Fits between which the limits are propagated again. */
const ROUNDS = 4;
/** Change of every parameter below which no further round is made. */
const SETTLED = 0.02;

/** A fit of one objective by a plan, with the pseudo-measurements of its limits. */
export interface PlannedFit {
  readonly fitted: FitResult;
  readonly problem: FitProblem;
  readonly sites?: CensoredSites;
}

/** The plan of the recipe that a task names. @throws ValueError for `auto`, which has no plan */
export function planOf(task: TrainTask, y: Float64Array): FitPlan {
  if (task.recipe === 'auto')
    throw new ValueError(`train: recipe 'auto' is fitted by fitEnsemble, not by a plan`);
  return recipes[task.recipe](task, y);
}

interface PlanOptions {
  readonly options: FitOptions;
  /** The warping of the inputs, where a fit of more rows has one. */
  readonly warped?: Pick<GpModel, 'inputWarp'>;
}

/**
 * Fits theta. Limits take their part by expectation propagation: a fit with fixed pseudo-measurements, then new ones
 * at its theta, until theta settles, which is where the likelihood of expectation propagation has its maximum.
 */
export function* planSteps(
  task: TrainTask,
  y: Float64Array,
  plan: FitPlan,
  { options, warped = {} }: PlanOptions,
  context: RunContext,
): Steps<PlannedFit> {
  const limits = task.censored?.[0];
  let sites = limits ? roughSites(limits, y, plan.output.scale) : undefined;
  let problem = problemOf(task, y, plan, warped, sites);
  let fitted = limits
    ? yield* fitSteps(problem, options, context)
    : yield* fitExactSteps(problem, options, context);
  if (limits == null || sites === undefined) return { fitted, problem };
  for (let round = 1; round < ROUNDS; round++) {
    const model: GpModel = { ...modelOf(task, y, plan, fitted, sites), ...warped };
    sites = sitesAt(model, sites, context.backend)?.sites ?? sites;
    const begun = { ...plan, parameters: startingAt(plan, fitted.theta) };
    problem = problemOf(task, y, begun, warped, sites);
    const next = yield* fitSteps(problem, { ...options, restarts: 1 }, context);
    const moved = next.theta.some((value, k) => Math.abs(value - fitted.theta[k]) > SETTLED);
    fitted = { ...next, evaluations: fitted.evaluations + next.evaluations };
    if (!moved) break;
  }
  return { fitted, problem, sites };
}

/** The parameters of a plan with the start theta [P], moved into their bounds. */
export const startingAt = (plan: Pick<FitPlan, 'parameters'>, theta: Float64Array): FitPlan['parameters'] =>
  plan.parameters.map((parameter, k) =>
    parameter.fixed || plan.parameters.length !== theta.length
      ? parameter
      : { ...parameter, initial: Math.min(parameter.upper, Math.max(parameter.lower, theta[k])) },
  );

/** The model with sites of its own theta, and the objective of its limits; as it is where there are none. */
export function withLimits(model: GpModel, context: RunContext): GpModel {
  const { censored } = model;
  const found = censored && sitesAt(model, censored, context.backend);
  if (found === undefined) return model;
  const { length } = found.sites.rows;
  const remark = `${length === 1 ? '1 result is a limit and counts' : `${length} results are limits and count`} by the probability of a value beyond it`;
  return {
    ...model,
    censored: found.sites,
    objective: model.objective + found.correction,
    verdict: model.verdict.includes(remark) ? model.verdict : [...model.verdict, remark],
  };
}

/** The likelihood problem of a plan: inputs encoded and warped, outputs y [n] and noise variances in model units. */
export function problemOf(
  task: TrainTask,
  y: Float64Array,
  plan: FitPlan,
  warped: Pick<GpModel, 'inputWarp'>,
  sites: CensoredSites | undefined,
): FitProblem {
  const { n } = task;
  const { shift, scale } = plan.output;
  const inputs = createInputMap({ ...task, ...plan, ...warped });
  return {
    X: inputs.encode(task.X, n),
    y: outputsWith(y, sites).map((value) => (value - shift) / scale),
    noise: variancesWith(n, task.noise, sites).map((value) => value / scale / scale),
    n,
    d: inputs.dimension,
    code: plan.code,
    parameters: plan.parameters,
  };
}

/** The model of a fit; the objective is that of the pseudo-measurements until `withLimits`. */
export function modelOf(
  task: TrainTask,
  y: Float64Array,
  plan: FitPlan,
  fitted: FitResult,
  sites: CensoredSites | undefined,
): GpModel {
  return {
    code: plan.code,
    theta: fitted.theta,
    n: task.n,
    d: task.d,
    categorical: task.categorical,
    X: task.X,
    y,
    ...(task.noise ? { noise: task.noise } : {}),
    ...(sites ? { censored: sites } : {}),
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

/** Seed and number of starts of a fit, as the task requests them. */
export function fitOptions(task: TrainTask): FitOptions {
  const restarts = task.options?.restarts;
  return { seed: task.seed, ...(typeof restarts === 'number' ? { restarts } : {}) };
}

/**
 * The model of one output y [n] alone: no cross-validation, and no look at whether its covariance can be factored.
 *
 * For searches that fit many models and use one.
 *
 * @param least a fit that does not promise to reach it is abandoned; as `objective` of the model less n·log of its `outputScale`, so that outputs of
 * any scale compare; only for outputs without limits
 * @param from theta of a like model, from which there is one descent
 */
export function fitModel(
  task: TrainTask,
  y: Float64Array,
  context: RunContext,
  { least, from }: { readonly least?: number; readonly from?: Float64Array } = {},
): GpModel {
  const plan = planOf(task, y);
  const options: FitOptions = {
    ...fitOptions(task),
    ...(least === undefined ? {} : { least: least + task.n * Math.log(plan.output.scale) }),
    ...(from ? { from: { theta: from, growth: 1 } } : {}),
  };
  const steps = planSteps(task, y, plan, { options }, context);
  const { fitted, sites } = runAlone(steps, context.backend);
  return withLimits(modelOf(task, y, plan, fitted, sites), context);
}
